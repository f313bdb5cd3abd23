//! The weights of a sparse network, and their sums over inputs.

#![allow(clippy::needless_range_loop)]

use rand::Rng;
use spariglio_engine::random::unit;
use spariglio_engine::vector::Level;

use crate::inputs::ActionInputs;
use crate::net::kernel::{self, Checked, Work};
use crate::net::vector::{Block, LANES, Vector};

/// The widths that a network may have.
pub const WIDTHS: [usize; 5] = [32, 64, 96, 128, 192];

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
    fn run<V: Vector, const R: usize, const C: usize, const S: usize>(self) -> T::Output {
        self.0.run::<V, B>()
    }
}

/// One hidden layer over sparse inputs, one output.
///
/// Rows of `width` numbers: one for each input, the bias of the hidden layer, the weights of the output, and a row whose
/// first number is the output's bias. All are parameters of one kind to an optimiser.
#[derive(Clone, PartialEq, Debug)]
pub struct SparseNet {
    inputs: usize,
    /// Blocks of a row.
    wide: usize,
    rows: Vec<Block>,
}

impl SparseNet {
    /// A network of zeros.
    ///
    /// # Panics
    /// If the width is none of [`WIDTHS`].
    pub fn zeros(inputs: usize, width: usize) -> SparseNet {
        assert!(WIDTHS.contains(&width), "a width of {WIDTHS:?}");
        let wide = width / LANES;
        SparseNet {
            inputs,
            wide,
            rows: vec![Block::default(); (inputs + 3) * wide],
        }
    }

    /// A network whose hidden layer is random, uniform in `-bound` to `bound`, and whose output is 0.
    pub fn random(inputs: usize, width: usize, bound: f32, rng: &mut impl Rng) -> SparseNet {
        let mut net = SparseNet::zeros(inputs, width);
        for block in &mut net.rows[..inputs * width / LANES] {
            block.0 = std::array::from_fn(|_| bound * (2.0 * unit(rng) - 1.0));
        }
        net
    }

    /// Gives the output random weights, uniform in `-bound` to `bound`.
    pub fn randomise_output(&mut self, bound: f32, rng: &mut impl Rng) {
        let (start, end) = ((self.inputs + 1) * self.wide, (self.inputs + 2) * self.wide);
        for block in &mut self.rows[start..end] {
            block.0 = std::array::from_fn(|_| bound * (2.0 * unit(rng) - 1.0));
        }
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Numbers of the hidden layer.
    pub fn width(&self) -> usize {
        self.wide * LANES
    }

    /// All parameters.
    pub fn blocks(&self) -> &[Block] {
        &self.rows
    }

    /// All parameters.
    pub fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.rows
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

    /// The place of the hidden layer's bias among the rows.
    #[inline(always)]
    pub fn bias(&self) -> usize {
        self.inputs
    }

    /// The place of the output's weights among the rows.
    #[inline(always)]
    pub fn out(&self) -> usize {
        self.inputs + 1
    }

    /// The bias of the output.
    #[inline(always)]
    pub fn out_bias(&self) -> f32 {
        self.rows[(self.inputs + 2) * self.wide].0[0]
    }

    /// The bias of the output.
    #[inline(always)]
    pub fn out_bias_mut(&mut self) -> &mut f32 {
        &mut self.rows[(self.inputs + 2) * self.wide].0[0]
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
            _ => unreachable!("a network has one of the widths"),
        }
    }
}

impl SparseNet {
    /// Adds the output for each action of a view to its logit; `hidden` is replaced by the hidden layer of each action, one
    /// after the other.
    pub fn add_logits(&self, view: &[u16], actions: &ActionInputs, logits: &mut [f32], hidden: &mut Vec<Block>) {
        self.run(AddLogits {
            net: self,
            view,
            actions,
            logits,
            hidden,
        });
    }

    /// The output for some inputs; `hidden` is replaced by the hidden layer.
    pub fn value(&self, inputs: &[u16], hidden: &mut Vec<Block>) -> f32 {
        self.run(Value {
            net: self,
            inputs,
            hidden,
        })
    }
}

struct AddLogits<'a> {
    net: &'a SparseNet,
    view: &'a [u16],
    actions: &'a ActionInputs,
    logits: &'a mut [f32],
    hidden: &'a mut Vec<Block>,
}

impl Task for AddLogits<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) {
        let net = self.net;
        let out: [V; B] = load(net.row(net.out()));
        let view: [V; B] = add_rows(net, load(net.row(net.bias())), self.view);
        self.hidden.clear();
        for (action, logit) in self.logits.iter_mut().enumerate() {
            let hidden = relu(add_rows(net, view, self.actions.of(action)));
            *logit += dot(&hidden, &out);
            self.hidden.extend_from_slice(&stored(&hidden));
        }
    }
}

struct Value<'a> {
    net: &'a SparseNet,
    inputs: &'a [u16],
    hidden: &'a mut Vec<Block>,
}

impl Task for Value<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) -> f32 {
        let net = self.net;
        let hidden: [V; B] = relu(add_rows(net, load(net.row(net.bias())), self.inputs));
        self.hidden.clear();
        self.hidden.extend_from_slice(&stored(&hidden));
        dot(&hidden, &load(net.row(net.out()))) + net.out_bias()
    }
}

#[inline(always)]
fn load<V: Vector, const B: usize>(row: &[Block; B]) -> [V; B] {
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
        for width in WIDTHS {
            let [policy, critic] = [encoder.policy_len(), encoder.critic_len()].map(|inputs| {
                let mut net = SparseNet::random(inputs, width, 0.2, &mut rng);
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
                    let task = AddLogits {
                        net: &policy,
                        view: &of_view[..view_len],
                        actions: &inputs,
                        logits: &mut logits,
                        hidden: &mut hidden,
                    };
                    policy.run_on(level, task);
                    let task = Value {
                        net: &critic,
                        inputs: &of_view,
                        hidden: &mut of_critic,
                    };
                    let value = critic.run_on(level, task);
                    let numbers = logits.iter().chain([&value]).map(|number| number.to_bits());
                    (numbers.collect::<Vec<_>>(), hidden, of_critic)
                };
                let plain = told(Level::Portable);
                assert!(Level::available().all(|level| told(level) == plain), "{width} wide");
                state.apply(&game, &deal, actions[actions.len() / 2]);
            }
        }
    }
}
