//! The outputs of a sparse network: the logits of actions, the value of a world.

#![allow(clippy::needless_range_loop)]

use super::residual::{self, load};
use super::weights::{SparseNet, Task};
use crate::net::inputs::ActionInputs;
use crate::net::kernel::Checked;
use crate::net::vector::{Block, Vector};

impl SparseNet {
    /// Adds the output for each action of a view to its logit. Replaces `hidden` by the layers of each action, one
    /// action after the other: the first layer, then each residual block.
    #[inline]
    pub fn add_logits(&self, view: &[u16], actions: &ActionInputs, logits: &mut [f32], hidden: &mut Vec<Block>) {
        self.add_logits_on(Checked::best(), (view, actions), logits, hidden);
    }

    /// The output for some inputs. Replaces `hidden` by the layers.
    #[inline]
    pub fn value(&self, inputs: &[u16], hidden: &mut Vec<Block>) -> f32 {
        self.value_on(Checked::best(), inputs, hidden)
    }

    #[inline]
    fn add_logits_on(
        &self,
        level: Checked,
        inputs: (&[u16], &ActionInputs),
        logits: &mut [f32],
        hidden: &mut Vec<Block>,
    ) {
        self.run_on(level, AddLogits(self, inputs, logits, hidden));
    }

    #[inline]
    fn value_on(&self, level: Checked, inputs: &[u16], hidden: &mut Vec<Block>) -> f32 {
        self.run_on(level, Value(self, inputs, hidden))
    }
}

struct AddLogits<'a>(&'a SparseNet, (&'a [u16], &'a ActionInputs), &'a mut [f32], &'a mut Vec<Block>);

impl Task for AddLogits<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) {
        let AddLogits(net, (view, actions), logits, hidden) = self;
        let out: [V; B] = load(net.row(net.out()));
        let view: [V; B] = add_rows(net, load(net.row(net.bias())), view);
        let deep = net.residual_blocks() > 0;
        hidden.clear();
        for (action, logit) in logits.iter_mut().enumerate() {
            let first = relu(add_rows(net, view, actions.of(action)));
            hidden.extend_from_slice(&stored(&first));
            if deep {
                hidden.resize(hidden.len() + net.residual_blocks() * B, Block::default());
            } else {
                *logit += dot(&first, &out);
            }
        }
        if deep {
            let layers = (net.residual_blocks() + 1) * B;
            residual::forward::<V, B>(net, hidden, logits.len());
            for (hidden, logit) in hidden.chunks_exact(layers).zip(logits) {
                let last: &[Block; B] = hidden.last_chunk().expect("a whole layer");
                *logit += dot(&load(last), &out);
            }
        }
    }
}

struct Value<'a>(&'a SparseNet, &'a [u16], &'a mut Vec<Block>);

impl Task for Value<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) -> f32 {
        let Value(net, inputs, hidden) = self;
        let mut last: [V; B] = relu(add_rows(net, load(net.row(net.bias())), inputs));
        hidden.clear();
        hidden.extend_from_slice(&stored(&last));
        if net.residual_blocks() > 0 {
            hidden.resize((net.residual_blocks() + 1) * B, Block::default());
            residual::forward::<V, B>(net, hidden, 1);
            last = load(hidden.last_chunk().expect("a whole layer"));
        }
        dot(&last, &load(net.row(net.out()))) + net.out_bias()
    }
}

#[inline(always)]
fn stored<V: Vector, const B: usize>(numbers: &[V; B]) -> [Block; B] {
    let mut row = [Block::default(); B];
    for place in 0..B {
        numbers[place].store(&mut row[place].0);
    }
    row
}

/// `sum` plus the rows of some inputs, added in order.
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

/// Replaces every number below 0 by 0.
#[inline(always)]
fn relu<V: Vector, const B: usize>(mut numbers: [V; B]) -> [V; B] {
    for place in 0..B {
        numbers[place] = numbers[place].relu();
    }
    numbers
}

/// The dot product: sums lane by lane, then halves, quarters and so on.
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
    use spariglio_engine::vector::Level;
    use spariglio_engine::{Deal, Game, State, View};

    use super::super::weights::WIDTHS;
    use super::*;
    use crate::net::inputs::{Encoder, Refusals, Residual};

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
                let outputs = |level| {
                    let level = Checked::new(level);
                    let (mut logits, mut hidden, mut of_critic) = (start.clone(), Vec::new(), Vec::new());
                    policy.add_logits_on(level, (&of_view[..view_len], &inputs), &mut logits, &mut hidden);
                    let value = critic.value_on(level, &of_view, &mut of_critic);
                    let numbers = logits.iter().chain([&value]).map(|number| number.to_bits());
                    (numbers.collect::<Vec<_>>(), hidden, of_critic)
                };
                let plain = outputs(Level::Portable);
                assert!(Level::available().all(|level| outputs(level) == plain), "{width} wide, {blocks} blocks");
                state.apply(&game, &deal, actions[actions.len() / 2]);
            }
        }
    }
}
