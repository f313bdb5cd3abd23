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
