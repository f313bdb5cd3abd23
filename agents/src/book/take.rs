//! `greedy-take`: takes the most valuable cards now, and ignores the table that it leaves.
//!
//! The beginner's player of the literature. A capture goes before a lay, and the most valuable capture before the
//! others: the worth of the captured cards and the played one (`knowledge::even`), plus the points of a sweep. If there
//! is no capture, it lays the card of least worth. If actions are level, the first in canonical order is played. It
//! declares as `greedy` does.

use spariglio_engine::{Action, CardSet, Game, View};

use crate::book::player::{BookPolicy, first_best};
use crate::knowledge::even::{self, MILLI};

/// The rules of `greedy-take`, compiled for one game.
#[derive(Clone, Debug)]
pub struct TakePolicy {
    worth: [i32; 64],
    sweep: i32,
}

impl TakePolicy {
    /// Compiles the rules for a game.
    pub fn new(game: &Game) -> TakePolicy {
        let rules = game.rules();
        TakePolicy { worth: even::worths(game), sweep: i32::from(rules.sweep.points) * MILLI }
    }

    /// Captures before lays, then by the worth of the cards taken or laid.
    fn rate(&self, view: &View<'_>, action: Action) -> (bool, i32) {
        let Some(card) = action.card() else {
            return (false, 0);
        };
        let (played, captured) = (CardSet::single(card), action.captured());
        if captured.is_empty() {
            return (false, -even::sum(&self.worth, played));
        }
        let sweeps = i32::from(view.capture_counts(card, captured).sweeps);
        (true, even::sum(&self.worth, played | captured) + sweeps * self.sweep)
    }
}

impl BookPolicy for TakePolicy {
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize {
        first_best(actions, |action| self.rate(view, action))
    }
}
