//! Exploration: chooses the action to play, and which searches are full.
//!
//! All random numbers come from the hand's own stream, in the order of the decisions.

mod noise;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{Budget, Decision};
use spariglio_engine::Action;
use spariglio_engine::random::unit;

use crate::config::{Exploration, PlayoutCap, RootNoise};

/// The budget of a decision between `choices` actions, and whether its search is full. If searches are capped, a forced
/// decision never gets a full one.
pub(crate) fn budget(cap: Option<&PlayoutCap>, choices: impl FnOnce() -> usize, rng: &mut Pcg64Mcg) -> (Budget, bool) {
    let Some(cap) = cap else {
        return (Budget::OWN, true);
    };
    let drawn = f64::from(unit(rng)) < cap.share;
    let full = drawn && choices() > 1;
    let simulations = if full { cap.full } else { cap.cheap };
    (Budget::simulations(simulations), full)
}

/// The action to play at a ply.
pub(crate) fn choose(decision: &Decision, exploration: &Exploration, ply: usize, rng: &mut Pcg64Mcg) -> Action {
    if decision.actions.len() == 1 {
        return decision.action;
    }
    let mut weights = weights(decision, exploration.temperature_at(ply));
    if let Some(RootNoise { share, alpha }) = exploration.root_noise {
        noise::mix(&mut weights, share, alpha, rng);
    }
    decision.actions[draw(&weights, rng)]
}

/// Probabilities `policy ^ (1 / temperature)`, normalised. If the temperature is 0, the agent's choice has probability
/// 1.
fn weights(decision: &Decision, temperature: f64) -> Vec<f64> {
    if temperature == 0.0 {
        let chosen = |action: &Action| f64::from(u8::from(*action == decision.action));
        return decision.actions.iter().map(chosen).collect();
    }
    // Divides by the greatest first, so that a low temperature does not underflow.
    let most = decision.policy.iter().copied().fold(0.0, f32::max);
    let raise = |p: &f32| f64::from(*p / most).powf(1.0 / temperature);
    normalised(decision.policy.iter().map(raise).collect())
}

fn normalised(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    weights
}

/// Draws an index by its weight. If rounding leaves a gap, it is the last one with any weight.
fn draw(weights: &[f64], rng: &mut Pcg64Mcg) -> usize {
    let mut left = f64::from(unit(rng));
    let mut last = 0;
    for (index, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            last = index;
            if left < weight {
                break;
            }
        }
        left -= weight;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::stream;
    use spariglio_agents::agent::SearchStats;

    fn decision(policy: &[f32]) -> Decision {
        let card = spariglio_engine::Card::new;
        let empty = spariglio_engine::CardSet::EMPTY;
        let actions: Vec<Action> = (0..policy.len() as u8).map(|index| Action::play(card(index), empty)).collect();
        Decision {
            action: actions[0],
            actions,
            policy: policy.to_vec(),
            value: None,
            tried: Vec::new(),
            stats: SearchStats::default(),
        }
    }

    fn shares(exploration: &Exploration) -> Vec<f64> {
        let decision = decision(&[0.5, 0.25, 0.25, 0.0]);
        let mut rng = stream(1);
        let mut counts = vec![0.0; 4];
        for _ in 0..40_000 {
            let action = choose(&decision, exploration, 0, &mut rng);
            let index = decision.actions.iter().position(|other| *other == action);
            counts[index.expect("legal")] += 1.0 / 40_000.0;
        }
        counts
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 0.01, "{found:?}, expected {expected:?}");
        }
    }

    fn at(temperature: f64, root_noise: Option<RootNoise>) -> Exploration {
        Exploration { temperature: vec![(0, temperature)], root_noise }
    }

    #[test]
    fn temperature_shapes_the_draw() {
        assert_near(&shares(&at(1.0, None)), &[0.5, 0.25, 0.25, 0.0]);
        assert_near(&shares(&at(0.5, None)), &[2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0, 0.0]);
        assert_eq!(shares(&at(0.0, None))[1..], [0.0; 3]);
        assert!(shares(&at(1e-3, None))[0] > 0.999);
    }

    #[test]
    fn noise_is_uniform_on_average() {
        for alpha in [0.3, 2.0] {
            let noise = Some(RootNoise { share: 0.4, alpha });
            assert_near(&shares(&at(1.0, noise)), &[0.4, 0.25, 0.25, 0.1]);
        }
    }

    #[test]
    fn a_share_of_the_searches_is_full() {
        let cap = PlayoutCap { share: 0.25, full: 100, cheap: 10 };
        let mut rng = stream(2);
        let full = (0..10_000).filter(|_| budget(Some(&cap), || 2, &mut rng).1);
        assert!((2_300..2_700).contains(&full.count()));
        let forced = (0..100).all(|_| !budget(Some(&cap), || 1, &mut rng).1);
        assert!(forced);
        assert_eq!(budget(None, || 1, &mut rng), (Budget::OWN, true));
    }
}
