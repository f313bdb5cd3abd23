//! Endgame errors: the points that decisions lost against best play of both sides with all cards known.
//!
//! A fair player does not know all cards, so its sum is not all its fault; it compares players on the same hands.

use spariglio_engine::{Action, Deal, Game, MAX_SEATS, State};

use super::Solver;

/// One decision against the exact best.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct EndgameDecision {
    /// Place among the actions of the hand, from 0.
    pub turn: usize,
    /// The seat that decided.
    pub seat: usize,
    /// What it did.
    pub action: Action,
    /// Exact margin before the decision, in points, for the seat's side.
    pub value: i32,
    /// Points that the action lost, 0 for a best one.
    pub lost: i32,
}

/// Decisions and lost points by seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct EndgameErrors {
    /// Decisions looked at.
    pub decisions: [u64; MAX_SEATS],
    /// Points lost by all of them.
    pub lost: [i64; MAX_SEATS],
}

impl EndgameErrors {
    /// Counts one more decision.
    pub fn add(&mut self, decision: &EndgameDecision) {
        self.decisions[decision.seat] += 1;
        self.lost[decision.seat] += i64::from(decision.lost);
    }
}

impl Solver {
    /// Every decision of a played hand from the first position in which a seat has at most `cards` cards left to play,
    /// those of later deal-rounds included. `actions` are legal actions from the deal on; `game` is the solver's own.
    pub fn endgame_decisions(
        &mut self,
        game: &Game,
        deal: &Deal,
        actions: &[Action],
        cards: usize,
    ) -> Vec<EndgameDecision> {
        let mut state = State::new(game, deal);
        let mut decisions = Vec::new();
        for (turn, &action) in actions.iter().enumerate() {
            if game.plies() - state.ply() <= cards * game.players() {
                let value = self.value(game, deal, &state);
                decisions.push(EndgameDecision {
                    turn,
                    seat: state.seat(),
                    action,
                    value,
                    lost: value - self.value_after(game, deal, &state, action, Some(value)),
                });
            }
            state.apply(game, deal, action);
        }
        decisions
    }
}
