//! Endgame errors: the points that decisions lost against best play of both sides with all cards known.
//!
//! A fair player does not know all cards, so part of its sum is unavoidable. The sums compare players on the same
//! hands.

use spariglio_engine::{Action, Deal, Game, MAX_SEATS, State};

use super::Solver;

/// One decision against the exact best.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct EndgameDecision {
    /// Index among the actions of the hand.
    pub turn: usize,
    /// The seat that decided.
    pub seat: usize,
    /// Its action.
    pub action: Action,
    /// Exact margin before the decision, in points, for the seat's side.
    pub value: i32,
    /// Points that the action lost; 0 if it was a best one.
    pub lost: i32,
}

/// Decisions and lost points by seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct EndgameErrors {
    /// Number of decisions.
    pub decisions: [u64; MAX_SEATS],
    /// Sum of the points that they lost.
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
    /// Every decision of a played hand with at most `cards` plays left per seat, including those of later deal-rounds.
    /// `actions` are the legal actions from the deal on; `game` must be the solver's own.
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
