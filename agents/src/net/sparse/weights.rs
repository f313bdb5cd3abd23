//! The weights of a sparse network.

#![allow(clippy::needless_range_loop)]

use std::ops::Range;

use rand::Rng;
use spariglio_engine::random::unit;

use crate::net::kernel::{self, Checked, Work};
use crate::net::vector::{Block, LANES, Vector};

/// The widths that a network may have.
pub const WIDTHS: [usize; 7] = [32, 64, 96, 128, 192, 256, 512];

/// The most residual blocks of a network.
pub const MOST_BLOCKS: usize = 16;

/// Work that is compiled for every width (in blocks) and every instruction-set level. Mark `run`, and every function
/// that it calls with vectors, `inline(always)`.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work for networks that are `B` blocks wide.
    fn run<V: Vector, const B: usize>(self) -> Self::Output;
}

struct Wide<T, const B: usize>(T);

impl<T: Task, const B: usize> Work for Wide<T, B> {
    type Output = T::Output;

    #[inline(always)]
    fn run<V: Vector>(self) -> T::Output {
        self.0.run::<V, B>()
    }
}

/// A first layer over sparse inputs, residual blocks, and one output.
///
/// Rows of `width` numbers; an optimiser treats them all alike:
///
/// | rows | meaning |
/// |---|---|
/// | `inputs` | the first layer: one row per input |
/// | 1 | the bias of the first layer |
/// | `blocks` times `width + 1` | a residual block: one row of weights per number of the layer below, then the bias |
/// | 1 | the weights of the output |
/// | 1 | its first number is the bias of the output |
#[derive(Clone, PartialEq, Debug)]
pub struct SparseNet {
    inputs: usize,
    blocks: usize,
    /// Blocks of 16 numbers per row.
    wide: usize,
    rows: Vec<Block>,
}

impl SparseNet {
    /// A network of zeros.
    ///
    /// # Panics
    /// Panics if the width is not one of [`WIDTHS`].
    pub fn zeros(inputs: usize, width: usize, blocks: usize) -> SparseNet {
        assert!(WIDTHS.contains(&width), "a width of {WIDTHS:?}");
        let wide = width / LANES;
        let rows = SparseNet::row_count(inputs, width, blocks);
        SparseNet { inputs, blocks, wide, rows: vec![Block::default(); rows * wide] }
    }

    /// Number of rows of a network.
    pub fn row_count(inputs: usize, width: usize, blocks: usize) -> usize {
        inputs + 1 + blocks * (width + 1) + 2
    }

    /// A network with a random first layer, uniform in `-bound` to `bound`. All else is 0: a residual block passes its
    /// input on, and the output is 0.
    pub fn random(inputs: usize, width: usize, blocks: usize, bound: f32, rng: &mut impl Rng) -> SparseNet {
        let mut net = SparseNet::zeros(inputs, width, blocks);
        net.randomise(0..inputs, bound, rng);
        net
    }

    /// The network without some inputs, and the rows of those.
    #[must_use]
    pub fn without(&self, inputs: Range<usize>) -> (SparseNet, Vec<f32>) {
        let mut net = self.clone();
        let rows = net.rows.drain(inputs.start * self.wide..inputs.end * self.wide);
        let rows = rows.flat_map(|block| block.0).collect();
        net.inputs -= inputs.len();
        (net, rows)
    }

    /// The network with more inputs at these places, whose weights are 0.
    #[must_use]
    pub fn with(&self, inputs: Range<usize>) -> SparseNet {
        let mut net = self.clone();
        let start = inputs.start * self.wide;
        net.rows.splice(start..start, vec![Block::default(); inputs.len() * self.wide]);
        net.inputs += inputs.len();
        net
    }

    /// Adds a row of weights to the bias, as if its input were always 1.
    pub fn add_to_bias(&mut self, row: &[f32]) {
        let start = self.bias() * self.width();
        let bias = &mut self.numbers_mut()[start..start + row.len()];
        bias.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
    }

    /// Gives the output random weights, uniform in `-bound` to `bound`.
    pub fn randomise_output(&mut self, bound: f32, rng: &mut impl Rng) {
        self.randomise(self.out()..self.out() + 1, bound, rng);
    }

    /// Gives the residual blocks random weights and biases, uniform in `-bound` to `bound`.
    pub fn randomise_blocks(&mut self, bound: f32, rng: &mut impl Rng) {
        self.randomise(self.bias() + 1..self.out(), bound, rng);
    }

    fn randomise(&mut self, rows: Range<usize>, bound: f32, rng: &mut impl Rng) {
        for block in &mut self.rows[rows.start * self.wide..rows.end * self.wide] {
            block.0 = std::array::from_fn(|_| bound * (2.0 * unit(rng) - 1.0));
        }
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Size of a hidden layer.
    pub fn width(&self) -> usize {
        self.wide * LANES
    }

    /// Number of residual blocks.
    pub fn residual_blocks(&self) -> usize {
        self.blocks
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        SparseNet::row_count(self.inputs, self.width(), self.blocks)
    }

    /// All parameters, 16 at a time.
    pub fn blocks(&self) -> &[Block] {
        &self.rows
    }

    /// All parameters, 16 at a time.
    pub fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.rows
    }

    /// All parameters: row after row.
    pub fn numbers(&self) -> &[f32] {
        bytemuck::cast_slice(&self.rows)
    }

    /// All parameters: row after row.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        bytemuck::cast_slice_mut(&mut self.rows)
    }

    /// The row of an input.
    #[inline(always)]
    pub fn row<const B: usize>(&self, input: usize) -> &[Block; B] {
        self.rows[input * B..].first_chunk().expect("a whole row")
    }

    /// The row of an input.
    #[inline(always)]
    pub fn row_mut<const B: usize>(&mut self, input: usize) -> &mut [Block; B] {
        self.rows[input * B..].first_chunk_mut().expect("a whole row")
    }

    /// Index of the row with the first layer's bias.
    #[inline(always)]
    pub fn bias(&self) -> usize {
        self.inputs
    }

    /// Index of the first row of a residual block; its bias is `width` rows further.
    #[inline(always)]
    pub fn block(&self, block: usize) -> usize {
        self.inputs + 1 + block * (self.width() + 1)
    }

    /// Index of the row with the output's weights.
    #[inline(always)]
    pub fn out(&self) -> usize {
        self.block(self.blocks)
    }

    /// The bias of the output.
    #[inline(always)]
    pub fn out_bias(&self) -> f32 {
        self.rows[(self.out() + 1) * self.wide].0[0]
    }

    /// The bias of the output.
    #[inline(always)]
    pub fn out_bias_mut(&mut self) -> &mut f32 {
        let place = (self.out() + 1) * self.wide;
        &mut self.rows[place].0[0]
    }

    /// An upper bound on the output's magnitude, as if all inputs were 1.
    pub fn largest_output(&self) -> f64 {
        let width = self.width();
        let sums = |rows: Range<usize>, factor: f64| {
            let mut sums = vec![0.0; width];
            for row in self.rows[rows.start * self.wide..rows.end * self.wide].chunks_exact(self.wide) {
                let weights = row.iter().flat_map(|block| block.0);
                sums.iter_mut()
                    .zip(weights)
                    .for_each(|(sum, weight)| *sum += factor * f64::from(weight.abs()));
            }
            sums.into_iter().fold(0.0, f64::max)
        };
        let mut most = sums(0..self.bias() + 1, 1.0);
        for block in 0..self.blocks {
            let first = self.block(block);
            most += sums(first..first + width, most) + sums(first + width..first + width + 1, 1.0);
        }
        most * width as f64 * sums(self.out()..self.out() + 1, 1.0) + f64::from(self.out_bias().abs())
    }

    /// Runs a task compiled for this width, on the best instruction-set level of this processor.
    #[inline]
    pub fn run<T: Task>(&self, task: T) -> T::Output {
        self.run_on(Checked::best(), task)
    }

    #[inline]
    pub(super) fn run_on<T: Task>(&self, level: Checked, task: T) -> T::Output {
        match self.wide {
            2 => kernel::run(level, Wide::<T, 2>(task)),
            4 => kernel::run(level, Wide::<T, 4>(task)),
            6 => kernel::run(level, Wide::<T, 6>(task)),
            8 => kernel::run(level, Wide::<T, 8>(task)),
            12 => kernel::run(level, Wide::<T, 12>(task)),
            16 => kernel::run(level, Wide::<T, 16>(task)),
            32 => kernel::run(level, Wide::<T, 32>(task)),
            _ => unreachable!("a network has one of the widths"),
        }
    }
}
