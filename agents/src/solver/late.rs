//! The end of a hand, solved.

use spariglio_engine::Game;

use super::Solver;

/// A solver of positions with few plays left.
#[derive(Debug)]
pub(crate) struct LateSolver {
    solver: Solver,
    /// Plays left in the hand, at most.
    plays: usize,
}

impl LateSolver {
    /// A solver of positions with at most `plays` plays a seat left; none where that is 0, or where the game has not two
    /// sides.
    pub(crate) fn new(game: &Game, plays: u32) -> Option<LateSolver> {
        let solver = Solver::new(game).ok().filter(|_| plays > 0)?;
        Some(LateSolver {
            solver,
            plays: plays as usize * game.players(),
        })
    }

    /// Whether a position with so many plays left is solved.
    #[inline(always)]
    pub(crate) fn is_late(&self, plies_left: usize) -> bool {
        plies_left <= self.plays
    }

    /// The solver itself.
    pub(crate) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }
}
