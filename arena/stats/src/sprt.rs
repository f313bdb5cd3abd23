//! Sequential test of two hypotheses on the strength of an agent, from the distribution of its set results.
//!
//! After any number of sets the generalised log-likelihood ratio ([`crate::llr`]) is compared with two limits (A. Wald,
//! "Sequential Analysis", 1947). The strength is either the mean margin in points per hand, or normalized Elo (M. Van
//! den Bergh, "Normalized Elo", as in fishtest). Normalized Elo is the mean score of a hand (win 1, tie 1/2) above 1/2,
//! in standard deviations of one hand, times [`ELO_PER_T`]. The deviation of one hand is that of a set times the root
//! of its plays.

use serde::{Deserialize, Serialize};

use crate::Distribution;
use crate::llr::{Law, Parameter};

/// Normalized Elo if the mean score of a hand is one standard deviation above 1/2: 800 / ln 10.
pub const ELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// Weight of a possible value that was not seen (fishtest's); it keeps every hypothesis possible.
const UNSEEN: f64 = 1e-3;

/// Smallest distance of the bounds, in either unit.
const NEAREST: f64 = 1e-6;
/// Smallest alpha and beta.
const RAREST: f64 = 1e-9;

/// The unit of the hypotheses, which also fixes the values of the sets.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtUnit {
    /// Points per hand; the value of a set is its margin, summed over the plays.
    Points,
    /// Normalized Elo; the value of a set is its half-points: per play 2 for a win, 1 for a tie, 0 for a loss.
    NormalizedElo,
}

impl SprtUnit {
    /// Largest distance of a bound from 0: no agent is stronger, and the numbers stay finite.
    const fn farthest(self) -> f64 {
        match self {
            SprtUnit::Points => 1000.0,
            SprtUnit::NormalizedElo => 10_000.0,
        }
    }
}

/// A sequential test.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtConfig {
    /// Unit of the bounds.
    pub unit: SprtUnit,
    /// The strengths under H0 and H1, at most 1,000 points or 10,000 Elo from 0. H0's must be lower by at least 1e-6.
    pub bounds: [f64; 2],
    /// Probability of accepting H1 if H0 is true; at least 1e-9, and below 1 together with `beta`.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true; at least 1e-9.
    pub beta: f64,
}

/// The two hypotheses.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The strength is that of the lower bound.
    H0,
    /// The strength is that of the upper bound.
    H1,
}

/// The data as a law, and the map from strength to its parameter.
pub(crate) struct Sample {
    pub(crate) law: Law,
    pub(crate) parameter: Parameter,
    /// The parameter's value for a strength of 1.
    pub(crate) scale: f64,
}

impl SprtConfig {
    /// Checks that the numbers define a test.
    ///
    /// # Errors
    /// The bounds are not two rising numbers, are too near to each other or too far from 0; or alpha or beta is too
    /// small, or their sum is not below 1.
    pub fn check(&self) -> Result<(), String> {
        let [zero, one] = self.bounds;
        let farthest = self.unit.farthest();
        if !(zero >= -farthest && one <= farthest && one - zero >= NEAREST) {
            return Err(format!(
                "bounds: expected two numbers from -{farthest} to {farthest}, the first smaller by at least {NEAREST}, \
                 got {zero} and {one}"
            ));
        }
        let [alpha, beta] = [self.alpha, self.beta];
        if !(alpha >= RAREST && beta >= RAREST && alpha + beta < 1.0) {
            return Err(format!(
                "alpha and beta: expected two numbers of at least {RAREST} whose sum is below 1, got {alpha} and {beta}"
            ));
        }
        Ok(())
    }

    /// The log-likelihood ratio of H1 against H0 after `sets` of `plays` hands each; 0 if there are no sets.
    #[must_use]
    pub fn llr(&self, sets: &Distribution, plays: u64) -> f64 {
        if sets.count() == 0 {
            return 0.0;
        }
        let sample = self.sample(sets, plays);
        let hypotheses = self.bounds.map(|bound| sample.scale * bound);
        sets.count() as f64 * sample.law.llr(sample.parameter, hypotheses)
    }

    /// The limits of the ratio: H0 is accepted at or below the first, H1 at or above the second.
    #[must_use]
    pub fn limits(&self) -> [f64; 2] {
        let SprtConfig { alpha, beta, .. } = self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The hypothesis that a ratio accepts; `None` if the test continues.
    ///
    /// # Examples
    /// ```
    /// use spariglio_stats::{Distribution, Hypothesis, SprtConfig, SprtUnit};
    ///
    /// let test = SprtConfig { unit: SprtUnit::Points, bounds: [0.0, 1.0], alpha: 0.05, beta: 0.05 };
    /// let verdict = |sets: Vec<(i64, u64)>| test.verdict(test.llr(&Distribution::from(sets), 2));
    /// assert_eq!(verdict(vec![(-2, 40), (2, 40)]), Some(Hypothesis::H0), "level");
    /// assert_eq!(verdict(vec![(0, 40), (4, 40)]), Some(Hypothesis::H1), "one point per hand");
    /// assert_eq!(verdict(vec![(0, 1), (2, 1)]), None, "too few sets");
    /// ```
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let [low, high] = self.limits();
        if llr <= low {
            Some(Hypothesis::H0)
        } else if llr >= high {
            Some(Hypothesis::H1)
        } else {
            None
        }
    }

    /// The sets, plus a small weight for possible values that were not seen. Points: a margin at each far end, equally
    /// far from 0 and beyond both bounds. Normalized Elo: every number of half-points.
    pub(crate) fn sample(&self, sets: &Distribution, plays: u64) -> Sample {
        let plays_f = plays as f64;
        match self.unit {
            SprtUnit::Points => {
                let largest = sets.iter().map(|(value, _)| value.abs()).max().unwrap_or(0);
                let bound = self.bounds.iter().fold(0.0, |most: f64, bound| most.max(bound.abs()));
                let end = largest.max((bound * plays_f).ceil() as i64 + plays as i64);
                Sample {
                    law: law(sets, [-end, end].into_iter(), 1.0),
                    parameter: Parameter::Mean,
                    scale: plays_f,
                }
            }
            SprtUnit::NormalizedElo => Sample {
                law: law(sets, 0..=2 * plays as i64, 0.5 / plays_f),
                parameter: Parameter::TValue { reference: 0.5 },
                scale: plays_f.sqrt() / ELO_PER_T,
            },
        }
    }
}

/// The law of `sets` and of the `possible` values that are not among them, all times `scale`.
fn law(sets: &Distribution, possible: impl Iterator<Item = i64>, scale: f64) -> Law {
    let others = possible.filter(|&value| sets.of(value) == 0);
    let others = others.map(|value| (value as f64 * scale, UNSEEN));
    let observed = sets.iter().map(|(value, count)| (value as f64 * scale, count as f64));
    Law::new(observed.chain(others))
}

#[cfg(test)]
mod tests {
    use super::{Distribution, Hypothesis, SprtConfig, SprtUnit};
    use crate::sequential;

    fn test(unit: SprtUnit, bounds: [f64; 2]) -> SprtConfig {
        SprtConfig { unit, bounds, alpha: 0.05, beta: 0.05 }
    }

    fn of(pairs: &[(i64, u64)]) -> Distribution {
        pairs.to_vec().into()
    }

    #[test]
    fn pairs_of_games_as_the_reference_has_them() {
        // The normal approximation of "Normalized Elo: the practical side", section 4.2, for pairs of games.
        let sets = of(&[(0, 100), (1, 900), (2, 2000), (3, 1000), (4, 120)]);
        let config = test(SprtUnit::NormalizedElo, [0.0, 10.0]);
        let mean = (900.0 * 0.25 + 2000.0 * 0.5 + 1000.0 * 0.75 + 120.0) / 4120.0;
        let square: f64 = (900.0 * 0.0625 + 2000.0 * 0.25 + 1000.0 * 0.5625 + 120.0) / 4120.0;
        let per_game = (2.0 * (square - mean * mean)).sqrt();
        let t_value = (mean - 0.5) / per_game;
        let one = 10.0 / (800.0 / 10f64.ln());
        let near = 4120.0 * ((1.0 + t_value * t_value) / (1.0 + (t_value - one) * (t_value - one))).ln();
        let llr = config.llr(&sets, 2);
        assert!((llr - near).abs() < 0.01 * near.abs(), "{llr} against {near}");
    }

    #[test]
    fn turning_the_agents_round_turns_the_sign() {
        let sets = of(&[(-30, 2), (-4, 40), (0, 51), (5, 44), (9, 30), (60, 1)]);
        let turned: Distribution = sets.iter().map(|(value, count)| (-value, count)).collect::<Vec<_>>().into();
        let llr = test(SprtUnit::Points, [-0.1, 0.5]).llr(&sets, 2);
        let back = test(SprtUnit::Points, [-0.5, 0.1]).llr(&turned, 2);
        assert!((llr + back).abs() < 1e-9 && llr > 0.1, "{llr}, {back}");
    }

    #[test]
    fn verdicts_are_outside_the_limits() {
        let config = test(SprtUnit::Points, [0.0, 0.5]);
        let [low, high] = config.limits();
        assert!((low + 19f64.ln()).abs() < 1e-12 && (high - 19f64.ln()).abs() < 1e-12);
        assert_eq!(config.verdict(low), Some(Hypothesis::H0));
        assert_eq!(config.verdict(high), Some(Hypothesis::H1));
        assert_eq!(config.verdict(0.0), None);
    }

    #[test]
    fn degenerate_data_give_numbers_and_verdicts() {
        let points = test(SprtUnit::Points, [0.0, 0.5]);
        let elo = test(SprtUnit::NormalizedElo, [0.0, 5.0]);
        assert_eq!(points.llr(&of(&[]), 2), 0.0);
        let verdict = |config: &SprtConfig, pairs: &[(i64, u64)]| config.verdict(config.llr(&of(pairs), 2));
        assert_eq!(verdict(&points, &[(0, 1_000_000)]), Some(Hypothesis::H0));
        assert_eq!(verdict(&points, &[(40, 1000)]), Some(Hypothesis::H1));
        assert_eq!(verdict(&points, &[(-40, 1000)]), Some(Hypothesis::H0));
        assert_eq!(verdict(&elo, &[(4, 1_000_000)]), Some(Hypothesis::H1));
        assert_eq!(verdict(&elo, &[(0, 1_000_000)]), Some(Hypothesis::H0));
        assert_eq!(verdict(&elo, &[(2, 1_000_000)]), Some(Hypothesis::H0));
        let far = test(SprtUnit::Points, [-900.0, 700.0]);
        assert_eq!(verdict(&far, &[(3, 10), (4, 10)]), Some(Hypothesis::H1));
        for pairs in [&[(5, 1)][..], &[(-5, 1), (7, 1)], &[(1_000_000, 3)]] {
            assert!(points.llr(&of(pairs), 2).is_finite(), "{pairs:?}");
        }
    }

    #[test]
    fn every_lawful_test_gives_numbers() {
        let chances = [[0.05, 0.05], [1e-9, 1e-9], [1e-9, 0.999_999], [0.499_999_999, 0.5]];
        let data: [&[(i64, u64)]; 8] = [
            &[(0, 1)],
            &[(0, 1), (4, 100_000_000)],
            &[(0, 100_000_000), (4, 1)],
            &[(2, 1_000_000), (3, 1)],
            &[(0, 3), (1, 8), (2, 21), (3, 9), (4, 2)],
            &[(0, 3), (1, 8), (2, 2100), (3, 9), (4, 2)],
            &[(-900_000, 1), (2, 999_999)],
            &[(-120, 1), (130, 40)],
        ];
        for (unit, far) in [(SprtUnit::Points, 1000.0), (SprtUnit::NormalizedElo, 10_000.0)] {
            let bounds =
                [[-far, far], [-far, -far + 1.1e-6], [far - 1.1e-6, far], [0.0, 1.1e-6], [0.0, far], [-far, 1.0]];
            for (bounds, [alpha, beta]) in bounds.into_iter().flat_map(|bounds| chances.map(|pair| (bounds, pair))) {
                let config = SprtConfig { unit, bounds, alpha, beta };
                config.check().expect("lawful");
                let possible = |pairs: &&&[(i64, u64)]| {
                    unit == SprtUnit::Points || pairs.iter().all(|(value, _)| (0..=4).contains(value))
                };
                for pairs in data.iter().filter(possible) {
                    let sets = of(pairs);
                    let llr = config.llr(&sets, 2);
                    assert!(llr.is_finite(), "{config:?} {pairs:?}: {llr}");
                    let estimate = sequential::estimate(&config, &sets, 2, llr);
                    let numbers = estimate
                        .map_or([0.0; 3], |estimate| [estimate.interval[0], estimate.median, estimate.interval[1]]);
                    assert!(
                        numbers.iter().all(|number| number.is_finite()) && numbers.is_sorted(),
                        "{config:?} {pairs:?}: {numbers:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn wrong_settings_are_named() {
        let wrong = |bounds, alpha| SprtConfig { bounds, alpha, ..test(SprtUnit::Points, [0.0, 1.0]) }.check();
        assert!(wrong([0.0, 1.0], 0.05).is_ok());
        assert!(wrong([1.0, 0.0], 0.05).expect_err("turned").starts_with("bounds"));
        for bounds in [[0.0, 1e308], [0.0, 1001.0], [-1001.0, 0.0], [0.0, 1e-7], [-1e308, 1e308]] {
            assert!(wrong(bounds, 0.05).expect_err("out of range").starts_with("bounds"), "{bounds:?}");
        }
        for nothing in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(wrong([0.0, nothing], 0.05).is_err() && wrong([nothing, 0.0], 0.05).is_err());
            assert!(wrong([0.0, 1.0], nothing).is_err());
        }
        let elo = |bound| test(SprtUnit::NormalizedElo, [0.0, bound]).check();
        assert!(elo(10_000.0).is_ok() && elo(10_001.0).is_err());
        assert!(wrong([0.0, 1.0], 1e-9).is_ok() && wrong([0.0, 1.0], 9e-10).is_err());
        assert!(wrong([0.0, 1.0], 0.97).expect_err("too large").starts_with("alpha"));
    }
}
