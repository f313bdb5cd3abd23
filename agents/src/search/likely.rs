//! How likely a network's policy, softened and mixed with uniform play, would have done what hidden seats did.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use spariglio_engine::random::mix;
use spariglio_engine::{Action, CardSet, View, World};

use crate::inputs::Refusals;
use crate::net::{SparseJudge, softmax};

/// Logits are divided by this. Against the formula's inference at 2 ms, 3,000 hands of Cirulla: 3 has +0.25 ±0.15 points per hand, 11 has
/// +0.04 ±0.13 (4,000 hands); 3.3 and 6.6 are the same in Scopone.
const SOFTENED: f32 = 3.0;

/// A network's policy, and what it has said of a deal-round.
#[derive(Clone, Debug)]
pub(super) struct Likely {
    judge: SparseJudge,
    /// Share of uniform play.
    doubt: f32,
    /// What the seats had refused before each action of the history.
    refusals: Vec<Refusals>,
    said: Said,
    actions: Vec<Action>,
    chances: Vec<f32>,
}

/// The logarithm of the chance of the history's action at a place, by the hand cards of the seat that did it: all else that it knew is the
/// same in every world.
type Said = HashMap<(u32, CardSet), f32, BuildHasherDefault<Mixer>>;

/// Hashes a place and a card set.
#[derive(Copy, Clone, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }
}

impl Likely {
    pub(super) fn new(judge: SparseJudge, doubt: f32) -> Likely {
        Likely {
            judge,
            doubt,
            refusals: Vec::new(),
            said: Said::default(),
            actions: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Forgets the deal-round.
    pub(super) fn clear(&mut self) {
        self.said.clear();
    }

    /// Notes the view whose history is looked at.
    pub(super) fn note_view(&mut self, view: &View<'_>) {
        self.judge.refusals_before(view, &mut self.refusals);
    }

    /// The logarithm of the chance that the seat to act in a world of the observed view, before the history's action at `place`, does it.
    pub(super) fn log(&mut self, observed: &View<'_>, world: &World, place: usize) -> f32 {
        let World { deal, state } = world;
        let (seat, open) = (state.seat(), observed.partners_open());
        let view = View::new(observed.game(), deal, state, seat, open);
        let action = observed.history()[place];
        if open {
            // The seat knows more than its own hand cards there.
            return self.log_anew(&view, place, action);
        }
        let key = (place as u32, view.hand_cards());
        if let Some(&log) = self.said.get(&key) {
            return log;
        }
        let log = self.log_anew(&view, place, action);
        self.said.insert(key, log);
        log
    }

    fn log_anew(&mut self, view: &View<'_>, place: usize, action: Action) -> f32 {
        view.legal_actions(&mut self.actions);
        let legal = self.actions.len();
        let Some(index) = self.actions.iter().position(|&other| other == action) else {
            // The history does not go on from here in this world, and is refused there.
            return 0.0;
        };
        if legal == 1 {
            return 0.0;
        }
        let refusals = &self.refusals[place];
        self.judge.logits(view, refusals, &self.actions, &mut self.chances);
        for logit in &mut self.chances {
            *logit /= SOFTENED;
        }
        softmax(&mut self.chances);
        ((1.0 - self.doubt) * self.chances[index] + self.doubt / legal as f32).ln()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, Game, State};

    use super::*;

    #[test]
    fn chances_are_those_of_the_softened_policy() {
        for name in ["scopone", "cirulla"] {
            let game = Game::preset(name).expect("a preset");
            let judge = SparseJudge::load(Path::new(""), &game).expect("a network that ships");
            let mut judge = judge.expect("a sparse network");
            let mut likely = Likely::new(judge.clone(), 0.05);
            let mut rng = Pcg64Mcg::new(7);
            let deal = Deal::random(&game, 0, &mut rng);
            let (mut state, mut history) = (State::new(&game, &deal), Vec::new());
            let (mut legal, mut logits) = (Vec::new(), Vec::new());
            for place in 0..20 {
                let view = View::new(&game, &deal, &state, state.seat(), false).with_history(&history);
                view.legal_actions(&mut legal);
                let refusals = judge.refusals(&view);
                judge.logits(&view, &refusals, &legal, &mut logits);
                let weights: Vec<f64> = logits.iter().map(|&logit| (f64::from(logit) / 3.0).exp()).collect();
                let sum: f64 = weights.iter().sum();
                let world = World { deal, state };
                for (&action, weight) in legal.iter().zip(&weights) {
                    let after = [&history[..], &[action]].concat();
                    let observed = View::new(&game, &deal, &state, (state.seat() + 1) % game.players(), false);
                    let observed = observed.with_history(&after);
                    likely.clear();
                    likely.refusals.resize(place, refusals);
                    likely.refusals.push(refusals);
                    let chance = f64::from(likely.log(&observed, &world, place)).exp();
                    let expected = 0.95 * weight / sum + 0.05 / legal.len() as f64;
                    assert!(
                        (chance - expected).abs() < 1e-4,
                        "{name}: {chance}, expected {expected}"
                    );
                }
                let action = state.random_action(&game, &mut rng);
                state.apply(&game, &deal, action);
                history.push(action);
            }
        }
    }
}
