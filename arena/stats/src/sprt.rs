//! Sequential test of which of two agents is better, from the distribution of their set results.
//!
//! Two one-sided tests look at the same sets: is the first agent better by a difference D, or the second one? Each
//! compares the generalised log-likelihood ratio ([`crate::llr`]) of D against 0 with two limits (A. Wald, "Sequential
//! Analysis", 1947). An agent is better if its test rejects 0; the agents are within D if both tests have accepted 0 (M.
//! Sobel and A. Wald, "A sequential decision procedure for choosing one of three hypotheses", 1949). The strength is
//! either the mean margin in points per hand, or normalized Elo (M. Van den Bergh, "Normalized Elo", as in fishtest).
//! Normalized Elo is the mean score of a hand (win 1, tie 1/2) above 1/2, in standard deviations of one hand, times
//! [`ELO_PER_T`]. The deviation of one hand is that of a set times the root of its plays.

use serde::{Deserialize, Serialize};

use crate::Distribution;
use crate::llr::{Law, Parameter};

/// Normalized Elo if the mean score of a hand is one standard deviation above 1/2: 800 / ln 10.
pub const ELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// Weight of a possible value that was not seen (fishtest's); it keeps every hypothesis possible.
const UNSEEN: f64 = 1e-3;

/// Smallest difference, in either unit.
const NEAREST: f64 = 1e-6;
/// Smallest alpha and beta.
const RAREST: f64 = 1e-9;

/// The unit of the difference, which also fixes the values of the sets.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtUnit {
    /// Points per hand; the value of a set is its margin, summed over the plays.
    Points,
    /// Normalized Elo; the value of a set is its half-points: per play 2 for a win, 1 for a tie, 0 for a loss.
    NormalizedElo,
}

impl SprtUnit {
    /// Largest difference: no agent is stronger, and the numbers stay finite.
    const fn farthest(self) -> f64 {
        match self {
            SprtUnit::Points => 1000.0,
            SprtUnit::NormalizedElo => 10_000.0,
        }
    }
}

/// A two-sided sequential test.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtConfig {
    /// Unit of the difference.
    pub unit: SprtUnit,
    /// The least difference that matters: from 1e-6 to 1,000 points or 10,000 Elo.
    pub difference: f64,
    /// Probability that one of two equal agents is called better; at least 1e-9, and below 1 together with `beta`.
    pub alpha: f64,
    /// Probability that agents which differ by `difference` are called within it; at least 1e-9.
    pub beta: f64,
}

/// The end of a sequential test.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The first agent is better.
    First,
    /// The second agent is better.
    Second,
    /// The agents differ by less than the difference of the test.
    Within,
}

/// A look of a test at its data: the sets so far, and for each agent the log-likelihood ratio of its being better by the
/// difference against being equal.
pub type Look = (u64, [f64; 2]);

/// One side of a test: the strength `bounds[1]` against `bounds[0]`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct OneSided {
    /// Unit of the bounds.
    pub unit: SprtUnit,
    /// The strengths under H0 and H1.
    pub bounds: [f64; 2],
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
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
    /// The difference is too small or too large; or alpha or beta is too small, or their sum is not below 1.
    pub fn check(&self) -> Result<(), String> {
        let farthest = self.unit.farthest();
        if !(NEAREST..=farthest).contains(&self.difference) {
            return Err(format!("difference: expected a number from {NEAREST} to {farthest}, got {}", self.difference));
        }
        let [alpha, beta] = [self.alpha, self.beta];
        if !(alpha >= RAREST && beta >= RAREST && alpha + beta < 1.0) {
            return Err(format!(
                "alpha and beta: expected two numbers of at least {RAREST} whose sum is below 1, got {alpha} and {beta}"
            ));
        }
        Ok(())
    }

    /// The test of each of `pairs` pairs, so that the probability of a false "better" among all of them is `alpha`
    /// (Bonferroni).
    #[must_use]
    pub fn of_each(self, pairs: usize) -> SprtConfig {
        SprtConfig { alpha: self.alpha / pairs.max(1) as f64, ..self }
    }

    /// The two one-sided tests: is the first agent better, is the second.
    #[must_use]
    pub fn sides(&self) -> [OneSided; 2] {
        let SprtConfig { unit, difference, alpha, beta } = *self;
        [difference, -difference].map(|bound| OneSided { unit, bounds: [0.0, bound], alpha: alpha / 2.0, beta })
    }

    /// The limits of both ratios: 0 is accepted at or below the first, the difference at or above the second.
    #[must_use]
    pub fn limits(&self) -> [f64; 2] {
        self.sides()[0].limits()
    }

    /// The log-likelihood ratios of both sides after `sets` of `plays` hands each; 0 if there are no sets.
    #[must_use]
    pub fn llrs(&self, sets: &Distribution, plays: u64) -> [f64; 2] {
        self.sides().map(|side| side.llr(sets, plays))
    }

    /// The verdict after these looks; `None` if the test continues. A side that has ended stays ended.
    ///
    /// # Examples
    /// ```
    /// use spariglio_stats::{Distribution, SprtConfig, SprtUnit, Verdict};
    ///
    /// let test = SprtConfig { unit: SprtUnit::Points, difference: 1.0, alpha: 0.05, beta: 0.05 };
    /// let verdict = |sets: Vec<(i64, u64)>| {
    ///     let sets = Distribution::from(sets);
    ///     test.verdict(&[(sets.count(), test.llrs(&sets, 2))])
    /// };
    /// assert_eq!(verdict(vec![(-2, 60), (2, 60)]), Some(Verdict::Within), "level");
    /// assert_eq!(verdict(vec![(0, 40), (4, 40)]), Some(Verdict::First), "one point per hand");
    /// assert_eq!(verdict(vec![(0, 40), (-4, 40)]), Some(Verdict::Second), "one point per hand less");
    /// assert_eq!(verdict(vec![(0, 1), (2, 1)]), None, "too few sets");
    /// ```
    #[must_use]
    pub fn verdict(&self, path: &[Look]) -> Option<Verdict> {
        let [low, high] = self.limits();
        let end = |side: usize| path.iter().map(|(_, llrs)| llrs[side]).find(|&llr| llr <= low || llr >= high);
        match [end(0), end(1)] {
            [Some(llr), _] if llr >= high => Some(Verdict::First),
            [_, Some(llr)] if llr >= high => Some(Verdict::Second),
            [Some(_), Some(_)] => Some(Verdict::Within),
            _ => None,
        }
    }
}

impl OneSided {
    /// The log-likelihood ratio of H1 against H0 after `sets` of `plays` hands each; 0 if there are no sets.
    pub(crate) fn llr(&self, sets: &Distribution, plays: u64) -> f64 {
        if sets.count() == 0 {
            return 0.0;
        }
        let sample = self.sample(sets, plays);
        let hypotheses = self.bounds.map(|bound| sample.scale * bound);
        sets.count() as f64 * sample.law.llr(sample.parameter, hypotheses)
    }

    /// The limits of the ratio: H0 is accepted at or below the first, H1 at or above the second.
    pub(crate) fn limits(&self) -> [f64; 2] {
        let OneSided { alpha, beta, .. } = self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
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
    use super::{Distribution, SprtConfig, SprtUnit, Verdict};
    use crate::sequential;

    fn test(unit: SprtUnit, difference: f64) -> SprtConfig {
        SprtConfig { unit, difference, alpha: 0.05, beta: 0.05 }
    }

    fn of(pairs: &[(i64, u64)]) -> Distribution {
        pairs.to_vec().into()
    }

    fn verdict(test: &SprtConfig, sets: &Distribution) -> Option<Verdict> {
        test.verdict(&[(sets.count(), test.llrs(sets, 2))])
    }

    #[test]
    fn pairs_of_games_as_the_reference_has_them() {
        // The normal approximation of "Normalized Elo: the practical side", section 4.2, for pairs of games.
        let sets = of(&[(0, 100), (1, 900), (2, 2000), (3, 1000), (4, 120)]);
        let config = test(SprtUnit::NormalizedElo, 10.0);
        let mean = (900.0 * 0.25 + 2000.0 * 0.5 + 1000.0 * 0.75 + 120.0) / 4120.0;
        let square: f64 = (900.0 * 0.0625 + 2000.0 * 0.25 + 1000.0 * 0.5625 + 120.0) / 4120.0;
        let per_game = (2.0 * (square - mean * mean)).sqrt();
        let t_value = (mean - 0.5) / per_game;
        let one = 10.0 / (800.0 / 10f64.ln());
        let near = 4120.0 * ((1.0 + t_value * t_value) / (1.0 + (t_value - one) * (t_value - one))).ln();
        let [llr, _] = config.llrs(&sets, 2);
        assert!((llr - near).abs() < 0.01 * near.abs(), "{llr} against {near}");
    }

    #[test]
    fn turning_the_agents_round_turns_the_test_round() {
        let sets = of(&[(-30, 2), (-4, 40), (0, 51), (5, 44), (9, 30), (60, 1)]);
        let turned: Distribution = sets.iter().map(|(value, count)| (-value, count)).collect::<Vec<_>>().into();
        let config = test(SprtUnit::Points, 0.5);
        let [[one, other], [other_turned, one_turned]] = [&sets, &turned].map(|sets| config.llrs(sets, 2));
        assert!((one - one_turned).abs() < 1e-9 && (other - other_turned).abs() < 1e-9 && one > 0.1 && other < 0.0);
        let [plain, back] = [&sets, &turned]
            .map(|sets| sequential::estimate(&config, sets, 2, config.llrs(sets, 2)).expect("an estimate"));
        let sums = [plain.median + back.median, plain.interval[0] + back.interval[1]];
        assert!(sums.iter().all(|sum| sum.abs() < 1e-6), "{plain:?}, {back:?}");
    }

    #[test]
    fn a_side_that_ended_stays_ended() {
        let config = test(SprtUnit::Points, 0.5);
        let [low, high] = config.limits();
        assert!((low - (0.05f64 / 0.975).ln()).abs() < 1e-12 && (high - 38f64.ln()).abs() < 1e-12);
        let after = |path: &[[f64; 2]]| {
            let path: Vec<_> = path.iter().map(|llrs| (1, *llrs)).collect();
            config.verdict(&path)
        };
        assert_eq!(after(&[[high, low]]), Some(Verdict::First));
        assert_eq!(after(&[[0.0, high]]), Some(Verdict::Second));
        assert_eq!(after(&[[low, 0.0]]), None, "the second may still be better");
        assert_eq!(after(&[[low, 0.0], [high, 0.0]]), None, "the first was not better by that much");
        assert_eq!(after(&[[low, 0.0], [0.0, high]]), Some(Verdict::Second));
        assert_eq!(after(&[[low, 0.0], [0.0, low]]), Some(Verdict::Within));
    }

    #[test]
    fn several_pairs_share_one_chance_of_error() {
        let config = test(SprtUnit::Points, 0.5).of_each(3);
        assert!((config.alpha - 0.05 / 3.0).abs() < 1e-12 && (config.beta - 0.05).abs() < 1e-12);
        assert_eq!(config.of_each(0), config);
    }

    #[test]
    fn degenerate_data_give_numbers_and_verdicts() {
        let points = test(SprtUnit::Points, 0.5);
        let elo = test(SprtUnit::NormalizedElo, 5.0);
        assert_eq!(points.llrs(&of(&[]), 2), [0.0, 0.0]);
        for (config, pairs, expected) in [
            (&points, &[(0, 1_000_000)][..], Verdict::Within),
            (&points, &[(40, 1000)], Verdict::First),
            (&points, &[(-40, 1000)], Verdict::Second),
            (&elo, &[(4, 1_000_000)], Verdict::First),
            (&elo, &[(0, 1_000_000)], Verdict::Second),
            (&elo, &[(2, 1_000_000)], Verdict::Within),
            (&test(SprtUnit::Points, 900.0), &[(3, 10), (4, 10)], Verdict::Within),
        ] {
            assert_eq!(verdict(config, &of(pairs)), Some(expected), "{config:?}, {pairs:?}");
        }
        for pairs in [&[(5, 1)][..], &[(-5, 1), (7, 1)], &[(1_000_000, 3)]] {
            assert!(points.llrs(&of(pairs), 2).iter().all(|llr| llr.is_finite()), "{pairs:?}");
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
            let differences = [1e-6, 0.1, far];
            for (difference, [alpha, beta]) in differences.into_iter().flat_map(|far| chances.map(|pair| (far, pair))) {
                let config = SprtConfig { unit, difference, alpha, beta };
                config.check().expect("lawful");
                let possible = |pairs: &&&[(i64, u64)]| {
                    unit == SprtUnit::Points || pairs.iter().all(|(value, _)| (0..=4).contains(value))
                };
                for pairs in data.iter().filter(possible) {
                    let sets = of(pairs);
                    let llrs = config.llrs(&sets, 2);
                    assert!(llrs.iter().all(|llr| llr.is_finite()), "{config:?} {pairs:?}: {llrs:?}");
                    let estimate = sequential::estimate(&config, &sets, 2, llrs);
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
        let wrong = |difference, alpha| SprtConfig { alpha, ..test(SprtUnit::Points, difference) }.check();
        assert!(wrong(1.0, 0.05).is_ok());
        for difference in [0.0, -1.0, 1e308, 1001.0, 1e-7, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(wrong(difference, 0.05).expect_err("out of range").starts_with("difference"), "{difference}");
        }
        for nothing in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(wrong(1.0, nothing).is_err());
        }
        let elo = |difference| test(SprtUnit::NormalizedElo, difference).check();
        assert!(elo(10_000.0).is_ok() && elo(10_001.0).is_err());
        assert!(wrong(1.0, 1e-9).is_ok() && wrong(1.0, 9e-10).is_err());
        assert!(wrong(1.0, 0.97).expect_err("too large").starts_with("alpha"));
    }
}
