//! The standing of a match before one of its hands: public facts that a view does not hold.

use std::sync::Arc;

use spariglio_engine::MatchState;

use crate::equity::MatchEquity;

/// A match before its next hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchStanding {
    /// Scores, hands played, the next dealer.
    pub state: MatchState,
    /// The match equity, if there is a table for this match.
    pub equity: Option<Arc<MatchEquity>>,
}
