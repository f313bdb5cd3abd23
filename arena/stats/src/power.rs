//! The number of sets needed to show a difference: fixed in advance, or on average in a sequential test.
//!
//! Fixed: if a one-sided test of level alpha is made at the end, (z(1 - alpha) + z(1 - beta))² sd² / d² sets show a
//! difference d with probability 1 - beta. Sequential: the mean time for a Brownian motion, with the ratio's drift and
//! variance per set, to reach a limit (Wald's identities; overshoot is ignored).

use statrs::distribution::{ContinuousCDF, Normal};

use crate::sprt::OneSided;

/// Number of sets that show a mean of `difference` with probability 1 - `beta`, if H0 (a mean of 0) is rejected with
/// probability `alpha` when it is true. `deviation` is the standard deviation of a set; it has the unit of
/// `difference`.
#[must_use]
pub fn fixed_sets(difference: f64, deviation: f64, alpha: f64, beta: f64) -> f64 {
    let normal = Normal::standard();
    let quantiles = normal.inverse_cdf(1.0 - alpha) + normal.inverse_cdf(1.0 - beta);
    (quantiles * deviation / difference).powi(2)
}

/// Average number of sets of one side of a test if the strength is `strength`. `deviation` is the standard deviation of one set's
/// value in the unit of the bounds (points per hand: of the mean of its plays).
#[must_use]
pub fn sequential_sets(test: &OneSided, strength: f64, deviation: f64) -> f64 {
    let [low, high] = test.limits();
    let [zero, one] = test.bounds;
    let variance = ((one - zero) / deviation).powi(2);
    let drift = (strength - f64::midpoint(zero, one)) * (one - zero) / (deviation * deviation);
    // Probability of ending at the upper limit, from the exponential martingale.
    let tilt = -2.0 * drift / variance;
    if tilt.abs() < 1e-9 {
        return -low * high / variance;
    }
    let upper = (tilt * low).exp_m1() / ((tilt * low).exp_m1() - (tilt * high).exp_m1());
    (upper * high + (1.0 - upper) * low) / drift
}

#[cfg(test)]
mod tests {
    use super::{fixed_sets, sequential_sets};
    use crate::sprt::OneSided;
    use crate::{SprtConfig, SprtUnit};

    #[test]
    fn fixed_numbers_of_the_textbook() {
        // One-sided, 5 % and 80 %: (1.645 + 0.842)² = 6.18 if the difference is one standard deviation.
        assert!((fixed_sets(1.0, 1.0, 0.05, 0.2) - 6.1826).abs() < 1e-3);
        assert!((fixed_sets(0.1, 2.0, 0.05, 0.05) / 400.0 - 10.822).abs() < 1e-3);
    }

    #[test]
    fn the_documented_table() {
        let page = include_str!("../../../docs/explanation/statistics.md");
        for difference in [0.05, 0.1, 0.2, 0.5, 1.0] {
            let test = SprtConfig { unit: SprtUnit::Points, difference, alpha: 0.05, beta: 0.05 }.sides()[0];
            let columns = [2.2, 3.6].map(|deviation| {
                let sets = |strength: f64| sequential_sets(&test, strength, deviation);
                let fixed = fixed_sets(difference, deviation, 0.025, 0.05);
                format!("{fixed:.0} | {:.0} | {:.0}", sets(difference), sets(difference / 2.0))
            });
            let row = format!("| {difference} | {} |", columns.join(" | "));
            assert!(page.contains(&row), "docs/explanation/statistics.md lacks {row}");
        }
    }

    #[test]
    fn a_sequential_test_takes_less_at_its_bounds_and_most_between() {
        let test = OneSided { unit: SprtUnit::Points, bounds: [0.0, 0.5], alpha: 0.05, beta: 0.05 };
        let fixed = fixed_sets(0.5, 4.0, 0.05, 0.05);
        let sets = |strength: f64| sequential_sets(&test, strength, 4.0);
        assert!((sets(0.0) - sets(0.5)).abs() < 1e-6);
        // Wald: 0.9 ln 19 / (d² / 2 sd²) at the bounds.
        assert!((sets(0.5) - 0.9 * 19f64.ln() * 2.0 * 64.0).abs() < 1e-6);
        assert!(sets(0.5) < 0.5 * fixed && sets(0.25) < fixed);
        assert!((sets(0.25) / sets(0.25 + 1e-7) - 1.0).abs() < 1e-5);
        assert!(sets(0.25) > sets(0.1) && sets(0.5) > sets(2.0) && sets(2.0) > 0.0);
    }
}
