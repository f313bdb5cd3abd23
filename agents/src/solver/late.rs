//! The end of a hand, solved.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, View, World};

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

    /// The best action and the margin after it. `None` unless the observer knows all cards, few plays are left, and
    /// `actions`, the legal ones, are several.
    pub(crate) fn open(&mut self, view: &View<'_>, actions: &[Action]) -> Option<(Action, i32)> {
        if actions.len() < 2 || !self.is_late(view.plies_left()) || !view.is_open() {
            return None;
        }
        // Only one world fits the view.
        let World { deal, state } = view.sample_world(&mut Pcg64Mcg::seed_from_u64(0));
        Some(self.solver.best(view.game(), &deal, &state))
    }

    /// The solver itself.
    pub(crate) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }
}
