//! Hands in progress for tests.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Deal, Game, State, View};

/// A hand of random actions so far.
pub(super) struct Played {
    pub(super) deal: Deal,
    pub(super) state: State,
    pub(super) history: Vec<Action>,
}

impl Played {
    /// A hand after `actions` random actions.
    pub(super) fn new(game: &Game, dealer: usize, actions: usize, rng: &mut Pcg64Mcg) -> Played {
        let deal = Deal::random(game, dealer, rng);
        let mut played = Played { deal, state: State::new(game, &deal), history: Vec::new() };
        played.play(game, actions, rng);
        played
    }

    /// Plays `actions` more random actions.
    pub(super) fn play(&mut self, game: &Game, actions: usize, rng: &mut Pcg64Mcg) {
        for _ in 0..actions {
            let action = self.state.random_action(game, rng);
            self.state.apply(game, &self.deal, action);
            self.history.push(action);
        }
    }

    /// The view of the seat to act, with its history.
    pub(super) fn view<'a>(&'a self, game: &'a Game, open: bool) -> View<'a> {
        View::new(game, &self.deal, &self.state, self.state.seat(), open).with_history(&self.history)
    }
}
