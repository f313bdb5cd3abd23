//! The loss of a hand, as its derivatives ("slopes") with respect to the outputs of the networks.

use serde::{Deserialize, Serialize};
use spariglio_agents::net::ln;
use spariglio_engine::MAX_SEATS;

use crate::actor::{Signal, Step, Trace};
use crate::stats::Stats;

/// Keeps logarithms of shares finite.
const LEAST_SHARE: f32 = 1e-8;

/// The parameters of the loss.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Loss {
    /// Weight of later values in a return.
    pub lambda: f32,
    /// Pull of the residual's policy.
    pub pull: f32,
    /// Weight of the policy gradient relative to labels.
    pub weight: f32,
}

impl Loss {
    /// Sets the slopes of all turns of a finished hand.
    ///
    /// # Examples
    /// The slopes of a decision's logits add up to 0:
    /// ```
    /// use spariglio_train::backend::{Actor, Loss, Stats, Trace};
    /// # use rand_pcg::Pcg64Mcg;
    /// # use spariglio_agents::net::{inputs::{Encoder, Residual}, sparse::SparseNet};
    /// # use spariglio_engine::{Deal, Game};
    /// # let game = Game::preset("scopa").expect("a preset");
    /// # let encoder = Encoder::new(&game);
    /// # let zeros = |inputs| SparseNet::zeros(inputs, 32, 0);
    /// # let (policy, critic) = (zeros(encoder.policy_len()), zeros(encoder.critic_len()));
    /// # let nets = spariglio_train::backend::Nets { policy: &policy, critic: &critic, residual: Residual::Formula };
    /// # let mut rng = Pcg64Mcg::new(7);
    /// # let deal = Deal::random(&game, 0, &mut rng);
    ///
    /// let (mut hand, mut stats) = (Trace::default(), Stats::default());
    /// Actor::new(Encoder::new(&game)).play(&game, &deal, nets, None, &mut rng, &mut hand);
    /// Loss { lambda: 0.9, pull: 0.1, weight: 1.0 }.judge(&mut hand, &mut stats);
    /// let chosen: Vec<_> = hand.steps().iter().filter(|step| !step.slopes.is_empty()).collect();
    /// assert!(!chosen.is_empty());
    /// assert!(chosen.iter().all(|step| step.slopes.iter().sum::<f32>().abs() < 1e-3));
    /// ```
    pub fn judge(self, hand: &mut Trace, stats: &mut Stats) {
        let (steps, margins) = hand.parts_mut();
        let sides = margins.len();
        let mut returns = [0.0; MAX_SEATS];
        returns[..sides].copy_from_slice(margins);
        let plies = steps.len();
        for (place, step) in steps.iter_mut().enumerate().rev() {
            let side = step.side;
            let advantage = returns[side] - step.value;
            stats.add_value(place * 4 / plies, margins[side], step.value);
            step.value_slope = -2.0 * advantage;
            returns[side] = self.lambda * returns[side] + (1.0 - self.lambda) * step.value;
            if sides == 2 {
                // If there are two sides, one wins points from the other, so each learns from the values of both.
                returns[1 - side] = -returns[side];
            }
            step.slopes.clear();
            match step.signal {
                Signal::Nothing => {}
                Signal::Advantage => self.slopes(step, advantage, stats),
                Signal::Label => slopes_to_label(step, stats),
            }
        }
    }

    /// Derivatives of the policy gradient's loss with respect to each logit.
    fn slopes(self, step: &mut Step, advantage: f32, stats: &mut Stats) {
        let (mut entropy, mut divergence) = (0.0, 0.0);
        for (&share, &residual) in step.policy.iter().zip(&step.residual) {
            let log = ln(share + LEAST_SHARE);
            let ratio = log - ln(residual + LEAST_SHARE);
            entropy -= share * log;
            divergence += share * ratio;
            step.slopes.push(ratio);
        }
        // Until here `slopes` holds log(p / r): the derivative of KL(p, r) by a logit is p (log(p / r) - KL).
        for (action, (slope, &share)) in step.slopes.iter_mut().zip(&step.policy).enumerate() {
            let chosen = f32::from(u8::from(action == step.chosen));
            *slope = self.weight * (self.pull * share * (*slope - divergence) - (chosen - share) * advantage);
        }
        stats.add_decision(entropy, divergence);
    }
}

/// Derivatives of `KL(label, policy)` with respect to each logit.
fn slopes_to_label(step: &mut Step, stats: &mut Stats) {
    let (mut entropy, mut divergence, mut of_label) = (0.0, 0.0, 0.0);
    for (action, &share) in step.policy.iter().enumerate() {
        let (log, label) = (ln(share + LEAST_SHARE), step.label[action]);
        entropy -= share * log;
        divergence += share * (log - ln(step.residual[action] + LEAST_SHARE));
        of_label += label * (ln(label + LEAST_SHARE) - log);
        step.slopes.push(share - label);
    }
    stats.add_label(entropy, divergence, of_label);
}
