//! The player that a search knows: an agent at the seats of the other sides, played as it is in every world of the search.
//!
//! The seats of the searcher's side alone choose then, so the search comes near a best response to that agent (Timbers et al. 2020,
//! arXiv 2004.09677). The seed of the agent's hand is not known: it is asked with another.

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
        KnownPlayer {
            opponent,
            history: Vec::new(),
            at_root: 0,
        }
    }

    /// Notes the view at the root of the searches to come, with its whole history.
    pub(super) fn note_view(&mut self, view: &View<'_>) {
        self.opponent
            .start_hand(view.game().side(view.seat()), &mut Pcg64Mcg::new(1));
        self.history.clear();
        self.history.extend_from_slice(view.history());
        self.at_root = self.history.len();
    }

    /// Back to the root.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.begin_at(self.at_root);
    }

    /// Back to where the first `actions` of the root's history have been done.
    #[inline]
    pub(super) fn begin_at(&mut self, actions: usize) {
        self.history.truncate(actions);
    }

    /// Follows an action.
    #[inline]
    pub(super) fn note(&mut self, action: Action) {
        self.history.push(action);
    }

    /// What the seat to act does where the simulation stands; none where it is one of the searcher's side.
    pub(super) fn act(&mut self, game: &Game, world: &World, partners_open: bool) -> Option<Action> {
        let World { deal, state } = world;
        let view = View::new(game, deal, state, state.seat(), partners_open).with_history(&self.history);
        self.opponent.act(&view)
    }
}
