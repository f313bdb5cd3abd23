//! A player that a search knows: an agent that decides for the seats of the other sides in every world of the search.
//!
//! Only the searcher's side then has choices, so the search approximates a best response to that agent (Timbers et al.
//! 2020, arXiv 2004.09677). The seed of the real agent's hand is unknown: the search uses another.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::unit;
use spariglio_engine::{Action, Game, View, World};

use crate::table::Opponent;

/// A model, and the share of decisions in which it does as the player.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Guess {
    /// Its place among the models.
    pub model: usize,
    pub share: f32,
}

impl Guess {
    /// The only model, which is the player itself.
    pub(super) const SURE: Guess = Guess { model: 0, share: 1.0 };
}

/// An opponent that follows simulations from the root of a search.
#[derive(Debug)]
pub(super) struct KnownPlayer {
    /// Agents that may be the player.
    models: Vec<Opponent>,
    /// The one that it is thought to be; `None` if it is none of them.
    guess: Option<Guess>,
    /// Decides whether the player does as its model.
    rng: Pcg64Mcg,
    /// The actions of the hand: those before the root, then those of the simulation under way.
    history: Vec<Action>,
    at_root: usize,
}

impl KnownPlayer {
    /// If there is one model only, it is the player itself; of several, none is believed yet.
    pub(super) fn new(models: Vec<Opponent>) -> KnownPlayer {
        let guess = (models.len() == 1).then_some(Guess::SURE);
        KnownPlayer { models, guess, rng: Pcg64Mcg::new(1), history: Vec::new(), at_root: 0 }
    }

    /// Sets who the player is thought to be.
    pub(super) fn believe(&mut self, guess: Option<Guess>) {
        self.guess = guess;
    }

    /// The share of decisions in which the player does as its model; `None` if there is no such model.
    pub(super) fn share(&self) -> Option<f32> {
        self.guess.map(|guess| guess.share)
    }

    /// Notes the view at the root of the searches to come, with its whole history.
    pub(super) fn note_view(&mut self, view: &View<'_>) {
        self.rng = Pcg64Mcg::new(1);
        if let Some(guess) = self.guess {
            self.models[guess.model].start_hand(view.game().side(view.seat()), &mut self.rng);
        }
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

    /// The action of the seat to act in the simulation's world; `None` if the search decides for it: the seat is of the
    /// searcher's side, or does not do as its model this time.
    pub(super) fn act(&mut self, game: &Game, world: &World, partners_open: bool) -> Option<Action> {
        let share = self.share()?;
        if share < 1.0 && unit(&mut self.rng) >= share {
            return None;
        }
        self.model_action(game, world, partners_open)
    }

    /// The model's action for the seat to act; `None` if the seat is of the searcher's side, or there is no model.
    pub(super) fn model_action(&mut self, game: &Game, world: &World, partners_open: bool) -> Option<Action> {
        let World { deal, state } = world;
        let view = View::new(game, deal, state, state.seat(), partners_open).with_history(&self.history);
        self.models[self.guess?.model].act(&view)
    }
}
