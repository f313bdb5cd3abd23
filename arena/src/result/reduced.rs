//! The estimate of a pair with less variance, and what it brought.

use serde::{Deserialize, Serialize};

use crate::stats::{Estimate, Moments, t_95};
use crate::tally::PairTally;
use crate::variance::{PARTS, Reduction};

/// Points a hand less what chance gave, first agent minus second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReducedResult {
    /// The estimate; its error holds what is not known of the baseline's mean.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// How many times as many duplicate sets would give the same error without it.
    pub gain: f64,
    /// What was taken off, points a hand: 0 within its error but for chance.
    pub correction: Estimate,
    /// How it was computed.
    pub reduction: Reduction,
}

impl ReducedResult {
    /// Of sets of `plays` hands.
    pub(crate) fn new(reduction: Reduction, tally: &PairTally, plays: u64) -> ReducedResult {
        let estimate = |moments: &Moments| moments.estimate(plays as f64 * PARTS, 1.0);
        let reduced = estimate(&tally.reduced);
        let shared = reduction.shared_variance() / (plays as f64).powi(2);
        let standard_error = (reduced.standard_error.powi(2) + shared).sqrt();
        let half = t_95(tally.reduced.count.saturating_sub(1)) * standard_error;
        let plain = tally.pair.margin.estimate(plays as f64, 1.0).standard_error;
        let gain = (plain / standard_error).powi(2);
        ReducedResult {
            estimate: Estimate {
                mean: reduced.mean,
                standard_error,
                interval: [reduced.mean - half, reduced.mean + half],
            },
            gain: if gain.is_finite() { gain } else { 1.0 },
            correction: estimate(&tally.correction),
            reduction,
        }
    }
}
