//! What a sequential test says about the strength after it has ended: a median-unbiased estimate and its interval.
//!
//! The mean of a test that stopped at a limit is too far from the middle. Instead, outcomes are ordered: ends at the
//! lower limit, earlier before later; then tests that were cut off, by their ratio; then ends at the upper limit, later
//! before earlier. The estimate is the strength under which an outcome up to the one seen has chance 1/2, the ends of
//! the interval those with chances 0.975 and 0.025 (stagewise ordering: Siegmund, "Estimation following sequential
//! tests", 1978; Jennison and Turnbull, "Group sequential methods", 8.5; fishtest's `sprt.py`). The ratio's path is
//! taken for a Brownian motion (`brownian`) whose drift a set is (s - (s0 + s1) / 2) (s1 - s0) / v and whose variance
//! is (s1 - s0)² / v, with s the strength of a set and v its variance ("A practical introduction to the GSPRT").
//!
//! That holds while a look carries the ratio little beyond a limit. Up to the first look, `FIRST_LOOK` sets, nothing was selected
//! and the estimate is the plain one, with its t interval. So it is of an end more than `JUMP` of the corridor's width
//! beyond a limit: what came before hardly counts there.

pub(crate) mod brownian;

use serde::{Deserialize, Serialize};

use crate::llr::Parameter;
use crate::moments::{LEAST_SETS, t_95};
use crate::sprt::ELO_PER_T;
use crate::{Distribution, SprtConfig, SprtUnit};
use brownian::Corridor;

/// Halvings of the bracket around a strength.
const HALVINGS: usize = 60;
/// Doublings that look for a bracket.
const DOUBLINGS: usize = 60;
/// The part of the corridor's width beyond a limit from which an end is that of a jump.
const JUMP: f64 = 0.5;
/// Sets of the first look: with fewer, rare results have hardly been seen.
pub const FIRST_LOOK: u64 = 32;

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
/// None of fewer than [`LEAST_SETS`] sets, or of sets that do not vary.
#[must_use]
pub fn estimate(config: &SprtConfig, sets: &Distribution, plays: u64, llr: f64) -> Option<SequentialEstimate> {
    if sets.count() < LEAST_SETS || sets.variance() <= 0.0 {
        return None;
    }
    let path = Path::new(config, sets, plays, llr);
    if path.jumped || sets.count() <= FIRST_LOOK {
        return Some(plain(config.unit, sets, plays));
    }
    let [low, median, high] = [0.975, 0.5, 0.025].map(|chance| path.strength(chance));
    Some(SequentialEstimate {
        median,
        interval: [low, high],
    })
}

/// The strength as if the number of sets had been fixed, with Student's t interval.
fn plain(unit: SprtUnit, sets: &Distribution, plays: u64) -> SequentialEstimate {
    let plays = plays as f64;
    let (median, half) = match unit {
        SprtUnit::Points => {
            let margin = sets.moments().estimate(plays, 1.0);
            (margin.mean, margin.mean - margin.ends()[0])
        }
        SprtUnit::NormalizedElo => {
            // Half-points above those of a tie, in deviations of a set; the error is that of a t-value.
            let t = (sets.mean() - plays) / sets.variance().sqrt();
            let error = ((1.0 + t * t / 2.0) / sets.count() as f64).sqrt();
            let elo = ELO_PER_T / plays.sqrt();
            (elo * t, elo * error * t_95(sets.count() - 1))
        }
    };
    SequentialEstimate {
        median,
        interval: [median - half, median + half],
    }
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
    /// Did it end far beyond a limit?
    jumped: bool,
}

impl Path {
    /// The path of sets that vary.
    fn new(config: &SprtConfig, sets: &Distribution, plays: u64, llr: f64) -> Path {
        let count = sets.count();
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
        // A block of sets may end beyond a limit: the test is taken to have ended where it crossed.
        let (place, crossed, beyond) = match llr {
            llr if llr <= low => (low, (low / drifted.min(low)).abs(), low - llr.min(drifted)),
            llr if llr >= high => (high, (high / drifted.max(high)).abs(), llr.max(drifted) - high),
            llr => (llr, 1.0, 0.0),
        };
        Path {
            corridor: Corridor { low, high },
            time: crossed * count as f64 * deviation * deviation,
            place,
            middle: middle / sample.scale,
            per_drift: (one - zero) / sample.scale,
            jumped: beyond > JUMP * (high - low),
        }
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

#[cfg(test)]
mod tests {
    use super::{FIRST_LOOK, estimate};
    use crate::{Distribution, SprtConfig, SprtUnit};

    fn config(unit: SprtUnit, bounds: [f64; 2]) -> SprtConfig {
        SprtConfig {
            unit,
            bounds,
            alpha: 0.05,
            beta: 0.05,
        }
    }

    /// `times` times eight sets of mean 1 and variance 52 over 7.
    fn even(times: u64) -> Distribution {
        let values = [-4, -3, -1, 0, 2, 3, 4, 7];
        let mut sets = Distribution::default();
        values.into_iter().for_each(|value| sets.push_many(value, times));
        sets
    }

    #[test]
    fn a_jump_over_a_limit_leaves_the_plain_estimate() {
        let sets = even(1);
        let wide = config(SprtUnit::Points, [-100.0, 1.0]);
        let llr = wide.llr(&sets, 2);
        assert!(llr > wide.limits()[1]);
        let found = estimate(&wide, &sets, 2, llr).expect("an estimate");
        let plain = sets.moments().estimate(2.0, 1.0).ends();
        assert!((found.median - sets.moments().mean() / 2.0).abs() < 1e-12, "{found:?}");
        assert!((found.interval[0] - plain[0]).abs() < 1e-12, "{found:?}");
        assert!((found.interval[1] - plain[1]).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn a_jump_in_elo_leaves_the_plain_estimate() {
        let sets: Distribution = vec![(1, 20), (2, 40), (3, 40)].into();
        let wide = config(SprtUnit::NormalizedElo, [-900.0, 0.0]);
        let llr = wide.llr(&sets, 2);
        let found = estimate(&wide, &sets, 2, llr).expect("an estimate");
        // A fifth of a half-point above a tie, of a variance of 0.56 n / (n - 1).
        let expected = 0.2 / (0.56f64 * 100.0 / 99.0).sqrt() * super::ELO_PER_T / 2f64.sqrt();
        assert!((found.median - expected).abs() < 1e-9, "{found:?} against {expected}");
        assert!(
            found.interval[0] > 0.0 && found.interval[1] < 3.0 * expected,
            "{found:?}"
        );
    }

    #[test]
    fn few_sets_are_no_path() {
        let narrow = config(SprtUnit::Points, [0.0, 1.0]);
        for times in 1..10 {
            let sets = even(times);
            let llr = narrow.llr(&sets, 2);
            assert_eq!(narrow.verdict(llr), None);
            let found = estimate(&narrow, &sets, 2, llr).expect("an estimate");
            let plain = sets.moments().estimate(2.0, 1.0).ends();
            let same = (found.interval[1] - plain[1]).abs() < 1e-9;
            assert_eq!(same, sets.count() <= FIRST_LOOK, "{times}: {found:?}");
        }
    }
}
