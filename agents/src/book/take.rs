//! `greedy-take`: takes what is worth most now, and never looks at what it leaves.
//!
//! The beginner's player of the literature. A capture goes before a lay, the most valuable capture before the others:
//! the worth of the captured cards and the played one (`greedy::worth`), and the points of a sweep.
//! Without a capture it lays the card of least worth. What is level is decided by canonical order. It declares as
//! `greedy` does.

use spariglio_engine::{Action, CardSet, Game, View};

use super::greedy::declare;
use super::greedy::sweepers::Sweepers;
use super::greedy::worth::{self, MILLI};
use crate::book::BookPolicy;

/// The rules of `greedy-take`, compiled for one game.
#[derive(Clone, Debug)]
pub struct TakePolicy {
    worth: [i32; 64],
    sweepers: Sweepers,
    sweep: i32,
    last_play_sweeps: bool,
}

impl TakePolicy {
    /// Compiles the rules for a game.
    pub fn new(game: &Game) -> TakePolicy {
        let rules = game.rules();
        TakePolicy {
            worth: worth::worths(game),
            sweepers: Sweepers::new(rules),
            sweep: i32::from(rules.sweep.points) * MILLI,
            last_play_sweeps: rules.sweep.last_play_scores,
        }
    }

    /// Index of the chosen action among `actions`: the legal ones of the view, in canonical order.
    ///
    /// # Panics
    /// If there are no actions.
    pub fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        if view.is_declaring() {
            return declare::best(&view.game().rules().declarations, actions);
        }
        let mut best = (0, self.rate(view, actions[0]));
        for (index, &action) in actions.iter().enumerate().skip(1) {
            let rating = self.rate(view, action);
            if rating > best.1 {
                best = (index, rating);
            }
        }
        best.0
    }

    /// Captures before lays, then by what is taken or laid.
    fn rate(&self, view: &View<'_>, action: Action) -> (bool, i32) {
        let played = action.card().map_or(CardSet::EMPTY, CardSet::single);
        let captured = action.captured();
        if captured.is_empty() {
            return (false, -worth::sum(&self.worth, played));
        }
        let sweeps = captured == view.table()
            && (self.last_play_sweeps || view.plies_left() > 1)
            && self.sweepers.scores(played, captured, view.matta());
        let sweep = if sweeps { self.sweep } else { 0 };
        (true, worth::sum(&self.worth, played | captured) + sweep)
    }
}

impl BookPolicy for TakePolicy {
    fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        TakePolicy::choose(self, view, actions)
    }
}
