//! The strength after a sequential test has ended: a median-unbiased estimate and its interval.
//!
//! If a test stopped at a limit, its plain mean is biased away from the middle. Instead, outcomes are ordered: first
//! ends at the lower limit, earlier ones first; then tests that were cut off, by their ratio; then ends at the upper
//! limit, later ones first. The estimate is the strength under which the probability of an outcome up to the observed
//! one is 1/2; at the ends of the interval it is 0.975 and 0.025 (stagewise ordering: Siegmund, "Estimation following
//! sequential tests", 1978; Jennison and Turnbull, "Group sequential methods", 8.5; fishtest's `sprt.py`). The ratio's
//! path is approximated by a Brownian motion (`brownian`). Its drift per set is (s - (s0 + s1) / 2) (s1 - s0) / v and
//! its variance (s1 - s0)² / v, with s the strength of a set and v its variance ("A practical introduction to the
//! GSPRT").
//!
//! This holds if a look carries the ratio only a little beyond a limit. Up to the first look, `FIRST_LOOK` sets,
//! nothing was selected, so the plain estimate with its t interval is used. It is also used if the ratio, or the drift
//! above times the sets, ends more than `JUMP` of the corridor's width beyond a limit: there the earlier path hardly
//! matters. The two differ for skewed sets.
//!
//! A two-sided test is judged by the side whose ratio is larger: the other one has ended, or ends long before.

pub(crate) mod brownian;

use serde::{Deserialize, Serialize};

use crate::llr::Parameter;
use crate::moments::{LEAST_SETS, t_95};
use crate::sprt::{ELO_PER_T, OneSided};
use crate::{Distribution, SprtConfig, SprtUnit};
use brownian::Corridor;

/// Number of halvings of the bracket around a strength.
const HALVINGS: usize = 60;
/// Maximum number of doublings in the search for a bracket.
const DOUBLINGS: usize = 60;
/// Least distance beyond a limit, as a share of the corridor's width, that counts as a jump.
const JUMP: f64 = 0.5;
/// Sets before the first look: with fewer, rare results have hardly been seen.
pub const FIRST_LOOK: u64 = 32;

/// A strength after a sequential test, in the test's unit.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SequentialEstimate {
    /// The median-unbiased estimate: equally likely to be too small and too large.
    pub median: f64,
    /// The 95 % interval, low and high end.
    pub interval: [f64; 2],
}

/// The strength after the test ended with the ratios `llrs`, at a limit or cut off between; `sets` are the values of sets
/// of `plays` hands.
///
/// `None` if there are fewer than [`LEAST_SETS`] sets or if they do not vary.
#[must_use]
pub fn estimate(config: &SprtConfig, sets: &Distribution, plays: u64, llrs: [f64; 2]) -> Option<SequentialEstimate> {
    let side = usize::from(llrs[1] > llrs[0]);
    one_sided(&config.sides()[side], sets, plays, llrs[side])
}

/// The strength after a one-sided test ended with the ratio `llr`.
fn one_sided(config: &OneSided, sets: &Distribution, plays: u64, llr: f64) -> Option<SequentialEstimate> {
    if sets.count() < LEAST_SETS || sets.variance() <= 0.0 {
        return None;
    }
    let path = Path::new(config, sets, plays, llr);
    if path.jumped || sets.count() <= FIRST_LOOK {
        return Some(plain(config.unit, sets, plays));
    }
    let mut strengths = [0.975, 0.5, 0.025].map(|chance| path.strength(chance));
    strengths.sort_by(f64::total_cmp);
    let [low, median, high] = strengths;
    Some(SequentialEstimate { median, interval: [low, high] })
}

/// The estimate for a fixed number of sets, with Student's t interval.
fn plain(unit: SprtUnit, sets: &Distribution, plays: u64) -> SequentialEstimate {
    let plays = plays as f64;
    let (median, half) = match unit {
        SprtUnit::Points => {
            let margin = sets.moments().estimate(plays, 1.0);
            (margin.mean, margin.mean - margin.ends()[0])
        }
        SprtUnit::NormalizedElo => {
            // Half-points above a tie's, in standard deviations of a set; the error is that of a t-value.
            let t = (sets.mean() - plays) / sets.variance().sqrt();
            let error = ((1.0 + t * t / 2.0) / sets.count() as f64).sqrt();
            let elo = ELO_PER_T / plays.sqrt();
            (elo * t, elo * error * t_95(sets.count() - 1))
        }
    };
    SequentialEstimate { median, interval: [median - half, median + half] }
}

/// The end of a test. Time is scaled so that the ratio has variance 1 per unit of time.
struct Path {
    corridor: Corridor,
    /// Time of the end.
    time: f64,
    /// The ratio at the end: a limit, or a value between the limits.
    place: f64,
    /// Strength without drift of the ratio.
    middle: f64,
    /// Strength above `middle` per unit of drift.
    per_drift: f64,
    /// Whether it ended far beyond a limit.
    jumped: bool,
}

impl Path {
    /// The path of sets that vary; `llr` is the ratio at the end.
    fn new(config: &OneSided, sets: &Distribution, plays: u64, llr: f64) -> Path {
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
        // A block of sets may end beyond a limit: the end is then set to the crossing of the limit.
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

    /// The strength under which the probability of an outcome up to the observed one is `chance`.
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
    use super::{FIRST_LOOK, one_sided};
    use crate::sprt::OneSided;
    use crate::{Distribution, SprtUnit};

    fn config(unit: SprtUnit, bounds: [f64; 2]) -> OneSided {
        OneSided { unit, bounds, alpha: 0.05, beta: 0.05 }
    }

    /// `times` copies of eight sets with mean 1 and variance 52 / 7.
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
        let adjusted = one_sided(&wide, &sets, 2, llr).expect("an estimate");
        let plain = sets.moments().estimate(2.0, 1.0).ends();
        assert!((adjusted.median - sets.moments().mean() / 2.0).abs() < 1e-12, "{adjusted:?}");
        assert!((adjusted.interval[0] - plain[0]).abs() < 1e-12, "{adjusted:?}");
        assert!((adjusted.interval[1] - plain[1]).abs() < 1e-12, "{adjusted:?}");
    }

    #[test]
    fn a_jump_in_elo_leaves_the_plain_estimate() {
        let sets: Distribution = vec![(1, 20), (2, 40), (3, 40)].into();
        let wide = config(SprtUnit::NormalizedElo, [-900.0, 0.0]);
        let llr = wide.llr(&sets, 2);
        let adjusted = one_sided(&wide, &sets, 2, llr).expect("an estimate");
        // A fifth of a half-point above a tie, with a variance of 0.56 n / (n - 1).
        let expected = 0.2 / (0.56f64 * 100.0 / 99.0).sqrt() * super::ELO_PER_T / 2f64.sqrt();
        assert!((adjusted.median - expected).abs() < 1e-9, "{adjusted:?} against {expected}");
        assert!(adjusted.interval[0] > 0.0 && adjusted.interval[1] < 3.0 * expected, "{adjusted:?}");
    }

    #[test]
    fn a_jump_is_one_of_the_ratio_or_of_its_normal_form() {
        let sets = even(6);
        let mut jumps_of_kind = [0; 4];
        for step in 0..400 {
            let config = config(SprtUnit::Points, [-0.01 * f64::from(step), 0.1]);
            let llr = config.llr(&sets, 2);
            let [low, high] = config.limits();
            if llr < high {
                continue;
            }
            let (mean, variance) = config.sample(&sets, 2).law.moments();
            let [zero, one] = config.bounds.map(|bound| 2.0 * bound);
            let drifted = sets.count() as f64 * (mean - (zero + one) / 2.0) * (one - zero) / variance;
            let jumps = [llr, drifted].map(|ratio| ratio - high > super::JUMP * (high - low));
            jumps_of_kind[2 * usize::from(jumps[0]) + usize::from(jumps[1])] += 1;
            let adjusted = one_sided(&config, &sets, 2, llr).expect("an estimate");
            let is_plain = (adjusted.median - sets.moments().mean() / 2.0).abs() < 1e-9;
            assert_eq!(is_plain, jumps != [false, false], "{config:?}, {llr}, {drifted}: {adjusted:?}");
        }
        assert!(
            jumps_of_kind[0] > 0 && jumps_of_kind[1] + jumps_of_kind[2] > 0 && jumps_of_kind[3] > 0,
            "{jumps_of_kind:?}"
        );
    }

    #[test]
    fn few_sets_are_no_path() {
        let narrow = config(SprtUnit::Points, [0.0, 1.0]);
        for times in 1..10 {
            let sets = even(times);
            let llr = narrow.llr(&sets, 2);
            let [low, high] = narrow.limits();
            assert!(low < llr && llr < high);
            let adjusted = one_sided(&narrow, &sets, 2, llr).expect("an estimate");
            let plain = sets.moments().estimate(2.0, 1.0).ends();
            let same = (adjusted.interval[1] - plain[1]).abs() < 1e-9;
            assert_eq!(same, sets.count() <= FIRST_LOOK, "{times}: {adjusted:?}");
        }
    }
}
