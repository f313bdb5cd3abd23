//! The gradient of a hand: of the policy where it learns, of the critic at every turn.

#![allow(clippy::needless_range_loop)]

use spariglio_agents::net::sparse::{SparseNet, Task};
use spariglio_agents::net::{Block, Vector, ln};
use spariglio_engine::MAX_SEATS;

use crate::actor::{Nets, Step, Teaches, Trace};
use crate::shard::Stats;

/// Below this a slope of the loss by a logit changes nothing.
const NO_SLOPE: f32 = 1e-6;

/// Keeps logarithms of shares finite.
const LEAST_SHARE: f32 = 1e-8;

/// The gradients of both networks.
#[derive(Clone, Debug)]
pub struct Gradients {
    pub policy: SparseNet,
    pub critic: SparseNet,
    slopes: Vec<f32>,
}

/// What the loss is made of, besides the hand.
#[derive(Copy, Clone, Debug)]
pub struct Loss {
    /// Weight of later values in a return.
    pub lambda: f32,
    /// Pull of the residual's policy.
    pub pull: f32,
    /// Weight of the policy gradient beside what search teaches.
    pub weight: f32,
}

impl Gradients {
    /// Gradients of 0 for some networks.
    pub fn zeros(nets: Nets<'_>) -> Gradients {
        let like = |net: &SparseNet| SparseNet::zeros(net.inputs(), net.width());
        Gradients {
            policy: like(nets.policy),
            critic: like(nets.critic),
            slopes: Vec::new(),
        }
    }

    /// Becomes 0.
    pub fn clear(&mut self) {
        self.policy.blocks_mut().fill(Block::default());
        self.critic.blocks_mut().fill(Block::default());
    }

    /// Adds the gradient of a hand.
    pub fn add(&mut self, trace: &Trace, nets: Nets<'_>, loss: Loss, stats: &mut Stats) {
        let sides = trace.margins.len();
        let mut returns = [0.0; MAX_SEATS];
        returns[..sides].copy_from_slice(&trace.margins);
        let plies = trace.steps().len();
        for (place, step) in trace.steps().iter().enumerate().rev() {
            let side = step.side;
            let advantage = returns[side] - step.value;
            stats.add_value(place * 4 / plies, trace.margins[side], step.value);
            nets.critic.run(CriticBackward {
                net: nets.critic,
                step,
                slope: -2.0 * advantage,
                gradient: &mut self.critic,
            });
            returns[side] = loss.lambda * returns[side] + (1.0 - loss.lambda) * step.value;
            if sides == 2 {
                // What one side wins the other loses, so each learns from the values of both.
                returns[1 - side] = -returns[side];
            }
            match step.teaches {
                Teaches::Nothing => continue,
                Teaches::Advantage => self.slopes(step, advantage, loss, stats),
                Teaches::Search => self.slopes_to_target(step, stats),
            }
            nets.policy.run(PolicyBackward {
                net: nets.policy,
                step,
                slopes: &self.slopes,
                gradient: &mut self.policy,
            });
        }
    }

    /// The slope of the divergence of the target from the policy by each logit.
    fn slopes_to_target(&mut self, step: &Step, stats: &mut Stats) {
        let (mut entropy, mut divergence, mut of_label) = (0.0, 0.0, 0.0);
        self.slopes.clear();
        for (action, &share) in step.policy.iter().enumerate() {
            let (log, target) = (ln(share + LEAST_SHARE), step.target[action]);
            entropy -= share * log;
            divergence += share * (log - ln(step.residual[action] + LEAST_SHARE));
            of_label += target * (ln(target + LEAST_SHARE) - log);
            self.slopes.push(share - target);
        }
        stats.add_label(entropy, divergence, of_label);
    }

    /// The slope of the policy gradient's loss by each logit.
    fn slopes(&mut self, step: &Step, advantage: f32, loss: Loss, stats: &mut Stats) {
        let (mut entropy, mut divergence) = (0.0, 0.0);
        self.slopes.clear();
        for (&share, &residual) in step.policy.iter().zip(&step.residual) {
            let log = ln(share + LEAST_SHARE);
            let ratio = log - ln(residual + LEAST_SHARE);
            entropy -= share * log;
            divergence += share * ratio;
            self.slopes.push(ratio);
        }
        for (action, (slope, &share)) in self.slopes.iter_mut().zip(&step.policy).enumerate() {
            let chosen = f32::from(u8::from(action == step.chosen));
            *slope = loss.weight * (loss.pull * share * (*slope - divergence) - (chosen - share) * advantage);
        }
        stats.add_decision(entropy, divergence);
    }
}

/// The slope of the loss by the sum that a hidden layer is made of; adds what the output's weights get.
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
        slopes[place] = out[place].load::<V>().mul(slope).gated(active);
    }
    slopes
}

/// Adds to a row.
#[inline(always)]
fn add<V: Vector, const B: usize>(row: &mut [Block; B], numbers: &[V; B]) {
    for place in 0..B {
        row[place].add(numbers[place]);
    }
}

struct PolicyBackward<'a> {
    net: &'a SparseNet,
    step: &'a Step,
    slopes: &'a [f32],
    gradient: &'a mut SparseNet,
}

impl Task for PolicyBackward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) {
        let (net, step, gradient) = (self.net, self.step, self.gradient);
        let out: &[Block; B] = net.row(net.out());
        let mut view = [V::splat(0.0); B];
        let (hidden, _) = step.hidden.as_chunks::<B>();
        for (action, (&slope, hidden)) in self.slopes.iter().zip(hidden).enumerate() {
            if slope.abs() < NO_SLOPE {
                continue;
            }
            let slopes = through(slope, hidden, out, gradient.row_mut(net.out()));
            for place in 0..B {
                view[place] = view[place].add(slopes[place]);
            }
            for &input in step.actions.of(action) {
                add(gradient.row_mut(input.into()), &slopes);
            }
        }
        add(gradient.row_mut(net.bias()), &view);
        for &input in &step.inputs[..step.view_len] {
            add(gradient.row_mut(input.into()), &view);
        }
    }
}

struct CriticBackward<'a> {
    net: &'a SparseNet,
    step: &'a Step,
    slope: f32,
    gradient: &'a mut SparseNet,
}

impl Task for CriticBackward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector, const B: usize>(self) {
        let (net, step, gradient) = (self.net, self.step, self.gradient);
        let out: &[Block; B] = net.row(net.out());
        *gradient.out_bias_mut() += self.slope;
        let hidden: &[Block; B] = step.critic_hidden.first_chunk().expect("a whole layer");
        let slopes: [V; B] = through(self.slope, hidden, out, gradient.row_mut(net.out()));
        add(gradient.row_mut(net.bias()), &slopes);
        for &input in &step.inputs {
            add(gradient.row_mut(input.into()), &slopes);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_agents::inputs::{Encoder, Residual};
    use spariglio_agents::net::softmax;
    use spariglio_engine::{Deal, Game, State, random};

    use super::*;
    use crate::actor::Actor;
    use crate::lessons::Lesson;

    const LOSS: Loss = Loss {
        lambda: 0.7,
        pull: 0.2,
        weight: 1.0,
    };

    /// The output of a network, in double precision.
    fn output(net: &SparseNet, inputs: &[u16]) -> f64 {
        let width = net.width() / 16;
        let row = |place: usize| net.blocks()[place * width..][..width].iter().flat_map(|block| block.0);
        let mut hidden: Vec<f64> = row(net.bias()).map(f64::from).collect();
        for &input in inputs {
            for (sum, weight) in hidden.iter_mut().zip(row(input.into())) {
                *sum += f64::from(weight);
            }
        }
        let products = hidden
            .iter()
            .zip(row(net.out()))
            .map(|(h, w)| h.max(0.0) * f64::from(w));
        products.sum::<f64>() + f64::from(net.out_bias())
    }

    /// The advantage of each turn, from the definition of the lambda return.
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

    /// The loss of a hand, its advantages held fixed.
    fn policy_loss(net: &SparseNet, trace: &Trace, advantages: &[f64]) -> f64 {
        let steps = trace
            .steps()
            .iter()
            .zip(advantages)
            .filter(|(step, _)| step.teaches == Teaches::Advantage);
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
        steps
            .map(|(step, target)| (output(net, &step.inputs) - target).powi(2))
            .sum()
    }

    /// The slope of a loss by one number of a network.
    fn slope(net: &SparseNet, (block, lane): (usize, usize), loss: impl Fn(&SparseNet) -> f64) -> f64 {
        let at = |shift: f32| {
            let mut moved = net.clone();
            moved.blocks_mut()[block].0[lane] += shift;
            loss(&moved)
        };
        (at(1e-3) - at(-1e-3)) / 2e-3
    }

    /// A policy and a critic.
    fn random_nets(game: &Game, rng: &mut Pcg64Mcg) -> [SparseNet; 2] {
        let encoder = Encoder::new(game);
        [encoder.policy_len(), encoder.critic_len()].map(|inputs| {
            let mut net = SparseNet::random(inputs, 32, 0.1, rng);
            net.randomise_output(0.1, rng);
            net
        })
    }

    /// Compares one lane of every block of a gradient that is not 0 with the slope of the loss; gives how many.
    fn assert_slopes(net: &SparseNet, gradient: &SparseNet, loss: impl Fn(&SparseNet) -> f64) -> usize {
        let blocks = gradient.blocks().iter().enumerate();
        let moved = blocks.filter(|(_, slopes)| slopes.0 != [0.0; 16]);
        moved
            .map(|(block, slopes)| {
                let lane = block % 16;
                let found = f64::from(slopes.0[lane]);
                let expected = slope(net, (block, lane), &loss);
                // Few numbers lie so near a kink that the difference quotient crosses it.
                let is_near = (found - expected).abs() <= 2e-2 * (1.0 + expected.abs());
                assert!(is_near, "block {block}, lane {lane}: {found}, expected {expected}");
            })
            .count()
    }

    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        let game = Game::preset("scopone").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let [policy, critic] = random_nets(&game, &mut rng);
        let nets = Nets {
            policy: &policy,
            critic: &critic,
            residual: Residual::Formula,
        };
        let mut trace = Trace::default();
        let deal = Deal::random(&game, 0, &mut rng);
        Actor::new(&game).play(&game, &deal, nets, None, &mut rng, &mut trace);
        let mut gradients = Gradients::zeros(nets);
        gradients.add(&trace, nets, LOSS, &mut Stats::default());

        let advantages = advantages(&trace);
        // The critic's output is what is yet to come; with the points scored before, it is the value.
        let outputs = trace.steps().iter().map(|step| output(&critic, &step.inputs));
        let targets: Vec<f64> = outputs
            .zip(&advantages)
            .map(|(output, advantage)| output + advantage)
            .collect();
        let checked = assert_slopes(&policy, &gradients.policy, |net| policy_loss(net, &trace, &advantages))
            + assert_slopes(&critic, &gradients.critic, |net| critic_loss(net, &trace, &targets));
        assert!(checked > 300, "{checked} numbers");
    }

    /// A hand of random plays, with a random policy to learn in every second turn.
    fn lesson(game: &Game, rng: &mut Pcg64Mcg) -> Lesson {
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
        Lesson::new(deal, turns.iter().map(|(action, policy)| (*action, &policy[..])))
    }

    #[test]
    fn gradients_of_a_lesson_are_the_slopes_of_the_divergence() {
        let game = Game::preset("cirulla").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let [policy, critic] = random_nets(&game, &mut rng);
        let nets = Nets {
            policy: &policy,
            critic: &critic,
            residual: Residual::None,
        };
        let mut trace = Trace::default();
        Actor::new(&game).follow(&game, &lesson(&game, &mut rng), nets, &mut trace);
        let mut gradients = Gradients::zeros(nets);
        let mut stats = Stats::default();
        gradients.add(&trace, nets, LOSS, &mut stats);
        assert_eq!(stats.decisions, 0);

        let loss = |net: &SparseNet| {
            let taught = trace.steps().iter().filter(|step| step.teaches == Teaches::Search);
            let divergences = taught.map(|step| {
                let logits = logits(net, step);
                let total = logits.iter().map(|logit| logit.exp()).sum::<f64>().ln();
                let shares = step.target.iter().zip(&logits);
                shares
                    .map(|(&target, logit)| f64::from(target) * (f64::from(target).ln() - logit + total))
                    .sum::<f64>()
            });
            divergences.sum::<f64>()
        };
        assert!((loss(&policy) - stats.label_divergence).abs() < 1e-3);
        let checked = assert_slopes(&policy, &gradients.policy, loss);
        assert!(checked > 100, "{checked} numbers");
    }
}
