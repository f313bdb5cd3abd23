//! What a sequential test found.

use serde::{Deserialize, Serialize};

use crate::pairs::tally::PairTally;
use crate::pairs::{SequentialRun, tested};
use spariglio_stats::{SequentialEstimate, SprtConfig, sequential};

/// A sequential test of a pair, ended or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtResult {
    /// The test.
    #[serde(flatten)]
    pub config: SprtConfig,
    /// The limits of the log-likelihood ratio: at or below the first H0 is accepted, at or above the second H1.
    pub limits: [f64; 2],
    /// The ratio of all sets.
    pub llr: f64,
    /// The strength that the data say, in the test's unit, as far as a run that stops by its own data can tell; absent
    /// where the sets do not vary.
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
