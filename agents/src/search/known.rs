//! A player that a search knows: an agent that decides for the seats of the other sides in every world of the search.
//!
//! Only the searcher's side then has choices, so the search approximates a best response to that agent (Timbers et al.
//! 2020, arXiv 2004.09677). The seed of the real agent's hand is unknown: the search uses another.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, View, World};

use crate::table::Opponent;

/// An opponent that follows simulations from the root of a search.
#[derive(Debug)]
pub(super) struct KnownPlayer {
    opponent: Opponent,
    /// The actions of the hand: those before the root, then those of the simulation under way.
    history: Vec<Action>,
    at_root: usize,
}

impl KnownPlayer {
    pub(super) fn new(opponent: Opponent) -> KnownPlayer {
        KnownPlayer { opponent, history: Vec::new(), at_root: 0 }
    }

    /// Notes the view at the root of the searches to come, with its whole history.
    pub(super) fn note_view(&mut self, view: &View<'_>) {
        self.opponent.start_hand(view.game().side(view.seat()), &mut Pcg64Mcg::new(1));
        self.history.clear();
        self.history.extend_from_slice(view.history());
        self.at_root = self.history.len();
    }

    /// Goes back to the root.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.begin_at(self.at_root);
    }

    /// Goes back to the position after the first `actions` actions.
    #[inline]
    pub(super) fn begin_at(&mut self, actions: usize) {
        self.history.truncate(actions);
    }

    /// Follows an action.
    #[inline]
    pub(super) fn note(&mut self, action: Action) {
        self.history.push(action);
    }

    /// The action of the seat to act in the simulation's world; `None` if the seat is of the searcher's side.
    pub(super) fn act(&mut self, game: &Game, world: &World, partners_open: bool) -> Option<Action> {
        let World { deal, state } = world;
        let view = View::new(game, deal, state, state.seat(), partners_open).with_history(&self.history);
        self.opponent.act(&view)
    }
}
