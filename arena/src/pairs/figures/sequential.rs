//! The result of a sequential test.

use serde::Serialize;

use crate::pairs::set_sums::Tally;
use crate::pairs::totals::SequentialRun;
use spariglio_stats::{SequentialEstimate, sequential};

/// A sequential test of a pair, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtResult {
    /// The test, its looks and its verdict.
    #[serde(flatten)]
    pub run: SequentialRun,
    /// Limits of the log-likelihood ratio: H0 is accepted at or below the first, H1 at or above the second.
    pub limits: [f64; 2],
    /// The log-likelihood ratio of all sets.
    pub llr: f64,
    /// The estimated strength in the test's unit, corrected for stopping early; `None` if the sets do not vary.
    pub estimate: Option<SequentialEstimate>,
}

impl SprtResult {
    /// The test `run` over the sets of `tally`, which have `plays` plays each.
    #[must_use]
    pub fn new(run: &SequentialRun, tally: &impl Tally, plays: u64) -> SprtResult {
        let config = &run.config;
        let sets = tally.tested(config.unit);
        let llr = config.llr(sets, plays);
        SprtResult {
            limits: config.limits(),
            llr,
            estimate: sequential::estimate(config, sets, plays, llr),
            run: run.clone(),
        }
    }
}
