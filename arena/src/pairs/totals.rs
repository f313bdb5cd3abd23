//! The deals that a pair has played, and their sums. Its result is computed from these alone, and a run resumes from
//! them.

use serde::{Deserialize, Serialize};

use crate::deals::spans::Spans;
use crate::error::ArenaError;
use crate::pairs::tally::PairTally;
use crate::pairs::timing::Clocked;
use spariglio_stats::Hypothesis;

/// A pair's deals and sums.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// The deals.
    pub deals: Spans,
    /// Their sums.
    pub tally: PairTally,
    /// Each agent's decision times, if they are timed.
    pub clocked: Option<Clocked>,
    /// The sequential test, if there is one.
    pub sprt: Option<SequentialRun>,
    /// Each agent's first offence, with its place.
    pub first_offence: [Option<String>; 2],
    /// The counted margin of every set in the order of the deals, if kept (tuning).
    pub series: Vec<i64>,
}

/// The course of a sequential test so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SequentialRun {
    /// Every look: sets so far, and the log-likelihood ratio.
    pub path: Vec<(u64, f64)>,
    /// The hypothesis that was accepted, if any.
    pub verdict: Option<Hypothesis>,
}

impl Totals {
    /// Whether the sequential test has a verdict.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|run| run.verdict.is_some())
    }

    /// Adds the deals of `other`, which must be later ones if a program takes part: the first offence of each agent is
    /// kept. The sequential test of `other` is ignored; the test of `self` continues on the new sums.
    ///
    /// # Errors
    /// Fails if a deal is in both.
    pub fn merge(&mut self, other: Totals) -> Result<(), ArenaError> {
        self.deals.merge(&other.deals).map_err(ArenaError::PlayedTwice)?;
        self.tally.merge(&other.tally);
        for (first, later) in self.first_offence.iter_mut().zip(other.first_offence) {
            *first = first.take().or(later);
        }
        self.series.extend(other.series);
        match (&mut self.clocked, other.clocked) {
            (Some(sum), Some(more)) => sum.merge(&more),
            (sum, more) => *sum = sum.take().or(more),
        }
        Ok(())
    }
}
