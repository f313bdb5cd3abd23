//! The sets that a pair has played, and their sums. Its result is computed from these alone, and a run resumes from
//! them.

use super::{MatchPair, MatchTally};
use crate::deals::spans::Spans;
use crate::error::ArenaError;
use crate::pairs::queue::Sums;

/// A pair's sets and sums.
#[derive(Debug, Default)]
pub(super) struct MatchTotals {
    /// The sets.
    pub played: Spans,
    /// Their sums.
    pub tally: MatchTally,
    /// Each agent's first offence, with its place.
    pub first_offence: [Option<String>; 2],
}

impl Sums for MatchTotals {
    fn add(&mut self, later: MatchTotals) -> Result<(), ArenaError> {
        self.played.merge(&later.played).map_err(ArenaError::PlayedTwice)?;
        self.tally.merge(&later.tally);
        for (first, later) in self.first_offence.iter_mut().zip(later.first_offence) {
            *first = first.take().or(later);
        }
        Ok(())
    }
}

impl From<&MatchPair> for MatchTotals {
    fn from(pair: &MatchPair) -> MatchTotals {
        MatchTotals {
            played: pair.played.clone(),
            tally: pair.tally,
            first_offence: pair.first_offence.clone(),
        }
    }
}
