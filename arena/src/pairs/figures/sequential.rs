//! The result of a sequential test.

use serde::Serialize;

use crate::pairs::set_sums::Tally;
use crate::pairs::totals::SequentialRun;
use spariglio_stats::sequential::{self, SequentialEstimate};

/// A sequential test of a pair, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtResult {
    /// The test, its looks and its verdict.
    #[serde(flatten)]
    pub run: SequentialRun,
    /// Limits of the ratios: at the first one a side ends, at the second one it is better.
    pub limits: [f64; 2],
    /// The log-likelihood ratio of each side, of all sets: better by the difference against equal.
    pub llrs: [f64; 2],
    /// The estimated strength in the test's unit, corrected for stopping early; `None` if the sets do not vary.
    pub estimate: Option<SequentialEstimate>,
}

impl SprtResult {
    /// The test `run` over the sets of `tally`, which have `plays` plays each.
    #[must_use]
    pub fn new(run: &SequentialRun, tally: &impl Tally, plays: u64) -> SprtResult {
        let config = &run.config;
        let sets = tally.tested(config.unit);
        let llrs = config.llrs(sets, plays);
        SprtResult {
            limits: config.limits(),
            llrs,
            estimate: sequential::estimate(config, sets, plays, llrs),
            run: run.clone(),
        }
    }
}
