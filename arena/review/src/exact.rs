//! Exact values if the seat to act knows the place of every card.

use spariglio_agents::Solver;
use spariglio_agents::search::{Parts, score_parts};
use spariglio_engine::{Action, Game, View, World};

/// Maximum number of plays left that are solved.
const MOST_PLAYS: usize = 10;

/// Whether only one world fits the view: no card is left to be dealt, and at most one other seat holds unknown cards.
#[must_use]
pub fn leaves_one_world(view: &View<'_>) -> bool {
    let hides = |seat: &usize| view.hand_len(*seat) > view.known(*seat).len() as usize;
    view.stock_len() == 0 && (0..view.game().players()).filter(hides).count() <= 1
}

/// Whether [`values`] can handle a view.
#[must_use]
pub fn is_exact(view: &View<'_>) -> bool {
    view.game().sides() == 2 && view.plies_left() <= MOST_PLAYS && leaves_one_world(view)
}

/// Best play after an action, to the end of the hand.
pub(crate) fn line(solver: &mut Solver, game: &Game, world: &World, action: Action) -> Vec<Action> {
    let World { deal, mut state } = *world;
    state.apply(game, &deal, action);
    solver.line(game, &deal, &state)
}

/// For each action, the exact margin for the side of the seat to act, and the parts of the score after best play.
pub fn values(solver: &mut Solver, game: &Game, world: &World, actions: &[Action]) -> Vec<(f64, Parts)> {
    let World { deal, state } = world;
    let side = game.side(state.seat());
    let solved = |&action: &Action| {
        let mut end = *state;
        end.apply(game, deal, action);
        for action in line(solver, game, world, action) {
            end.apply(game, deal, action);
        }
        (f64::from(end.margin(game, side)), score_parts(game, &end, side))
    };
    actions.iter().map(solved).collect()
}
