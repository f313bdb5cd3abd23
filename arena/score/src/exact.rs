//! The solution of a small game.

use serde::Serialize;
use spariglio_engine::Game;
use spariglio_equilibrium::{GameTree, Policy, Solver, Variant, exploitability, value};

/// Iterations of the solver in an exact solution.
const ITERATIONS: u64 = 300;

/// An equilibrium of a small game.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Exact {
    /// The dealer's margin in points per hand if both seats play perfectly.
    pub value: f64,
    /// The most by which the value may be wrong: the exploitability of the policy that was found.
    pub error: f64,
    /// Information sets of the game.
    pub information_sets: usize,
}

/// The solution of a small game; `None` if it is too large or has more than two seats.
pub(crate) fn solved(game: &Game) -> Option<Exact> {
    let tree = GameTree::new(game).ok()?;
    let mut solver = Solver::new(&tree, Variant::Plus);
    for _ in 0..ITERATIONS {
        solver.iterate();
    }
    let policy: Policy = solver.policy();
    Some(Exact {
        value: value(&tree, &policy),
        error: exploitability(&tree, &policy).mean(),
        information_sets: tree.information_sets(),
    })
}
