//! Where a match stands before one of its hands: what a seat may know beside its view.

use std::sync::Arc;

use crate::equity::MatchEquity;

/// A match before its next hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Points of each side so far.
    pub scores: Vec<i64>,
    /// Hands played.
    pub hands: usize,
    /// The seat that deals the next hand.
    pub dealer: usize,
    /// The chances in this match, where the table has them.
    pub equity: Option<Arc<MatchEquity>>,
}
