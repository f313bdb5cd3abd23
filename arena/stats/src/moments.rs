//! Mean and standard error of a stream of whole numbers, kept as exact sums.
//!
//! Sums of integers do not depend on their order, so merged [`Moments`] equal those of the whole stream bit for bit.
//! Variance: the unbiased sample variance, with `n*Σx² - (Σx)²` computed in 128 bits before any division. Intervals of
//! means: Student's t. Intervals of percentages: Wilson's score interval (Wilson 1927), for the number of independent
//! values that would have the standard error found.
//!
//! Invariant: no interval has width zero, and that of a percentage lies within 0 to 100.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The 97.5 % point of the normal distribution: the half-width of a 95 % interval, in standard errors.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Least number of values for the interval of a mean: with fewer, even their standard deviation is known only to about
/// a quarter.
pub const LEAST_SETS: u64 = 8;

/// Count, sum and sum of squares of values.
///
/// Reading fails if no whole numbers have these sums, as figures computed from them would make no sense.
///
/// # Examples
/// Merged moments are those of the whole stream:
/// ```
/// use spariglio_stats::Moments;
///
/// let (mut whole, mut parts) = (Moments::default(), [Moments::default(); 2]);
/// for value in 1..=5 {
///     whole.push(value);
///     parts[usize::from(value > 3)].push(value);
/// }
/// let [mut merged, rest] = parts;
/// merged.merge(&rest);
/// assert_eq!(merged, whole);
/// assert_eq!((whole.mean(), whole.variance()), (3.0, 2.5));
/// ```
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Moments {
    /// Number of values.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

/// Moments in a file, unchecked.
#[derive(Deserialize)]
struct Written {
    count: u64,
    sum: i64,
    squares: u64,
}

impl TryFrom<Written> for Moments {
    type Error = String;

    /// Fails if the square of the sum exceeds the count times the sum of squares (Cauchy-Schwarz), or if there are
    /// squares without values.
    fn try_from(Written { count, sum, squares }: Written) -> Result<Moments, String> {
        let square = u128::from(sum.unsigned_abs()).pow(2);
        if square <= u128::from(count) * u128::from(squares) && (count > 0 || squares == 0) {
            return Ok(Moments { count, sum, squares });
        }
        Err(format!(
            "expected a count, a sum and a sum of squares of some whole numbers, found {count}, {sum} and {squares}"
        ))
    }
}

impl Moments {
    /// The moments of some values.
    #[cfg(test)]
    pub(crate) fn of(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.push(value));
        moments
    }

    /// Adds one value.
    pub fn push(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value.unsigned_abs().pow(2);
    }

    /// Adds all the values of `other`.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The mean; 0 if there are no values.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        self.sum as f64 / self.count as f64
    }

    /// The unbiased sample variance; 0 if there are fewer than two values.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = i128::from(self.count);
        let spread = n * i128::from(self.squares) - i128::from(self.sum).pow(2);
        spread as f64 / (n as f64 * (n - 1) as f64)
    }

    /// The standard error of the mean of independent values; 0 if there are fewer than two.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        (self.variance() / self.count as f64).sqrt()
    }

    /// Mean, standard error and interval of one of the `per` equal parts of a value, times `scale`. With the plays of a
    /// set as `per` and a scale of 1: figures per hand. Without values or parts everything is 0.
    #[must_use]
    pub fn estimate(&self, per: f64, scale: f64) -> Estimate {
        if self.count == 0 || per <= 0.0 {
            return Estimate::default();
        }
        let mean = scale * self.sum as f64 / (self.count as f64 * per);
        let standard_error = scale * self.standard_error() / per;
        let half = t_95(self.count.saturating_sub(1)) * standard_error;
        Estimate {
            mean,
            standard_error,
            interval: self.varies_enough().then_some([mean - half, mean + half]),
        }
    }

    /// The same in percent of `most`, the largest possible value; no value may be below 0. If enough values are all
    /// equal, each counts as one observation for the interval.
    #[must_use]
    pub fn percentage(&self, most: f64) -> Estimate {
        let Estimate { mean, standard_error, .. } = self.estimate(most, 1.0);
        let (z, values) = if self.varies_enough() {
            let freedom = self.count - 1;
            (t_95(freedom), mean * (1.0 - mean) / standard_error.powi(2))
        } else {
            (NORMAL_95, self.count as f64)
        };
        let square = z * z / values;
        let middle = (mean + square / 2.0) / (1.0 + square);
        let half = (square * (mean * (1.0 - mean) + square / 4.0)).sqrt() / (1.0 + square);
        let interval = [middle - half, middle + half].map(|end| 100.0 * end.clamp(0.0, 1.0));
        Estimate {
            mean: 100.0 * mean,
            standard_error: 100.0 * standard_error,
            interval: (self.count >= LEAST_SETS).then_some(interval),
        }
    }

    /// Whether the values vary enough to give an interval of their mean.
    fn varies_enough(&self) -> bool {
        self.count >= LEAST_SETS && self.variance() > 0.0
    }
}

/// A mean with its accuracy.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 if unknown.
    pub standard_error: f64,
    /// Its 95 % interval, low and high end; `None` if there are too few values or they are all equal.
    pub interval: Option<[f64; 2]>,
}

impl Estimate {
    /// The mean of independent numbers. There is no interval if they do not vary.
    #[must_use]
    pub fn of(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> Estimate {
        let count = numbers.len();
        let mean = numbers.clone().sum::<f64>() / count.max(1) as f64;
        if count < 2 {
            return Estimate { mean, ..Estimate::default() };
        }
        let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
        let standard_error = (squares / ((count - 1) * count) as f64).sqrt();
        let half = t_95(count as u64 - 1) * standard_error;
        Estimate {
            mean,
            standard_error,
            interval: (half > 0.0).then_some([mean - half, mean + half]),
        }
    }

    /// The mean of independent estimates, each with its number of values. The degrees of freedom of Student's t are those
    /// of Welch and Satterthwaite (Satterthwaite 1946). There is no interval if nothing varies.
    #[must_use]
    pub fn mean_of(parts: &[(Estimate, u64)]) -> Estimate {
        let sum = |of: fn(&(Estimate, u64)) -> f64| parts.iter().map(of).sum::<f64>();
        let variance = sum(|(part, _)| part.standard_error.powi(2));
        let spread = sum(|(part, count)| part.standard_error.powi(4) / (count.max(&2) - 1) as f64);
        let count = parts.len().max(1) as f64;
        let [mean, standard_error] = [sum(|(part, _)| part.mean), variance.sqrt()].map(|sum| sum / count);
        // Rounding must not take a degree away.
        let half = t_95((variance * variance / spread * (1.0 + 1e-9)) as u64) * standard_error;
        Estimate {
            mean,
            standard_error,
            interval: (half > 0.0).then_some([mean - half, mean + half]),
        }
    }

    /// The same as a multiple of `unit`.
    #[must_use]
    pub fn in_units_of(&self, unit: f64) -> Estimate {
        Estimate {
            mean: self.mean / unit,
            standard_error: self.standard_error / unit,
            interval: self.interval.map(|ends| ends.map(|end| end / unit)),
        }
    }

    /// The same from the other side's point of view.
    #[must_use]
    pub fn turned(&self) -> Estimate {
        let interval = self.interval.map(|[low, high]| [-high, -low]);
        Estimate { mean: -self.mean, interval, ..*self }
    }

    /// The ends of the interval; the mean twice if there is no interval.
    #[must_use]
    pub fn ends(&self) -> [f64; 2] {
        self.interval.unwrap_or([self.mean; 2])
    }

    /// 1 if the interval lies wholly above `level`, -1 if wholly below, else 0.
    #[must_use]
    pub fn beyond(&self, level: f64) -> i8 {
        self.interval
            .map_or(0, |[low, high]| i8::from(low > level) - i8::from(high < level))
    }
}

/// From this many degrees of freedom on, three terms of the expansion are more accurate than the iterative quantile,
/// which is used if there are fewer.
const MANY: u64 = 100;

/// The 97.5 % point of Student's t with `freedom` degrees of freedom; 0 counts as 1.
///
/// Source if there are many degrees: the expansion around the normal quantile, Abramowitz and Stegun 26.7.5.
#[must_use]
pub fn t_95(freedom: u64) -> f64 {
    let v = freedom.max(1) as f64;
    if freedom < MANY {
        return StudentsT::new(0.0, 1.0, v).map_or(NORMAL_95, |law| law.inverse_cdf(0.975));
    }
    let z = NORMAL_95;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / v + second / (v * v) + third / v.powi(3)
}

#[cfg(test)]
mod tests {
    use super::{Estimate, LEAST_SETS, Moments, t_95};
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn sums_that_no_numbers_have_are_refused() {
        let read = |text: &str| serde_json::from_str::<Moments>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"count": 2, "sum": 4, "squares": 8}"#).is_ok());
        assert_eq!(read(r#"{"count": 0, "sum": 0, "squares": 0}"#), Ok(Moments::default()));
        for wrong in [
            r#"{"count": 2, "sum": 4, "squares": 7}"#,
            r#"{"count": 10, "sum": 726, "squares": 224}"#,
            r#"{"count": 0, "sum": 0, "squares": 1}"#,
            r#"{"count": 1, "sum": -9223372036854775808, "squares": 0}"#,
        ] {
            let error = read(wrong).expect_err("no such numbers");
            assert!(error.contains("of some whole numbers"), "{error}");
        }
    }

    #[test]
    fn small_case_by_hand() {
        let moments = Moments::of(&[2, -1, 5, 2]);
        assert_eq!(moments.mean(), 2.0);
        assert_eq!(moments.variance(), 6.0);
        assert_eq!(moments.standard_error(), 1.5f64.sqrt());
        let halved = moments.estimate(2.0, 1.0);
        assert_eq!(halved.mean, 1.0);
        assert_eq!(halved.standard_error, 1.5f64.sqrt() / 2.0);
    }

    #[test]
    fn independent_numbers_have_an_interval_from_two_on() {
        let estimate = Estimate::of([2.0, -1.0, 5.0, 2.0].into_iter());
        assert_eq!((estimate.mean, estimate.standard_error), (2.0, 1.5_f64.sqrt()));
        assert!(estimate.interval.is_some_and(|[low, high]| low < -1.8 && high > 5.8));
        let single = Estimate { mean: 3.0, ..Estimate::default() };
        assert_eq!(Estimate::of([3.0].into_iter()), single);
        assert_eq!(Estimate::of([6.0, 6.0].into_iter()).in_units_of(2.0), single);
    }

    #[test]
    fn a_mean_of_means_has_the_freedom_of_welch() {
        let part = |mean, standard_error| Estimate { mean, standard_error, interval: None };
        // Two equal errors of 10 values each: 18 degrees of freedom; one that does not vary adds none.
        let pooled = Estimate::mean_of(&[(part(1.0, 0.3), 10), (part(3.0, 0.3), 10)]);
        let error = 0.3 * 2.0_f64.sqrt() / 2.0;
        assert!((pooled.mean, pooled.standard_error) == (2.0, error));
        let half = pooled.interval.map_or(0.0, |[low, high]| (high - low) / 2.0);
        assert!((half - t_95(18) * error).abs() < 1e-9, "{half}");
        let single = Estimate::mean_of(&[(part(1.0, 0.3), 10), (part(3.0, 0.0), 10)]);
        let half = single.interval.map_or(0.0, |[low, high]| (high - low) / 2.0);
        assert!((half - t_95(9) * 0.15).abs() < 1e-9, "{half}");
        assert_eq!(Estimate::mean_of(&[(part(1.0, 0.0), 10)]), part(1.0, 0.0));
    }

    #[test]
    fn merging_is_the_whole_stream() {
        let mut left = Moments::of(&[7, -51, 3]);
        left.merge(&Moments::of(&[0, 51]));
        assert_eq!(left, Moments::of(&[7, -51, 3, 0, 51]));
    }

    #[test]
    fn no_precision_is_lost_far_from_zero() {
        let moments = Moments::of(&[1_000_000_000, 1_000_000_001, 1_000_000_002]);
        assert_eq!(moments.variance(), 1.0);
    }

    #[test]
    fn degenerate_streams_have_no_error() {
        assert_eq!(Moments::of(&[]).estimate(2.0, 1.0).standard_error, 0.0);
        assert_eq!(Moments::of(&[4]).standard_error(), 0.0);
        assert_eq!(Moments::of(&[4, 4, 4]).standard_error(), 0.0);
    }

    #[test]
    fn few_values_and_equal_ones_have_no_interval() {
        let different: Vec<i64> = (0..LEAST_SETS as i64).collect();
        assert!(Moments::of(&different).estimate(2.0, 1.0).interval.is_some());
        assert_eq!(Moments::of(&different[1..]).estimate(2.0, 1.0).interval, None);
        for equal in [vec![], vec![4], vec![4; 100]] {
            let estimate = Moments::of(&equal).estimate(2.0, 1.0);
            assert_eq!((estimate.interval, estimate.ends()), (None, [estimate.mean; 2]));
        }
    }

    #[test]
    fn percentages_have_wilsons_interval() {
        // 81 of 263: Newcombe 1998, table I, method 3. With only 262 degrees of freedom the interval is a little wider.
        let values: Vec<i64> = (0..263).map(|number| i64::from(number < 81)).collect();
        let [low, high] = Moments::of(&values).percentage(1.0).interval.expect("values");
        assert!((low - 25.53).abs() < 0.1 && (high - 36.62).abs() < 0.1, "{low} to {high}");
        // 0 of 20 from the same table.
        let [low, high] = Moments::of(&[0; 20]).percentage(1.0).interval.expect("values");
        assert!(low < 1e-9 && (high - 16.11).abs() < 0.01, "{low} to {high}");
        for few in [&[][..], &[1], &[1; 7], &[0, 1, 1, 0, 1, 0, 1]] {
            assert_eq!(Moments::of(few).percentage(2.0).interval, None);
        }
    }

    #[test]
    fn percentages_stay_within_0_to_100_and_have_width() {
        for most in 1..=4 {
            for count in LEAST_SETS as i64..40 {
                for high in 0..=count {
                    let values: Vec<i64> = (0..count).map(|number| if number < high { most } else { 0 }).collect();
                    let estimate = Moments::of(&values).percentage(most as f64);
                    let [from, to] = estimate.interval.expect("values");
                    assert!(0.0 <= from && from < to && to <= 100.0, "{high} of {count}: {from} to {to}");
                    assert!(from <= estimate.mean + 1e-9 && estimate.mean <= to + 1e-9);
                }
            }
        }
    }

    #[test]
    fn t_quantiles_of_the_printed_tables() {
        let table = [
            (0, 12.706_205),
            (1, 12.706_205),
            (2, 4.302_653),
            (4, 2.776_445),
            (10, 2.228_139),
            (30, 2.042_272),
            (99, 1.984_217),
            (100, 1.983_972),
            (120, 1.979_930),
            (1000, 1.962_339),
            (1_000_000_000, 1.959_964),
        ];
        for (freedom, exact) in table {
            let error = (t_95(freedom) - exact).abs();
            assert!(error < 1e-6, "{freedom} degrees: {} against {exact}", t_95(freedom));
        }
    }

    /// Sets of two plays of the same deal: skewed, discrete, and dependent within the set.
    fn synthetic_set(rng: &mut Pcg64Mcg) -> i64 {
        let mut uniform = |sides: u64| (rng.next_u64() >> 33) as i64 % sides as i64;
        let deal = uniform(7) + uniform(7) - 6;
        let shutout = if uniform(40) == 0 { 40 } else { 0 };
        deal + uniform(3) + deal / 2 + uniform(3) + shutout
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut rng = Pcg64Mcg::seed_from_u64(11);
        let truth = (0..2_000_000).map(|_| synthetic_set(&mut rng)).sum::<i64>() as f64 / 4e6;
        let runs = 4000;
        let mut covered = 0;
        for _ in 0..runs {
            let mut moments = Moments::default();
            (0..400).for_each(|_| moments.push(synthetic_set(&mut rng)));
            let [low, high] = moments.estimate(2.0, 1.0).interval.expect("many values");
            covered += usize::from(low <= truth && truth <= high);
        }
        let coverage = covered as f64 / f64::from(runs);
        assert!((coverage - 0.95).abs() < 0.012, "coverage {coverage}");
    }
}
