//! What a pair has played: which deals, and what they add up to. All that its result is computed from, and all that is
//! needed to play on.

use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::spans::Spans;
use crate::stats::Hypothesis;
use crate::tally::PairTally;
use crate::timing::Clocked;
use crate::variance::Reduction;

/// A pair's deals and sums.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The deals in it.
    pub deals: Spans,
    /// Their sums.
    pub tally: PairTally,
    /// Each agent's decisions, where they are timed.
    pub clocked: Option<Clocked>,
    /// The sequential test, where there is one.
    pub sprt: Option<SequentialRun>,
    /// What is taken off the margins, where it is: fixed before the first deal.
    pub reduction: Option<Reduction>,
    /// The counted margin of every set in the order of the deals, where they are kept.
    pub series: Vec<i64>,
}

/// A sequential test as far as it has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SequentialRun {
    /// Every look: sets so far, and the log-likelihood ratio.
    pub path: Vec<(u64, f64)>,
    /// The hypothesis that was accepted.
    pub verdict: Option<Hypothesis>,
}

impl Account {
    /// Adds the deals of `other`; a sequential test goes on after it and is not added.
    ///
    /// # Errors
    /// A deal that is in both.
    pub fn merge(&mut self, other: Account) -> Result<(), ArenaError> {
        self.deals.merge(&other.deals).map_err(ArenaError::PlayedTwice)?;
        self.tally.merge(&other.tally);
        self.series.extend(other.series);
        match (&mut self.clocked, other.clocked) {
            (Some(sum), Some(more)) => sum.merge(&more),
            (sum, more) => *sum = sum.take().or(more),
        }
        Ok(())
    }
}
