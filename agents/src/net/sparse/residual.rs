//! The residual blocks: `x' = relu(x + b + W x)`, of `width x width` weights each (He et al. 2016, arXiv 1603.05027,
//! with one layer).
//!
//! If all weights are 0, a block passes its input on, since no number of a layer is below 0.
//!
//! Invariant: an output is one chain of fused multiply-adds over the numbers of the layer below, in their order. This
//! holds for one row and for several at once, so neither the instruction-set level nor neighbouring rows change a bit.

#![allow(clippy::needless_range_loop)]

use super::weights::SparseNet;
use crate::net::vector::{Block, LANES, Vector};

/// Rows that share the loads of the weights.
const TILE: usize = 6;

/// Fills in all layers after the first, for `rows` rows. Each row has `blocks + 1` layers of `B` blocks in `layers`.
#[inline(always)]
pub(super) fn forward<V: Vector, const B: usize>(net: &SparseNet, layers: &mut [Block], rows: usize) {
    let row = (net.residual_blocks() + 1) * B;
    for block in 0..net.residual_blocks() {
        let mut first = 0;
        while first + TILE <= rows {
            several::<V, B>(net, block, &mut layers[first * row..(first + TILE) * row], row);
            first += TILE;
        }
        for layers in layers[first * row..rows * row].chunks_exact_mut(row) {
            one::<V, B>(net, block, layers);
        }
    }
}

/// One row. Skips inputs that are 0, about half of them, since they add nothing.
#[inline(always)]
fn one<V: Vector, const B: usize>(net: &SparseNet, block: usize, layers: &mut [Block]) {
    let (below, above) = layers[block * B..].split_at_mut(B);
    let below: &[Block; B] = below.first_chunk().expect("a whole layer");
    let mut sums: [V; B] = load(net.row(net.block(block) + net.width()));
    for place in 0..B {
        sums[place] = sums[place].add(below[place].load());
    }
    for input in 0..net.width() {
        let value = below[input / LANES].0[input % LANES];
        if value == 0.0 {
            continue;
        }
        let weights: &[Block; B] = net.row(net.block(block) + input);
        let value = V::splat(value);
        for place in 0..B {
            sums[place] = weights[place].load::<V>().mul_add(value, sums[place]);
        }
    }
    for place in 0..B {
        sums[place].relu().store(&mut above[place].0);
    }
}

/// [`TILE`] rows, 16 outputs of each at a time, so that the rows share the loads of weights.
#[inline(always)]
fn several<V: Vector, const B: usize>(net: &SparseNet, block: usize, layers: &mut [Block], row: usize) {
    let weights = &net.blocks()[net.block(block) * B..];
    for place in 0..B {
        let bias: V = weights[net.width() * B + place].load();
        let mut sums = [bias; TILE];
        for tile in 0..TILE {
            sums[tile] = bias.add(layers[tile * row + block * B + place].load());
        }
        for input in 0..net.width() {
            let weight: V = weights[input * B + place].load();
            for tile in 0..TILE {
                let below = &layers[tile * row + block * B + input / LANES];
                sums[tile] = weight.mul_add(V::splat(below.0[input % LANES]), sums[tile]);
            }
        }
        for tile in 0..TILE {
            sums[tile].relu().store(&mut layers[tile * row + (block + 1) * B + place].0);
        }
    }
}

#[inline(always)]
pub(super) fn load<V: Vector, const B: usize>(row: &[Block; B]) -> [V; B] {
    let mut numbers = [V::splat(0.0); B];
    for place in 0..B {
        numbers[place] = row[place].load();
    }
    numbers
}
