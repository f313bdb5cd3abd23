//! The mean of values in clusters, such as decisions in hands: values of one cluster may correlate, clusters are
//! independent.
//!
//! Source: the ratio estimator of cluster sampling with its linearised variance, Cochran, *Sampling Techniques* (1977),
//! 9A.2.

use crate::moments::{Estimate, LEAST_SETS, t_95};

/// The mean per value, from the sum and the number of values of each cluster. Without values everything is 0. There is
/// no interval if there are fewer than [`LEAST_SETS`] clusters or if they do not vary.
#[must_use]
pub fn mean(clusters: &[(f64, f64)]) -> Estimate {
    let (sum, values) = clusters
        .iter()
        .fold((0.0, 0.0), |(sum, values), one| (sum + one.0, values + one.1));
    if values == 0.0 {
        return Estimate::default();
    }
    let mean = sum / values;
    let count = clusters.len() as f64;
    let squares: f64 = clusters.iter().map(|one| (one.0 - mean * one.1).powi(2)).sum();
    let standard_error = if count < 2.0 {
        0.0
    } else {
        (squares * count / (count - 1.0)).sqrt() / values
    };
    let half = t_95(clusters.len() as u64 - 1) * standard_error;
    let is_known = clusters.len() as u64 >= LEAST_SETS && standard_error > 0.0;
    Estimate { mean, standard_error, interval: is_known.then_some([mean - half, mean + half]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moments::Moments;

    #[test]
    fn clusters_of_one_value_are_values() {
        let values = [2_i64, -1, 5, 2, 0, 0, 7, 1, 1, 3, -4, 2];
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.push(value));
        let clusters: Vec<_> = values.iter().map(|&value| (value as f64, 1.0)).collect();
        let (clustered, expected) = (mean(&clusters), moments.estimate(1.0, 1.0));
        assert!((clustered.mean - expected.mean).abs() < 1e-12);
        assert!((clustered.standard_error - expected.standard_error).abs() < 1e-12);
    }

    #[test]
    fn what_is_alike_within_clusters_says_less() {
        let alone: Vec<_> = (0..40).map(|at| (f64::from(at % 2), 1.0)).collect();
        let together: Vec<_> = (0..10).map(|at| (4.0 * f64::from(at % 2), 4.0)).collect();
        assert_eq!(mean(&alone).mean, mean(&together).mean);
        assert!(mean(&together).standard_error > 1.9 * mean(&alone).standard_error);
    }

    #[test]
    fn nothing_is_known_of_nothing() {
        assert_eq!(mean(&[]).interval, None);
        assert_eq!(mean(&[(3.0, 2.0)]).interval, None);
    }
}
