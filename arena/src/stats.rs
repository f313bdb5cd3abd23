//! Mean and standard error of a stream of whole numbers, kept as exact sums.
//!
//! Sums of integers do not depend on the order in which they are added, so a merged [`Moments`] is
//! bit for bit that of the whole stream. Variance: the unbiased sample variance, with `n*Σx² - (Σx)²`
//! computed in 128 bits before any division. Intervals: Student's t, by the expansion of its
//! quantile around the normal one (Abramowitz and Stegun 26.7.5).

use serde::{Deserialize, Serialize};

/// The 97.5 % point of the normal distribution: half-width of a 95 % interval in standard errors.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Count, sum and sum of squares of the values seen.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// How many values.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Moments {
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

    /// The mean; 0 of no values.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        self.sum as f64 / self.count as f64
    }

    /// The unbiased sample variance; 0 of fewer than two values.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = i128::from(self.count);
        let spread = n * i128::from(self.squares) - i128::from(self.sum).pow(2);
        spread as f64 / (n as f64 * (n - 1) as f64)
    }

    /// The standard error of the mean of independent values; 0 of fewer than two.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        (self.variance() / self.count as f64).sqrt()
    }

    /// Mean, standard error and interval of the values divided by `unit` (plays of a set, for
    /// figures a hand; plays/100, for percent).
    #[must_use]
    pub fn estimate(&self, unit: f64) -> Estimate {
        let mean = self.mean() / unit;
        let standard_error = self.standard_error() / unit;
        let half = t_95(self.count.saturating_sub(1)) * standard_error;
        Estimate {
            mean,
            standard_error,
            interval: [mean - half, mean + half],
        }
    }
}

/// A mean with what is known about its accuracy.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Its 95 % interval, low and high end.
    pub interval: [f64; 2],
}

/// The 97.5 % point of Student's t with `freedom` degrees of freedom: within 1 % of the exact value from
/// 4 degrees on, too small below.
#[must_use]
pub fn t_95(freedom: u64) -> f64 {
    let z = NORMAL_95;
    let v = freedom.max(1) as f64;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / v + second / (v * v) + third / v.powi(3)
}

#[cfg(test)]
mod tests {
    use super::{Moments, t_95};

    fn of(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.push(value));
        moments
    }

    #[test]
    fn small_case_by_hand() {
        let moments = of(&[2, -1, 5, 2]);
        assert_eq!(moments.mean(), 2.0);
        assert_eq!(moments.variance(), 6.0);
        assert_eq!(moments.standard_error(), 1.5f64.sqrt());
        let halved = moments.estimate(2.0);
        assert_eq!(halved.mean, 1.0);
        assert_eq!(halved.standard_error, 1.5f64.sqrt() / 2.0);
    }

    #[test]
    fn merging_is_the_whole_stream() {
        let mut left = of(&[7, -51, 3]);
        left.merge(&of(&[0, 51]));
        assert_eq!(left, of(&[7, -51, 3, 0, 51]));
    }

    #[test]
    fn no_precision_is_lost_far_from_zero() {
        let moments = of(&[1_000_000_000, 1_000_000_001, 1_000_000_002]);
        assert_eq!(moments.variance(), 1.0);
    }

    #[test]
    fn degenerate_streams_have_no_error() {
        assert_eq!(of(&[]).estimate(2.0).standard_error, 0.0);
        assert_eq!(of(&[4]).standard_error(), 0.0);
        assert_eq!(of(&[4, 4, 4]).standard_error(), 0.0);
    }

    #[test]
    fn t_quantiles_of_the_printed_tables() {
        for (freedom, exact) in [(4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)] {
            let error = (t_95(freedom) / exact - 1.0).abs();
            assert!(error < 0.01, "{freedom} degrees: {} against {exact}", t_95(freedom));
        }
        assert!((t_95(1_000_000) - 1.96).abs() < 1e-3);
    }
}
