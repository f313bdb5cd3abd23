//! The end of a hand, solved.

use spariglio_engine::Game;

use super::Solver;

/// A solver of positions with few plays left.
#[derive(Debug)]
pub(crate) struct LateSolver {
    solver: Solver,
    /// Most plays left in the hand.
    plays: usize,
}

impl LateSolver {
    /// A solver of positions with at most `plays` plays left per seat. `None` if `plays` is 0 or the game does not have
    /// two sides.
    pub(crate) fn new(game: &Game, plays: u32) -> Option<LateSolver> {
        let solver = Solver::new(game).ok().filter(|_| plays > 0)?;
        Some(LateSolver { solver, plays: plays as usize * game.players() })
    }

    /// Whether a position with `plies_left` plays left is solved.
    #[inline(always)]
    pub(crate) fn is_late(&self, plies_left: usize) -> bool {
        plies_left <= self.plays
    }

    /// The solver itself.
    pub(crate) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }
}
