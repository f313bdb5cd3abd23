//! Multiple tests: p-values adjusted so that they hold together.
//!
//! Source: S. Holm, "A simple sequentially rejective multiple test procedure" (1979). The k-th smallest of n values is
//! multiplied by n - k + 1, and none may be below the one before it. If every pair with an adjusted value of at most
//! 0.05 is claimed, the probability of any wrong claim is at most 0.05, however the pairs depend on each other.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::Moments;

/// The adjusted values, in the order of `values`.
///
/// # Examples
/// ```
/// use spariglio_stats::holm::adjusted;
///
/// let chances = adjusted(&[0.01, 0.04, 0.005]);
/// let expected = [0.02, 0.04, 0.015];
/// assert!(chances.iter().zip(expected).all(|(chance, expected)| (chance - expected).abs() < 1e-12));
/// ```
#[must_use]
pub fn adjusted(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&left, &right| values[left].total_cmp(&values[right]));
    let mut adjusted = vec![0.0; values.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let factor = (values.len() - rank) as f64;
        least = least.max((factor * values[index]).min(1.0));
        adjusted[index] = least;
    }
    adjusted
}

/// Two-sided p-value of Student's t test: the probability of a mean at least this far from 0 if the true mean is 0.
///
/// If the values do not vary: 1 if they are 0, else the probability that all signs agree by chance.
#[must_use]
pub fn two_sided(sets: &Moments) -> f64 {
    if sets.variance() > 0.0 {
        let t = sets.mean() / sets.standard_error();
        let law = StudentsT::new(0.0, 1.0, (sets.count - 1) as f64);
        return law.map_or(1.0, |law| 2.0 * law.cdf(-t.abs())).min(1.0);
    }
    if sets.sum == 0 {
        return 1.0;
    }
    2.0 * 0.5f64.powf(sets.count as f64)
}

#[cfg(test)]
mod tests {
    use super::{adjusted, two_sided};
    use crate::Moments;

    #[test]
    fn the_textbook_case() {
        let adjusted_chances = adjusted(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(adjusted_chances.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted_chances:?}");
        assert_eq!(adjusted(&[0.7, 0.9]), [1.0, 1.0]);
        assert!(adjusted(&[]).is_empty());
    }

    #[test]
    fn p_values_are_those_of_student() {
        // For three degrees of freedom there is a closed form.
        let t = 1.5f64.sqrt();
        let x = t / 3f64.sqrt();
        let expected = 1.0 - (x.atan() + x / (1.0 + x * x)) * std::f64::consts::FRAC_2_PI;
        let p = two_sided(&Moments::of(&[-1, 1, 3, 1]));
        assert!((p - expected).abs() < 1e-9, "{p} against {expected}");
        assert_eq!(two_sided(&Moments::of(&[0, 0, 0])), 1.0);
        assert_eq!(two_sided(&Moments::of(&[5, 5, 5])), 0.25);
        assert_eq!(two_sided(&Moments::of(&[])), 1.0);
    }
}
