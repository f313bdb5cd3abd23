//! The weights of a sparse network, and its outputs.

#![allow(clippy::needless_range_loop)]

use rand::Rng;
use spariglio_engine::random::unit;
use spariglio_engine::vector::Level;

use super::residual;
use crate::inputs::ActionInputs;
use crate::net::kernel::{self, Checked, Work};
use crate::net::vector::{Block, LANES, Vector};

/// The widths that a network may have.
pub const WIDTHS: [usize; 7] = [32, 64, 96, 128, 192, 256, 512];

/// The most residual blocks of a network.
pub const MOST_BLOCKS: usize = 16;

/// Work that is compiled for every width, given in blocks, and for every level of machine. Mark `run`, and all that it calls with
/// vectors, `inline(always)`.
pub trait Task {
    /// What the work gives.
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
/// Rows of `width` numbers, all of them parameters of one kind to an optimiser:
///
/// | rows | meaning |
/// |---|---|
/// | `inputs` | the first layer: one row for each input |
/// | 1 | the bias of the first layer |
/// | `blocks` times `width + 1` | a residual block: row `j` has the weights from number `j` of the layer below, then its bias |
/// | 1 | the weights of the output |
/// | 1 | its first number is the bias of the output |
#[derive(Clone, PartialEq, Debug)]
pub struct SparseNet {
    inputs: usize,
    blocks: usize,
    /// Blocks of 16 numbers in a row.
    wide: usize,
    rows: Vec<Block>,
}

impl SparseNet {
    /// A network of zeros.
    ///
    /// # Panics
    /// If the width is none of [`WIDTHS`].
    pub fn zeros(inputs: usize, width: usize, blocks: usize) -> SparseNet {
        assert!(WIDTHS.contains(&width), "a width of {WIDTHS:?}");
        let wide = width / LANES;
        let rows = SparseNet::row_count(inputs, width, blocks);
        SparseNet {
            inputs,
            blocks,
            wide,
            rows: vec![Block::default(); rows * wide],
        }
    }

    /// Number of rows of a network.
    pub fn row_count(inputs: usize, width: usize, blocks: usize) -> usize {
        inputs + 1 + blocks * (width + 1) + 2
    }

    /// A network whose first layer is random, uniform in `-bound` to `bound`. All else is 0: a residual block passes its
    /// input on, and the output is 0.
    pub fn random(inputs: usize, width: usize, blocks: usize, bound: f32, rng: &mut impl Rng) -> SparseNet {
        let mut net = SparseNet::zeros(inputs, width, blocks);
        net.randomise(0..inputs, bound, rng);
        net
    }

    /// Gives the output random weights, uniform in `-bound` to `bound`.
    pub fn randomise_output(&mut self, bound: f32, rng: &mut impl Rng) {
        self.randomise(self.out()..self.out() + 1, bound, rng);
    }

    /// Gives the residual blocks random weights and biases, uniform in `-bound` to `bound`.
    pub fn randomise_blocks(&mut self, bound: f32, rng: &mut impl Rng) {
        self.randomise(self.bias() + 1..self.out(), bound, rng);
    }

    fn randomise(&mut self, rows: std::ops::Range<usize>, bound: f32, rng: &mut impl Rng) {
        for block in &mut self.rows[rows.start * self.wide..rows.end * self.wide] {
            block.0 = std::array::from_fn(|_| bound * (2.0 * unit(rng) - 1.0));
        }
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Numbers of a hidden layer.
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

    /// The place of the first layer's bias among the rows.
    #[inline(always)]
    pub fn bias(&self) -> usize {
        self.inputs
    }

    /// The place of the first row of a residual block; its bias is `width` rows further.
    #[inline(always)]
    pub fn block(&self, block: usize) -> usize {
        self.inputs + 1 + block * (self.width() + 1)
    }

    /// The place of the output's weights among the rows.
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

    /// A bound of the outputs: the largest that one could be if all inputs were 1.
    pub fn largest_output(&self) -> f64 {
        let width = self.width();
        let sums = |rows: std::ops::Range<usize>, factor: f64| {
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

    /// Runs a task that is compiled for this width, on the best level of this processor.
    #[inline]
    pub fn run<T: Task>(&self, task: T) -> T::Output {
        self.run_on(Checked::new(Level::detect()), task)
    }

    #[inline]
    fn run_on<T: Task>(&self, level: Checked, task: T) -> T::Output {
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

impl SparseNet {
    /// Adds the output for each action of a view to its logit; `hidden` is replaced by the layers of each action, one
    /// action after the other: that of the first layer, then that of each residual block.
    pub fn add_logits(&self, view: &[u16], actions: &ActionInputs, logits: &mut [f32], hidden: &mut Vec<Block>) {
        let task = AddLogits::<false> {
            net: self,
            view,
            actions,
            logits,
            hidden,
        };
        if self.blocks == 0 {
            self.run(task);
        } else {
            self.run(task.deep());
        }
    }

    /// The output for some inputs; `hidden` is replaced by the layers.
    pub fn value(&self, inputs: &[u16], hidden: &mut Vec<Block>) -> f32 {
        let task = Value::<false> {
            net: self,
            inputs,
            hidden,
        };
        if self.blocks == 0 {
            self.run(task)
        } else {
            self.run(task.deep())
        }
    }
}

/// `DEEP` networks have residual blocks: code for others, which is hot, is compiled without them.
struct AddLogits<'a, const DEEP: bool> {
    net: &'a SparseNet,
    view: &'a [u16],
    actions: &'a ActionInputs,
    logits: &'a mut [f32],
    hidden: &'a mut Vec<Block>,
}

impl<'a> AddLogits<'a, false> {
    /// The same for a network with residual blocks.
    fn deep(self) -> AddLogits<'a, true> {
        let AddLogits {
            net,
            view,
            actions,
            logits,
            hidden,
        } = self;
        AddLogits {
            net,
            view,
            actions,
            logits,
            hidden,
        }
    }
}

impl<const DEEP: bool> Task for AddLogits<'_, DEEP> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) {
        let net = self.net;
        let out: [V; B] = load(net.row(net.out()));
        let view: [V; B] = add_rows(net, load(net.row(net.bias())), self.view);
        self.hidden.clear();
        for (action, logit) in self.logits.iter_mut().enumerate() {
            let hidden = relu(add_rows(net, view, self.actions.of(action)));
            if !DEEP {
                *logit += dot(&hidden, &out);
            }
            self.hidden.extend_from_slice(&stored(&hidden));
            if DEEP {
                self.hidden.resize(self.hidden.len() + net.blocks * B, Block::default());
            }
        }
        if DEEP {
            let layers = (net.blocks + 1) * B;
            residual::forward::<V, B>(net, self.hidden, self.logits.len());
            for (hidden, logit) in self.hidden.chunks_exact(layers).zip(self.logits) {
                let last: &[Block; B] = hidden.last_chunk().expect("a whole layer");
                *logit += dot(&load(last), &out);
            }
        }
    }
}

/// `DEEP` as for [`AddLogits`].
struct Value<'a, const DEEP: bool> {
    net: &'a SparseNet,
    inputs: &'a [u16],
    hidden: &'a mut Vec<Block>,
}

impl<'a> Value<'a, false> {
    /// The same for a network with residual blocks.
    fn deep(self) -> Value<'a, true> {
        let Value { net, inputs, hidden } = self;
        Value { net, inputs, hidden }
    }
}

impl<const DEEP: bool> Task for Value<'_, DEEP> {
    type Output = f32;

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) -> f32 {
        let net = self.net;
        let mut hidden: [V; B] = relu(add_rows(net, load(net.row(net.bias())), self.inputs));
        self.hidden.clear();
        self.hidden.extend_from_slice(&stored(&hidden));
        if DEEP {
            self.hidden.resize((net.blocks + 1) * B, Block::default());
            residual::forward::<V, B>(net, self.hidden, 1);
            hidden = load(self.hidden.last_chunk().expect("a whole layer"));
        }
        dot(&hidden, &load(net.row(net.out()))) + net.out_bias()
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

#[inline(always)]
fn stored<V: Vector, const B: usize>(numbers: &[V; B]) -> [Block; B] {
    let mut row = [Block::default(); B];
    for place in 0..B {
        numbers[place].store(&mut row[place].0);
    }
    row
}

/// `sum` and the rows of some inputs, added one after the other.
#[inline(always)]
fn add_rows<V: Vector, const B: usize>(net: &SparseNet, mut sum: [V; B], inputs: &[u16]) -> [V; B] {
    for &input in inputs {
        let row: &[Block; B] = net.row(input.into());
        for place in 0..B {
            sum[place] = sum[place].add(row[place].load());
        }
    }
    sum
}

/// Every number that is below 0 becomes 0.
#[inline(always)]
fn relu<V: Vector, const B: usize>(mut numbers: [V; B]) -> [V; B] {
    for place in 0..B {
        numbers[place] = numbers[place].relu();
    }
    numbers
}

/// The sum of products: lane by lane, then halves, quarters and so on.
#[inline(always)]
fn dot<V: Vector, const B: usize>(a: &[V; B], b: &[V; B]) -> f32 {
    let mut sum = V::splat(0.0);
    for place in 0..B {
        sum = sum.add(a[place].mul(b[place]));
    }
    sum.sum()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, Game, State, View};

    use super::*;
    use crate::inputs::{Encoder, Refusals, Residual};

    #[test]
    fn every_level_of_machine_gives_the_same() {
        let game = Game::preset("cirulla").expect("a preset");
        let mut encoder = Encoder::new(&game);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for (width, blocks) in WIDTHS.into_iter().flat_map(|width| [(width, 0), (width, 2)]) {
            let [policy, critic] = [encoder.policy_len(), encoder.critic_len()].map(|inputs| {
                let mut net = SparseNet::random(inputs, width, blocks, 0.2, &mut rng);
                net.randomise_blocks(0.1, &mut rng);
                net.randomise_output(0.2, &mut rng);
                net
            });
            let deal = Deal::random(&game, 0, &mut rng);
            let mut state = State::new(&game, &deal);
            let (mut actions, mut inputs) = (Vec::new(), ActionInputs::default());
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), false);
                view.legal_actions(&mut actions);
                let (mut of_view, mut start) = (Vec::new(), Vec::new());
                let view_len = encoder
                    .view_and_world(&view, &state, &Refusals::default(), &mut of_view)
                    .view_len;
                encoder.actions(&view, &actions, Residual::None, &mut inputs, &mut start);
                let told = |level| {
                    let level = Checked::new(level);
                    let (mut logits, mut hidden, mut of_critic) = (start.clone(), Vec::new(), Vec::new());
                    let task = AddLogits::<false> {
                        net: &policy,
                        view: &of_view[..view_len],
                        actions: &inputs,
                        logits: &mut logits,
                        hidden: &mut hidden,
                    };
                    let of_value = Value::<false> {
                        net: &critic,
                        inputs: &of_view,
                        hidden: &mut of_critic,
                    };
                    let value = if blocks == 0 {
                        policy.run_on(level, task);
                        critic.run_on(level, of_value)
                    } else {
                        policy.run_on(level, task.deep());
                        critic.run_on(level, of_value.deep())
                    };
                    let numbers = logits.iter().chain([&value]).map(|number| number.to_bits());
                    (numbers.collect::<Vec<_>>(), hidden, of_critic)
                };
                let plain = told(Level::Portable);
                assert!(
                    Level::available().all(|level| told(level) == plain),
                    "{width} wide, {blocks} blocks"
                );
                state.apply(&game, &deal, actions[actions.len() / 2]);
            }
        }
    }
}
