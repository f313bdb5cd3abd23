//! Where a match stands before one of its hands: what a seat may know beside its view.

use std::sync::Arc;

use spariglio_engine::MatchState;

use crate::equity::MatchEquity;

/// A match before its next hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchStanding {
    /// Scores, hands played, the next dealer.
    pub state: MatchState,
    /// The chances in this match, where the table has them.
    pub equity: Option<Arc<MatchEquity>>,
}
