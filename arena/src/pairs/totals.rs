//! The sets that a pair has played, and their sums. Its figures are computed from these alone, and a run resumes from
//! them.

use serde::{Deserialize, Serialize};

use crate::deals::spans::Spans;
use crate::error::ArenaError;
use crate::pairs::set_sums::Tally;
use crate::pairs::tally::PairTally;
use crate::pairs::timing::Clocked;
use spariglio_stats::sprt::Look;
use spariglio_stats::{SprtConfig, Verdict};

/// A pair's sets and sums.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Totals<T: Tally = PairTally> {
    /// The sets, by the numbers of their deals.
    pub deals: Spans,
    /// Their sums.
    pub tally: T,
    /// Each agent's decision times, if they are timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocked: Option<Clocked>,
    /// The sequential test, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SequentialRun>,
    /// Each agent's first offence: its place, its kind, and the program's last words.
    #[serde(default)]
    pub first_offence: [Option<String>; 2],
}

/// The course of a sequential test so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SequentialRun {
    /// The test; its alpha is the pair's share of that of all pairs.
    #[serde(flatten)]
    pub config: SprtConfig,
    /// Every look.
    pub path: Vec<Look>,
    /// The verdict, if there is one.
    pub verdict: Option<Verdict>,
}

impl<T: Tally> Totals<T> {
    /// Whether the sequential test has a verdict.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|run| run.verdict.is_some())
    }

    /// Adds the sets of `other`, which must be later ones if a program takes part: the first offence of each agent is
    /// kept. The sequential test of `other` is ignored; the test of `self` continues on the new sums.
    ///
    /// # Errors
    /// Fails if a set is in both.
    pub fn merge(&mut self, other: Totals<T>) -> Result<(), ArenaError> {
        self.deals.merge(&other.deals).map_err(ArenaError::PlayedTwice)?;
        self.tally.merge(&other.tally);
        for (first, later) in self.first_offence.iter_mut().zip(other.first_offence) {
            *first = first.take().or(later);
        }
        match (&mut self.clocked, other.clocked) {
            (Some(sum), Some(more)) => sum.merge(&more),
            (sum, more) => *sum = sum.take().or(more),
        }
        Ok(())
    }
}
