//! The forward pass, written once over [`Vector`] and inlined into each level's function.
//!
//! Invariant: an output starts as its bias and takes its inputs in order, one fused multiply-add
//! each, whatever the tile it is computed in; so neither the level nor the batch changes a bit.

#![allow(clippy::needless_range_loop)]

use spariglio_engine::Action;

use super::kernel::Work;
use super::network::{Linear, Network};
use super::vector::{Block, LANES, Vector};
use crate::features::{FEATURES, MAX_ACTIVE_ACTION_FEATURES, for_each_action_feature};

/// Rows that go through the layers together: their activations stay in the first cache.
const CHUNK: usize = 48;

/// Rows to evaluate. Row `i` has the features from `feature_starts[i]` to `feature_starts[i + 1]`, and
/// its actions likewise.
#[derive(Copy, Clone)]
pub(super) struct Input<'a> {
    pub(super) feature_starts: &'a [u32],
    /// Index and value of the features that are not 0.
    pub(super) features: &'a [(u16, u8)],
    pub(super) action_starts: &'a [u32],
    pub(super) actions: &'a [Action],
}

/// Where outputs go.
pub(super) struct Heads<'a> {
    /// `[rows]`.
    pub(super) values: &'a mut [f32],
    /// One a row and action.
    pub(super) logits: &'a mut [f32],
    /// `[rows][points.width]`, where they are wanted.
    pub(super) points: Option<&'a mut [f32]>,
}

/// Buffers of a forward pass.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    trunk: Vec<f32>,
    inner: Vec<f32>,
    heads: Vec<f32>,
    /// Inputs of one row that are not 0: index and value.
    active: Vec<(u16, f32)>,
}

impl Scratch {
    pub(super) fn new(network: &Network) -> Scratch {
        Scratch {
            trunk: vec![0.0; CHUNK * network.input.width],
            inner: vec![0.0; CHUNK * network.input.width],
            heads: vec![0.0; CHUNK * network.heads.width],
            active: vec![(0, 0.0); FEATURES.max(network.input.width)],
        }
    }
}

/// A forward pass: evaluates all rows.
pub(super) struct Forward<'a> {
    pub(super) network: &'a Network,
    /// Takes the place of the first layer's.
    pub(super) bias: &'a [f32],
    pub(super) input: Input<'a>,
    pub(super) scratch: &'a mut Scratch,
    pub(super) heads: Heads<'a>,
}

impl Work for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Vector, const R: usize, const C: usize, const S: usize>(self) {
        let Forward {
            network,
            bias,
            input,
            scratch,
            mut heads,
        } = self;
        let total = heads.values.len();
        let width = network.input.width;
        let mut first = 0;
        while first < total {
            let rows = CHUNK.min(total - first);
            let trunk = &mut scratch.trunk[..rows * width];
            let inner = &mut scratch.inner[..rows * width];
            let active = &mut scratch.active;
            for (i, out) in trunk.chunks_exact_mut(width).enumerate() {
                let active = first_inputs(row(input, first + i), active);
                sparse::<L, S>(&network.input, bias, active, out, |sum, _| sum.relu());
            }
            for (one, two) in &network.blocks {
                dense::<L, R, C, S>(one, trunk, width, inner, width, active, |sum, _| sum.relu());
                dense::<L, R, C, S>(two, inner, width, trunk, width, active, |sum, old| sum.add(old));
            }
            relu_all::<L>(trunk);
            let hidden = &mut scratch.heads[..rows * network.heads.width];
            let out = network.heads.width;
            dense::<L, R, C, S>(&network.heads, trunk, width, hidden, out, active, |sum, _| sum);
            for (i, hidden) in hidden.chunks_exact(out).enumerate() {
                let (query, value) = hidden.split_at(network.query_width);
                heads.values[first + i] = project::<L>(value, &network.value_out, network.value_bias);
                score::<L>(network, query, input, first + i, heads.logits);
            }
            if let Some(points) = heads.points.as_deref_mut() {
                let out = network.points.width;
                let points = &mut points[first * out..(first + rows) * out];
                dense::<L, R, C, S>(&network.points, trunk, width, points, out, active, |sum, _| sum);
            }
            first += rows;
        }
    }
}

#[inline(always)]
fn row<'a>(input: Input<'a>, i: usize) -> &'a [(u16, u8)] {
    &input.features[input.feature_starts[i] as usize..input.feature_starts[i + 1] as usize]
}

/// The features of a row as inputs, written to the front of `buffer`.
#[inline(always)]
fn first_inputs<'a>(features: &[(u16, u8)], buffer: &'a mut [(u16, f32)]) -> &'a [(u16, f32)] {
    let inputs = &mut buffer[..features.len()];
    for (input, &(index, value)) in inputs.iter_mut().zip(features) {
        *input = (index, f32::from(value));
    }
    inputs
}

/// `y = store(W x + b, y)` for one row of which the inputs that are not 0 are given: as many lanes at
/// once as hide the latency of the sums.
#[inline(always)]
fn sparse<L: Vector, const S: usize>(
    layer: &Linear,
    bias: &[f32],
    active: &[(u16, f32)],
    y: &mut [f32],
    store: impl Fn(L, L) -> L + Copy,
) {
    let mut at = 0;
    if S >= 8 {
        while at + 8 * LANES <= layer.width {
            sparse_tile::<L, 8>(layer, bias, active, y, at, store);
            at += 8 * LANES;
        }
    }
    if S >= 4 {
        while at + 4 * LANES <= layer.width {
            sparse_tile::<L, 4>(layer, bias, active, y, at, store);
            at += 4 * LANES;
        }
    }
    while at < layer.width {
        sparse_tile::<L, 1>(layer, bias, active, y, at, store);
        at += LANES;
    }
}

#[inline(always)]
fn sparse_tile<L: Vector, const C: usize>(
    layer: &Linear,
    bias: &[f32],
    active: &[(u16, f32)],
    y: &mut [f32],
    at: usize,
    store: impl Fn(L, L) -> L,
) {
    let mut sums: [L; C] = load(bias, at);
    for &(index, value) in active {
        let column: [L; C] = load_blocks(layer.column(usize::from(index)), at);
        let value = L::splat(value);
        for c in 0..C {
            sums[c] = column[c].mul_add(value, sums[c]);
        }
    }
    for c in 0..C {
        let out = lanes_mut(y, at + c * LANES);
        store(sums[c], L::load(out)).store(out);
    }
}

/// `y = store(W x + b, y)` for all rows. `x` and `y` have rows of `x_width` and `y_width` numbers. A
/// last single row skips its zeros, about half of what comes out of a relu.
#[inline(always)]
fn dense<L: Vector, const R: usize, const C: usize, const S: usize>(
    layer: &Linear,
    x: &[f32],
    x_width: usize,
    y: &mut [f32],
    y_width: usize,
    buffer: &mut [(u16, f32)],
    store: impl Fn(L, L) -> L + Copy,
) {
    const { assert!(R.is_multiple_of(2)) };
    let rows = x.len() / x_width;
    let (tiled, paired) = (rows - rows % R, rows - rows % 2);
    let (x_tiled, x_rest) = x.split_at(tiled * x_width);
    let (y_tiled, y_rest) = y.split_at_mut(tiled * y_width);
    dense_rows::<L, R, C>(layer, x_tiled, x_width, y_tiled, y_width, store);
    dense_rows::<L, 2, C>(layer, x_rest, x_width, y_rest, y_width, store);
    let odd = (x[paired * x_width..].chunks_exact(x_width)).zip(y[paired * y_width..].chunks_exact_mut(y_width));
    for (x, y) in odd {
        let active = nonzero(&x[..layer.inputs], buffer);
        sparse::<L, S>(layer, &layer.bias, active, y, store);
    }
}

/// As many whole groups of `R` rows as `x` has.
#[inline(always)]
fn dense_rows<L: Vector, const R: usize, const C: usize>(
    layer: &Linear,
    x: &[f32],
    x_width: usize,
    y: &mut [f32],
    y_width: usize,
    store: impl Fn(L, L) -> L + Copy,
) {
    for (x, y) in x.chunks_exact(R * x_width).zip(y.chunks_exact_mut(R * y_width)) {
        let mut rows = [x; R];
        for (r, row) in rows.iter_mut().enumerate() {
            *row = &x[r * x_width..r * x_width + layer.inputs];
        }
        let mut at = 0;
        while at + C * LANES <= layer.width {
            tile::<L, R, C>(layer, rows, y, y_width, at, store);
            at += C * LANES;
        }
        while at < layer.width {
            tile::<L, R, 1>(layer, rows, y, y_width, at, store);
            at += LANES;
        }
    }
}

/// Index and value of the numbers that are not 0, written to the front of `buffer`.
#[inline(always)]
fn nonzero<'a>(x: &[f32], buffer: &'a mut [(u16, f32)]) -> &'a [(u16, f32)] {
    let mut count = 0;
    for (j, &value) in x.iter().enumerate() {
        buffer[count] = (j as u16, value);
        count += usize::from(value != 0.0);
    }
    &buffer[..count]
}

/// `R` rows by `C` lanes of outputs, the first at `at`.
#[inline(always)]
fn tile<L: Vector, const R: usize, const C: usize>(
    layer: &Linear,
    x: [&[f32]; R],
    y: &mut [f32],
    y_width: usize,
    at: usize,
    store: impl Fn(L, L) -> L,
) {
    let mut sums: [[L; C]; R] = [load(&layer.bias, at); R];
    for (j, column) in layer.weights.chunks_exact(layer.width / LANES).enumerate() {
        let column: [L; C] = load_blocks(column, at);
        for r in 0..R {
            let factor = L::splat(x[r][j]);
            for c in 0..C {
                sums[r][c] = column[c].mul_add(factor, sums[r][c]);
            }
        }
    }
    for r in 0..R {
        for c in 0..C {
            let out = lanes_mut(y, r * y_width + at + c * LANES);
            store(sums[r][c], L::load(out)).store(out);
        }
    }
}

/// `bias + weights . relu(x)`.
#[inline(always)]
fn project<L: Vector>(x: &[f32], weights: &[f32], bias: f32) -> f32 {
    let mut sum = L::splat(0.0);
    for (x, weights) in chunks(x).iter().zip(chunks(weights)) {
        sum = L::load(x).relu().mul_add(L::load(weights), sum);
    }
    sum.sum() + bias
}

/// The logits of the actions of row `i`.
#[inline(always)]
fn score<L: Vector>(network: &Network, query: &[f32], input: Input<'_>, i: usize, out: &mut [f32]) {
    let range = input.action_starts[i] as usize..input.action_starts[i + 1] as usize;
    for (action, logit) in input.actions[range.clone()].iter().zip(&mut out[range]) {
        let mut indices = [0u16; MAX_ACTIVE_ACTION_FEATURES];
        let mut count = 0;
        for_each_action_feature(*action, |index| {
            indices[count] = index as u16;
            count += 1;
        });
        let mut sum = L::splat(0.0);
        let mut at = 0;
        while at + 4 * LANES <= query.len() {
            sum = score_tile::<L, 4>(network, query, &indices[..count], at, sum);
            at += 4 * LANES;
        }
        while at < query.len() {
            sum = score_tile::<L, 1>(network, query, &indices[..count], at, sum);
            at += LANES;
        }
        *logit = sum.sum() + network.action_bias;
    }
}

#[inline(always)]
fn score_tile<L: Vector, const C: usize>(
    network: &Network,
    query: &[f32],
    features: &[u16],
    at: usize,
    mut sum: L,
) -> L {
    let blocks = query.len() / LANES;
    let mut sums: [L; C] = load(query, at);
    for &feature in features {
        let row: [L; C] = load_blocks(&network.actions[usize::from(feature) * blocks..], at);
        for c in 0..C {
            sums[c] = sums[c].add(row[c]);
        }
    }
    let weights: [L; C] = load(&network.action_out, at);
    for c in 0..C {
        sum = sums[c].relu().mul_add(weights[c], sum);
    }
    sum
}

#[inline(always)]
fn relu_all<L: Vector>(values: &mut [f32]) {
    let (chunks, _) = values.as_chunks_mut::<LANES>();
    for chunk in chunks {
        L::load(chunk).relu().store(chunk);
    }
}

#[inline(always)]
fn load<L: Vector, const C: usize>(from: &[f32], at: usize) -> [L; C] {
    let (chunks, _) = from[at..at + C * LANES].as_chunks::<LANES>();
    let mut lanes = [L::splat(0.0); C];
    for c in 0..C {
        lanes[c] = L::load(&chunks[c]);
    }
    lanes
}

/// The lanes of blocks from number `at` on.
#[inline(always)]
fn load_blocks<L: Vector, const C: usize>(from: &[Block], at: usize) -> [L; C] {
    let blocks = &from[at / LANES..at / LANES + C];
    let mut lanes = [L::splat(0.0); C];
    for c in 0..C {
        lanes[c] = L::load(&blocks[c].0);
    }
    lanes
}

#[inline(always)]
fn chunks(values: &[f32]) -> &[[f32; LANES]] {
    values.as_chunks::<LANES>().0
}

#[inline(always)]
fn lanes_mut(values: &mut [f32], at: usize) -> &mut [f32; LANES] {
    let range = &mut values[at..at + LANES];
    range.try_into().expect("a slice of as many numbers as lanes")
}
