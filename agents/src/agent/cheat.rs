//! The cheating agent: it decides from the whole world, including hidden hand cards and the stock.
//!
//! It serves only as an upper bound for fair agents. It is a separate trait, so the compiler ensures that an
//! [`Agent`](crate::Agent) never gets a [`World`] of the hand in progress.

use spariglio_engine::{Action, Game, MatchState, World};

use super::{Budget, Decision};

/// Decides for the seat to act from the whole world.
pub trait Cheater: Send {
    /// As [`Agent::note_standing`](crate::Agent::note_standing).
    fn note_standing(&mut self, _standing: &MatchState) {}

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    fn start_hand(&mut self, seed: u64);

    /// Decides for the seat to act. The hand must not be over.
    fn decide(&mut self, game: &Game, world: &World, budget: Budget) -> Decision;

    /// The action of [`Cheater::decide`] with the agent's own budget.
    fn act(&mut self, game: &Game, world: &World) -> Action {
        self.decide(game, world, Budget::OWN).action
    }
}
