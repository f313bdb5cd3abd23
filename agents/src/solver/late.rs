//! The end of a hand, solved.

use spariglio_engine::{Deal, Game, State};

use super::Solver;

/// A solver of positions with few plays left.
#[derive(Debug)]
pub struct LateSolver {
    solver: Solver,
    /// Plays left in the hand, at most.
    plays: usize,
}

impl LateSolver {
    /// A solver of positions with at most `plays` plays a seat left; none where that is 0, or where the game has not two
    /// sides.
    pub fn new(game: &Game, plays: u32) -> Option<LateSolver> {
        let solver = Solver::new(game).ok().filter(|_| plays > 0)?;
        Some(LateSolver {
            solver,
            plays: plays as usize * game.players(),
        })
    }

    /// Whether few enough plays are left.
    #[inline(always)]
    pub fn is_late(&self, game: &Game, state: &State) -> bool {
        game.plies() - state.ply() <= self.plays
    }

    /// As [`Solver::value`], where few enough plays are left.
    pub fn value(&mut self, game: &Game, deal: &Deal, state: &State) -> Option<i32> {
        self.is_late(game, state).then(|| self.solver.value(game, deal, state))
    }

    /// The solver itself.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }
}
