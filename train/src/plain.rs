//! The back end in plain Rust. It learns from a hand as soon as it is played, and reuses the hidden layers from acting.

#![allow(clippy::needless_range_loop)]

use ndarray::Array1;
use spariglio_agents::net::inputs::ActionInputs;
use spariglio_agents::net::sparse::{SparseNet, Task};
use spariglio_agents::net::{Block, LANES, Vector};

use crate::actor::Trace;
use crate::backend::{Backend, Outputs, Work};
use crate::nets::Nets;
use crate::rows::Rows;

/// A smaller derivative with respect to a logit is ignored.
const NO_SLOPE: f32 = 1e-6;

/// The back end in plain Rust.
///
/// # Examples
/// A network of zeros adds nothing to the residual's logits:
/// ```
/// use spariglio_agents::net::{inputs::{ActionInputs, Residual}, sparse::SparseNet};
/// use spariglio_train::{Backend, Plain};
/// use spariglio_train::backend::Nets;
/// use spariglio_train::rows::Rows;
///
/// let net = SparseNet::zeros(10, 32, 0);
/// let nets = Nets { policy: &net, critic: &net, residual: Residual::None };
/// let (mut rows, mut actions) = (Rows::default(), ActionInputs::default());
/// actions.push([7, 8]);
/// rows.push_decision(&[0, 3], &actions);
/// rows.push_world(&[0, 9]);
/// let outputs = Plain.outputs(nets, &rows);
/// assert_eq!((outputs.logits.to_vec(), outputs.values.to_vec()), (vec![0.0], vec![0.0]));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Plain;

impl Backend for Plain {
    fn name(&self) -> &'static str {
        "plain Rust"
    }

    fn outputs(&self, nets: Nets<'_>, rows: &Rows) -> Outputs {
        let mut hidden = Vec::new();
        let mut logits = Vec::with_capacity(rows.actions().len());
        let mut action = 0;
        for decision in 0..rows.views().len() {
            let view: Vec<u16> = rows.views().of(decision).collect();
            let mut actions = ActionInputs::default();
            let start = logits.len();
            while rows.decisions().get(action) == Some(&(decision as i32)) {
                actions.push(rows.actions().of(action));
                action += 1;
            }
            logits.resize(start + actions.len(), 0.0);
            nets.policy.add_logits(&view, &actions, &mut logits[start..], &mut hidden);
        }
        let values = (0..rows.worlds().len()).map(|world| {
            let inputs: Vec<u16> = rows.worlds().of(world).collect();
            nets.critic.value(&inputs, &mut hidden)
        });
        Outputs { values: values.collect(), logits: Array1::from_vec(logits) }
    }

    fn learn(&self, nets: Nets<'_>, hand: &Trace, work: &mut Work) {
        for step in hand.steps().iter().rev() {
            nets.critic.run(CriticBackward {
                net: nets.critic,
                inputs: &step.inputs,
                hidden: &step.critic_hidden,
                slope: step.value_slope,
                gradient: &mut work.gradients.critic,
            });
            if !step.slopes.is_empty() {
                nets.policy.run(PolicyBackward {
                    net: nets.policy,
                    view: &step.inputs[..step.view_len],
                    actions: &step.actions,
                    hidden: &step.hidden,
                    slopes: &step.slopes,
                    gradient: &mut work.gradients.policy,
                });
            }
        }
    }
}

/// The derivative with respect to the sums before a hidden layer. Also adds the gradient of the output's weights.
#[inline(always)]
fn through<V: Vector, const B: usize>(
    slope: f32,
    hidden: &[Block; B],
    out: &[Block; B],
    gradient: &mut [Block; B],
) -> [V; B] {
    let slope = V::splat(slope);
    let mut slopes = [slope; B];
    for place in 0..B {
        let active: V = hidden[place].load();
        gradient[place].add(active.mul(slope));
        // The derivative of the rectifier: 0 if the number is 0.
        slopes[place] = out[place].load::<V>().mul(slope).gated(active);
    }
    slopes
}

/// Adds numbers to a row.
#[inline(always)]
fn add<V: Vector, const B: usize>(row: &mut [Block; B], numbers: &[V; B]) {
    for place in 0..B {
        row[place].add(numbers[place]);
    }
}

/// Propagates derivatives from a row's last layer to the sums of its first one. `layers` holds all its layers. Also
/// adds the gradients of the residual blocks.
#[inline(always)]
fn through_blocks<V: Vector, const B: usize>(
    net: &SparseNet,
    layers: &[Block],
    mut slopes: [V; B],
    gradient: &mut SparseNet,
) -> [V; B] {
    for block in (0..net.residual_blocks()).rev() {
        let first = net.block(block);
        let below: &[Block; B] = layers[block * B..].first_chunk().expect("a whole layer");
        add(gradient.row_mut(first + net.width()), &slopes);
        let mut sums = [Block::default(); B];
        for place in 0..B {
            slopes[place].store(&mut sums[place].0);
        }
        for input in 0..net.width() {
            let value = below[input / LANES].0[input % LANES];
            let sum = &mut sums[input / LANES].0[input % LANES];
            // If a number is 0, no derivative passes through it.
            if value == 0.0 {
                *sum = 0.0;
                continue;
            }
            let weights: &[Block; B] = net.row(first + input);
            let row: &mut [Block; B] = gradient.row_mut(first + input);
            let (mut products, value) = (V::splat(0.0), V::splat(value));
            for place in 0..B {
                products = weights[place].load::<V>().mul_add(slopes[place], products);
                row[place].add(slopes[place].mul(value));
            }
            *sum += products.sum();
        }
        for place in 0..B {
            slopes[place] = sums[place].load();
        }
    }
    slopes
}

struct PolicyBackward<'a> {
    net: &'a SparseNet,
    view: &'a [u16],
    actions: &'a ActionInputs,
    hidden: &'a [Block],
    slopes: &'a [f32],
    gradient: &'a mut SparseNet,
}

impl Task for PolicyBackward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) {
        let (net, gradient) = (self.net, self.gradient);
        let out: &[Block; B] = net.row(net.out());
        let mut view = [V::splat(0.0); B];
        let layers = (net.residual_blocks() + 1) * B;
        for (action, (&slope, hidden)) in self.slopes.iter().zip(self.hidden.chunks_exact(layers)).enumerate() {
            if slope.abs() < NO_SLOPE {
                continue;
            }
            let last: &[Block; B] = hidden.last_chunk().expect("a whole layer");
            let slopes = through(slope, last, out, gradient.row_mut(net.out()));
            let slopes = through_blocks(net, hidden, slopes, gradient);
            for place in 0..B {
                view[place] = view[place].add(slopes[place]);
            }
            for &input in self.actions.of(action) {
                add(gradient.row_mut(input.into()), &slopes);
            }
        }
        add(gradient.row_mut(net.bias()), &view);
        for &input in self.view {
            add(gradient.row_mut(input.into()), &view);
        }
    }
}

struct CriticBackward<'a> {
    net: &'a SparseNet,
    inputs: &'a [u16],
    hidden: &'a [Block],
    slope: f32,
    gradient: &'a mut SparseNet,
}

impl Task for CriticBackward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) {
        let (net, gradient) = (self.net, self.gradient);
        let out: &[Block; B] = net.row(net.out());
        *gradient.out_bias_mut() += self.slope;
        let last: &[Block; B] = self.hidden.last_chunk().expect("a whole layer");
        let slopes: [V; B] = through(self.slope, last, out, gradient.row_mut(net.out()));
        let slopes = through_blocks(net, self.hidden, slopes, gradient);
        add(gradient.row_mut(net.bias()), &slopes);
        for &input in self.inputs {
            add(gradient.row_mut(input.into()), &slopes);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_agents::net::inputs::{Encoder, Residual};
    use spariglio_agents::net::softmax;
    use spariglio_engine::{Deal, Game, State, random};

    use super::*;
    use crate::actor::{Actor, Signal, Step};
    use crate::labeled::LabeledHand;
    use crate::loss::Loss;
    use crate::stats::Stats;

    const LOSS: Loss = Loss { lambda: 0.7, pull: 0.2, weight: 1.0 };

    /// The output of a network in double precision.
    fn output(net: &SparseNet, inputs: &[u16]) -> f64 {
        let width = net.width() / 16;
        let row = |place: usize| net.blocks()[place * width..][..width].iter().flat_map(|block| block.0);
        let mut hidden: Vec<f64> = row(net.bias()).map(f64::from).collect();
        for &input in inputs {
            for (sum, weight) in hidden.iter_mut().zip(row(input.into())) {
                *sum += f64::from(weight);
            }
        }
        hidden.iter_mut().for_each(|sum| *sum = sum.max(0.0));
        for block in 0..net.residual_blocks() {
            let first = net.block(block);
            let mut above = hidden.clone();
            for (input, value) in hidden.iter().enumerate() {
                let weights = row(first + input);
                above
                    .iter_mut()
                    .zip(weights)
                    .for_each(|(sum, weight)| *sum += value * f64::from(weight));
            }
            let bias = row(first + net.width());
            hidden = above
                .iter()
                .zip(bias)
                .map(|(sum, bias)| (sum + f64::from(bias)).max(0.0))
                .collect();
        }
        let products = hidden.iter().zip(row(net.out())).map(|(h, w)| h * f64::from(w));
        products.sum::<f64>() + f64::from(net.out_bias())
    }

    /// The advantage of each turn, by the definition of the lambda return.
    fn advantages(trace: &Trace) -> Vec<f64> {
        let steps = trace.steps();
        let value = |at: usize, side: usize| {
            let sign = if steps[at].side == side { 1.0 } else { -1.0 };
            sign * f64::from(steps[at].value)
        };
        (0..steps.len())
            .map(|at| {
                let (side, lambda) = (steps[at].side, f64::from(LOSS.lambda));
                let (mut sum, mut weight) = (0.0, 1.0);
                for later in at + 1..steps.len() {
                    sum += weight * (1.0 - lambda) * value(later, side);
                    weight *= lambda;
                }
                sum + weight * f64::from(trace.margins[side]) - value(at, side)
            })
            .collect()
    }

    /// The loss of a hand with fixed advantages.
    fn policy_loss(net: &SparseNet, trace: &Trace, advantages: &[f64]) -> f64 {
        let steps = trace
            .steps()
            .iter()
            .zip(advantages)
            .filter(|(step, _)| step.signal == Signal::Advantage);
        steps.map(|(step, advantage)| step_loss(net, step, *advantage)).sum()
    }

    fn logits(net: &SparseNet, step: &Step) -> Vec<f64> {
        let view = &step.inputs[..step.view_len];
        let logits = (0..step.policy.len()).map(|action| {
            let inputs = [view, step.actions.of(action)].concat();
            f64::from(step.residual[action]).ln() + output(net, &inputs)
        });
        logits.collect()
    }

    fn step_loss(net: &SparseNet, step: &Step, advantage: f64) -> f64 {
        let logits = logits(net, step);
        let total = logits.iter().map(|logit| logit.exp()).sum::<f64>().ln();
        let divergence = logits.iter().zip(&step.residual).map(|(logit, &residual)| {
            let log = logit - total;
            log.exp() * (log - f64::from(residual).ln())
        });
        f64::from(LOSS.pull) * divergence.sum::<f64>() - advantage * (logits[step.chosen] - total)
    }

    fn critic_loss(net: &SparseNet, trace: &Trace, targets: &[f64]) -> f64 {
        let steps = trace.steps().iter().zip(targets);
        steps.map(|(step, target)| (output(net, &step.inputs) - target).powi(2)).sum()
    }

    /// The derivative of a loss with respect to one number of a network.
    fn slope(net: &SparseNet, (block, lane): (usize, usize), loss: impl Fn(&SparseNet) -> f64) -> f64 {
        let at = |shift: f32| {
            let mut moved = net.clone();
            moved.blocks_mut()[block].0[lane] += shift;
            loss(&moved)
        };
        (at(1e-3) - at(-1e-3)) / 2e-3
    }

    /// A random policy and critic.
    fn random_nets(game: &Game, blocks: usize, rng: &mut Pcg64Mcg) -> [SparseNet; 2] {
        let encoder = Encoder::new(game);
        [encoder.policy_len(), encoder.critic_len()].map(|inputs| {
            let mut net = SparseNet::random(inputs, 32, blocks, 0.1, rng);
            net.randomise_blocks(0.1, rng);
            net.randomise_output(0.1, rng);
            net
        })
    }

    /// Compares nonzero gradients with the derivatives of the loss, in one lane of every 16 numbers. Returns how many.
    fn assert_slopes(net: &SparseNet, gradient: &SparseNet, loss: impl Fn(&SparseNet) -> f64) -> usize {
        let blocks = gradient.blocks().iter().enumerate();
        let moved: Vec<usize> = blocks
            .filter(|(_, slopes)| slopes.0 != [0.0; 16])
            .map(|(block, _)| block)
            .collect();
        let is_far = |block: &&usize| {
            let (block, lane) = (**block, **block % 16);
            let derivative = f64::from(gradient.blocks()[block].0[lane]);
            let expected = slope(net, (block, lane), &loss);
            (derivative - expected).abs() > 2e-2 * (1.0 + expected.abs())
        };
        let far: Vec<_> = moved.iter().filter(is_far).collect();
        // If a number lies near a kink, the difference quotient may cross it. More blocks have more kinks.
        let few = net.residual_blocks() * moved.len() / 100;
        assert!(far.len() <= few, "{far:?} of {}", moved.len());
        moved.len()
    }

    /// The gradients of a hand.
    fn gradients(nets: Nets<'_>, trace: &mut Trace) -> (crate::backend::Gradients, Stats) {
        let (mut work, mut stats) = (Work::new(nets), Stats::default());
        LOSS.judge(trace, &mut stats);
        Plain.learn(nets, trace, &mut work);
        (work.gradients, stats)
    }

    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        (0..=2).for_each(assert_slopes_of_a_hand);
    }

    fn assert_slopes_of_a_hand(blocks: usize) {
        let game = Game::preset("scopone").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let [policy, critic] = random_nets(&game, blocks, &mut rng);
        let nets = Nets { policy: &policy, critic: &critic, residual: Residual::Formula };
        let mut trace = Trace::default();
        let deal = Deal::random(&game, 0, &mut rng);
        Actor::new(Encoder::new(&game)).play(&game, &deal, nets, None, &mut rng, &mut trace);
        let (gradients, _) = gradients(nets, &mut trace);

        let advantages = advantages(&trace);
        // The critic's output is the margin still to come; its sum with the points scored before is the value.
        let outputs = trace.steps().iter().map(|step| output(&critic, &step.inputs));
        let targets: Vec<f64> = outputs.zip(&advantages).map(|(output, advantage)| output + advantage).collect();
        let checked = assert_slopes(&policy, &gradients.policy, |net| policy_loss(net, &trace, &advantages))
            + assert_slopes(&critic, &gradients.critic, |net| critic_loss(net, &trace, &targets));
        assert!(checked > 300, "{checked} numbers");
    }

    /// A hand of random plays, with a random policy to learn in every second turn if there is a choice.
    fn lesson(game: &Game, rng: &mut Pcg64Mcg) -> LabeledHand {
        let deal = Deal::random(game, 0, rng);
        let mut state = State::new(game, &deal);
        let (mut turns, mut legal) = (Vec::new(), Vec::new());
        while !state.is_over() {
            state.legal_actions(game, &mut legal);
            let mut policy: Vec<f32> = legal.iter().map(|_| random::unit(rng)).collect();
            softmax(&mut policy);
            if legal.len() == 1 || turns.len() % 2 == 0 {
                policy.clear();
            }
            let action = state.random_action(game, rng);
            turns.push((action, policy));
            state.apply(game, &deal, action);
        }
        LabeledHand::new(deal, turns.iter().map(|(action, policy)| (*action, &policy[..])))
    }

    #[test]
    fn gradients_of_a_lesson_are_the_slopes_of_the_divergence() {
        (0..=2).for_each(assert_slopes_of_a_lesson);
    }

    fn assert_slopes_of_a_lesson(blocks: usize) {
        let game = Game::preset("cirulla").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let [policy, critic] = random_nets(&game, blocks, &mut rng);
        let nets = Nets { policy: &policy, critic: &critic, residual: Residual::None };
        let mut trace = Trace::default();
        Actor::new(Encoder::new(&game)).follow(&game, &lesson(&game, &mut rng), nets, &mut trace);
        let (gradients, stats) = gradients(nets, &mut trace);
        assert_eq!(stats.decisions, 0);

        let loss = |net: &SparseNet| {
            let taught = trace.steps().iter().filter(|step| step.signal == Signal::Label);
            let divergences = taught.map(|step| {
                let logits = logits(net, step);
                let total = logits.iter().map(|logit| logit.exp()).sum::<f64>().ln();
                let shares = step.label.iter().zip(&logits);
                shares
                    .map(|(&share, logit)| f64::from(share) * (f64::from(share).ln() - logit + total))
                    .sum::<f64>()
            });
            divergences.sum::<f64>()
        };
        assert!((loss(&policy) - stats.label_divergence).abs() < 1e-3);
        let checked = assert_slopes(&policy, &gradients.policy, loss);
        assert!(checked > 100, "{checked} numbers");
    }
}
