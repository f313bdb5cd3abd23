//! The figures of two agents over matches.

use serde::Serialize;

use crate::pairs::figures::{Forfeits, Outcomes, SprtResult};
use spariglio_stats::Estimate;

/// Figures of two agents over matches; those of the first agent unless stated otherwise. Standard errors come from sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MatchFigures {
    /// Matches played.
    pub matches: u64,
    /// Percent of matches won; a level match counts one half.
    pub score: Estimate,
    /// Percent of matches won, level and lost.
    pub outcomes: Outcomes,
    /// The probability that the first agent is better: that its true score is above 50 %. `None` if there are too few
    /// sets.
    pub superiority: Option<f64>,
    /// Final points minus the opponent's, per match; a shutout or an offence counts as the limit to 0.
    pub margin: Estimate,
    /// Hands per match.
    pub hands: Estimate,
    /// Percent of matches won by the side that dealt first, whichever agent held it; a level match counts one half.
    pub first_dealer: Estimate,
    /// Matches that each agent won by a shutout.
    pub shutouts: [u64; 2],
    /// Matches that agents lost by offences.
    pub forfeits: Forfeits,
    /// The sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtResult>,
}
