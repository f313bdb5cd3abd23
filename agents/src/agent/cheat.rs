//! The cheating agent: one that decides from the whole world, hidden hand cards and stock included.
//!
//! It is an upper bound for fair agents and nothing else, and a trait of its own: an [`Agent`](crate::Agent) never meets
//! a [`World`] of the hand in progress, so the compiler keeps the border.

use spariglio_engine::{Action, Game, World};

use super::{Budget, Decision, MatchStanding};

/// Something that decides for the seat to act from everything.
pub trait Cheater: Send {
    /// As [`Agent::note_standing`](crate::Agent::note_standing).
    fn note_standing(&mut self, _standing: &MatchStanding) {}

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    fn start_hand(&mut self, seed: u64);

    /// Decides for the seat to act, in a hand that is not over.
    fn decide(&mut self, game: &Game, world: &World, budget: Budget) -> Decision;

    /// The action of [`Cheater::decide`] with the agent's own budget.
    fn act(&mut self, game: &Game, world: &World) -> Action {
        self.decide(game, world, Budget::OWN).action
    }
}
