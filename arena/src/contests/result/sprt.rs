//! The result of a sequential test.

use serde::{Deserialize, Serialize};

use crate::pairs::tally::PairTally;
use crate::pairs::{SequentialRun, tested};
use spariglio_stats::{SequentialEstimate, SprtConfig, sequential};

/// A sequential test of a pair, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtResult {
    /// The test.
    #[serde(flatten)]
    pub config: SprtConfig,
    /// Limits of the log-likelihood ratio: H0 is accepted at or below the first, H1 at or above the second.
    pub limits: [f64; 2],
    /// The log-likelihood ratio of all sets.
    pub llr: f64,
    /// The estimated strength in the test's unit, corrected for stopping early; `None` if the sets do not vary.
    pub estimate: Option<SequentialEstimate>,
    /// Its looks and its verdict.
    #[serde(flatten)]
    pub run: SequentialRun,
}

impl SprtResult {
    pub(crate) fn new(config: SprtConfig, run: SequentialRun, tally: &PairTally, plays: u64) -> SprtResult {
        let sets = tested(&config, tally);
        let llr = config.llr(sets, plays);
        SprtResult {
            limits: config.limits(),
            llr,
            estimate: sequential::estimate(&config, sets, plays, llr),
            config,
            run,
        }
    }
}
