//! What a sequential test says about the strength after it has ended: a median-unbiased estimate and its interval.
//!
//! The mean of a test that stopped at a limit is too far from the middle. Instead, outcomes are ordered: ends at the
//! lower limit, earlier before later; then tests that were cut off, by their ratio; then ends at the upper limit, later
//! before earlier. The estimate is the strength under which an outcome up to the one seen has chance 1/2, the ends of
//! the interval those with chances 0.975 and 0.025 (stagewise ordering: Siegmund, "Estimation following sequential
//! tests", 1978; Jennison and Turnbull, "Group sequential methods", 8.5; fishtest's `sprt.py`). The ratio's path is
//! taken for a Brownian motion ([`brownian`]) whose drift a set is (s - (s0 + s1) / 2) (s1 - s0) / v and whose variance
//! is (s1 - s0)² / v, with s the strength of a set and v its variance ("A practical introduction to the GSPRT").

pub(crate) mod brownian;

use serde::{Deserialize, Serialize};

use crate::stats::llr::Parameter;
use crate::stats::{Distribution, SprtConfig};
use brownian::Corridor;

/// Halvings of the bracket around a strength.
const HALVINGS: usize = 60;
/// Doublings that look for a bracket.
const DOUBLINGS: usize = 60;

/// A strength after a sequential test, in the test's unit.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SequentialEstimate {
    /// As likely too small as too large.
    pub median: f64,
    /// The 95 % interval, low and high end.
    pub interval: [f64; 2],
}

/// The strength after `sets` of `plays` hands, where the test ended with ratio `llr`: at a limit, or cut off between.
///
/// None of fewer than two sets, or of sets that do not vary.
#[must_use]
pub fn estimate(config: &SprtConfig, sets: &Distribution, plays: u64, llr: f64) -> Option<SequentialEstimate> {
    let path = Path::new(config, sets, plays, llr)?;
    let [low, median, high] = [0.975, 0.5, 0.025].map(|chance| path.strength(chance));
    Some(SequentialEstimate {
        median,
        interval: [low, high],
    })
}

/// The end of a test; its clock runs so that the ratio has variance 1 a unit of time.
struct Path {
    corridor: Corridor,
    /// When it ended.
    time: f64,
    /// Where: a limit, or between.
    place: f64,
    /// Strength at which the ratio does not drift.
    middle: f64,
    /// Strength above the middle for a drift of 1 a unit of time.
    per_drift: f64,
}

impl Path {
    fn new(config: &SprtConfig, sets: &Distribution, plays: u64, llr: f64) -> Option<Path> {
        let count = sets.count();
        if count < 2 || sets.variance() <= 0.0 {
            return None;
        }
        let sample = config.sample(sets, plays);
        let (mean, variance) = sample.law.moments();
        let (strength, variance) = match sample.parameter {
            Parameter::Mean => (mean, variance),
            Parameter::TValue { reference } => {
                let t = (mean - reference) / variance.sqrt();
                (t, 1.0 + t * t / 2.0)
            }
        };
        let [zero, one] = config.bounds.map(|bound| sample.scale * bound);
        let middle = f64::midpoint(zero, one);
        let [low, high] = config.limits();
        let deviation = (one - zero) / variance.sqrt();
        let drifted = count as f64 * (strength - middle) * (one - zero) / variance;
        // A block of sets may end well beyond a limit: the test is taken to have ended where it crossed.
        let (place, crossed) = match llr {
            llr if llr <= low => (low, (low / drifted.min(low)).abs()),
            llr if llr >= high => (high, (high / drifted.max(high)).abs()),
            llr => (llr, 1.0),
        };
        Some(Path {
            corridor: Corridor { low, high },
            time: crossed * count as f64 * deviation * deviation,
            place,
            middle: middle / sample.scale,
            per_drift: (one - zero) / sample.scale,
        })
    }

    /// The strength under which outcomes up to the one seen have this chance.
    fn strength(&self, chance: f64) -> f64 {
        let too_high = |drift: f64| self.corridor.up_to(self.time, self.place, drift) < chance;
        let step = 1.0 / self.time.sqrt();
        let end = |sign: f64| {
            let reaches = |distance: &f64| too_high(sign * distance) == (sign > 0.0);
            let mut distances = (0..DOUBLINGS).map(|power| step * 2f64.powi(power as i32));
            sign * distances.find(reaches).unwrap_or(0.0)
        };
        let (mut low, mut high) = (end(-1.0), end(1.0));
        for _ in 0..HALVINGS {
            let drift = f64::midpoint(low, high);
            if too_high(drift) {
                high = drift;
            } else {
                low = drift;
            }
        }
        self.middle + self.per_drift * f64::midpoint(low, high)
    }
}
