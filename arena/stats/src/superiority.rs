//! Likelihood of superiority: the probability that one agent is better than another, given their ratings.
//!
//! If the prior is flat and the errors are normal, it is the normal distribution function of (difference / its standard
//! error). The covariance of the two ratings counts (R. Coulom, "Whole-history rating", 2008, and `BayesElo`'s manual).
//! It does not say how much better the agent is.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::linear::{Matrix, square};

/// The probability that the true difference is above 0; 1/2 if the difference and its error are both 0.
#[must_use]
pub fn chance(difference: f64, standard_error: f64) -> f64 {
    if standard_error > 0.0 {
        return Normal::standard().cdf(difference / standard_error);
    }
    match difference {
        difference if difference > 0.0 => 1.0,
        difference if difference < 0.0 => 0.0,
        _ => 0.5,
    }
}

/// The probability for every agent (row) against every other (column); 1/2 against itself.
pub(crate) fn matrix(values: &[f64], covariance: &Matrix) -> Matrix {
    square(values.len(), |row, column| {
        chance(values[row] - values[column], variance(covariance, row, column).sqrt())
    })
}

/// The variance of the difference of two values.
pub(crate) fn variance(covariance: &Matrix, first: usize, second: usize) -> f64 {
    let sum = covariance[[first, first]] + covariance[[second, second]];
    (sum - covariance[[first, second]] - covariance[[second, first]]).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::{chance, matrix};

    #[test]
    fn a_difference_of_its_error_is_the_normal_chance() {
        assert!((chance(1.644_854, 1.0) - 0.95).abs() < 1e-6);
        assert_eq!(chance(0.0, 2.0), 0.5);
        assert_eq!([chance(1.0, 0.0), chance(0.0, 0.0), chance(-1.0, 0.0)], [1.0, 0.5, 0.0]);
    }

    #[test]
    fn both_ways_round_make_one() {
        let covariance = ndarray::arr2(&[[2.0, 0.5], [0.5, 1.0]]);
        let chances = matrix(&[1.0, 0.3], &covariance);
        assert!((chances[[0, 1]] + chances[[1, 0]] - 1.0).abs() < 1e-12 && chances[[0, 1]] > 0.5);
        assert!((chances[[0, 1]] - chance(0.7, 2f64.sqrt())).abs() < 1e-12);
        assert_eq!([chances[[0, 0]], chances[[1, 1]]], [0.5, 0.5]);
    }
}
