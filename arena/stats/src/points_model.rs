//! The points model: a rating is an agent's points per hand above the pool's mean.
//!
//! A pair's mean margin is the difference of two ratings plus an error, whose variance is estimated from the sets.
//! Ratings solve this by weighted least squares (Gauss-Markov) with a normal prior of standard deviation [`PRIOR`]
//! each, so that they are finite even if the pairs do not connect the pool.

use crate::linear::{Matrix, Vector, inverse, sandwich, times};
use crate::ratings::{Misfit, Ratings, groups, normal};
use crate::{Estimate, Moments};

/// Standard deviation of the ratings' prior, in points per hand: hundreds of times any real difference.
pub const PRIOR: f64 = 1000.0;

/// The points of a pair.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct PointsPair {
    /// Indices of the two agents.
    pub places: [usize; 2],
    /// Hands per set.
    pub plays: u64,
    /// The sets' margins from the first agent's point of view, summed over the plays.
    pub margin: Moments,
    /// The same from the first side's point of view; `None` if there are more than two sides.
    pub first_side: Option<Moments>,
}

impl PointsPair {
    /// The mean margin per hand and its variance. If the sets do not vary, they count as if one differed by a point.
    fn mean(&self) -> (f64, f64) {
        let each = self.plays as f64;
        (self.margin.mean() / each, variance(&self.margin, each))
    }
}

fn variance(sets: &Moments, each: f64) -> f64 {
    let count = sets.count.max(1) as f64;
    (sets.variance() / count).max(1.0 / (count * count)) / (each * each)
}

/// The ratings in points per hand of `agents` agents from the pairs that were played; `correlations` are those of the
/// pairs' means.
#[must_use]
pub fn ratings(agents: usize, pairs: &[PointsPair], correlations: &Matrix) -> Ratings {
    let mut information = Matrix::zeros((agents, agents));
    let mut right = Vector::zeros(agents);
    for pair in pairs {
        let [first, second] = pair.places;
        let (mean, variance) = pair.mean();
        for (one, other, sign) in [(first, second, 1.0), (second, first, -1.0)] {
            information[[one, one]] += 1.0 / variance;
            information[[one, other]] -= 1.0 / variance;
            right[one] += sign * mean / variance;
        }
    }
    (0..agents).for_each(|agent| information[[agent, agent]] += 1.0 / (PRIOR * PRIOR));
    let inverse = inverse(&information).unwrap_or_else(|| Matrix::zeros((agents, agents)));
    let values = times(&inverse, &right);
    let covariance = sandwich(&inverse, &spread(information, pairs, correlations));
    let edges: Vec<(usize, usize)> = pairs
        .iter()
        .flat_map(|pair| [(pair.places[0], pair.places[1]), (pair.places[1], pair.places[0])])
        .collect();
    let groups = groups(agents, &edges);
    let misfit = misfit(pairs, &values, &groups);
    Ratings {
        first_side: first_side(pairs),
        misfit,
        groups,
        ..Ratings::new(values.view(), &covariance, 1.0)
    }
}

/// The covariance of the right-hand side: the information matrix plus the covariances between correlated pairs.
fn spread(mut information: Matrix, pairs: &[PointsPair], correlations: &Matrix) -> Matrix {
    for (one, row) in pairs.iter().zip(correlations.rows()) {
        for (other, correlation) in pairs.iter().zip(row).filter(|(other, _)| !std::ptr::eq(*other, one)) {
            let both = correlation / (one.mean().1 * other.mean().1).sqrt();
            for (place, sign) in one.places.into_iter().zip([both, -both]) {
                information[[place, other.places[0]]] += sign;
                information[[place, other.places[1]]] -= sign;
            }
        }
    }
    information
}

fn misfit(pairs: &[PointsPair], values: &Vector, groups: &[usize]) -> Option<Misfit> {
    let deviations = pairs.iter().map(|pair| {
        let (mean, variance) = pair.mean();
        (mean - (values[pair.places[0]] - values[pair.places[1]])).powi(2) / variance
    });
    let connected = 1 + groups.iter().max().copied().unwrap_or(0);
    Misfit::new(deviations.sum(), pairs.len(), values.len() - connected)
}

/// The mean of the pairs' first-side margins, each weighted by its accuracy; `None` if a pair has none. The pairs count
/// as fully correlated: they may play the same deals, and a position is worth nearly the same on a deal for all pairs.
fn first_side(pairs: &[PointsPair]) -> Option<Estimate> {
    let (mut weights, mut sum, mut error) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let sets = pair.first_side?;
        let each = pair.plays as f64;
        let weight = 1.0 / variance(&sets, each);
        weights += weight;
        error += weight.sqrt();
        sum += weight * sets.mean() / each;
    }
    (weights > 0.0).then(|| normal(sum / weights, error / weights))
}

#[cfg(test)]
mod tests {
    use super::PointsPair;
    use crate::linear::square;
    use crate::{Moments, Ratings};

    /// The ratings, if the pairs are independent.
    fn ratings(agents: usize, pairs: &[PointsPair]) -> Ratings {
        super::ratings(agents, pairs, &square(pairs.len(), |row, column| f64::from(row == column)))
    }

    fn pair(places: [usize; 2], values: &[i64]) -> PointsPair {
        PointsPair { places, plays: 2, margin: Moments::of(values), first_side: None }
    }

    #[test]
    fn two_agents_are_half_their_margin_above_and_below() {
        let ratings = ratings(2, &[pair([0, 1], &[4, 6, 2, 8])]);
        let means: Vec<f64> = ratings.agents.iter().map(|agent| agent.mean).collect();
        assert!((means[0] - 1.25).abs() < 1e-6 && (means[1] + 1.25).abs() < 1e-6, "{means:?}");
        let error = Moments::of(&[4, 6, 2, 8]).standard_error() / 2.0;
        assert!((ratings.difference(0, 1).standard_error - error).abs() < 1e-6);
        assert_eq!((ratings.groups, ratings.misfit), (vec![0, 0], None));
    }

    #[test]
    fn a_triangle_is_weighted_by_its_errors() {
        let pairs = [pair([0, 1], &[1, 3]), pair([1, 2], &[1, 3]), pair([0, 2], &[9, 11])];
        let ratings = ratings(3, &pairs);
        // Equal errors: the direct difference has twice the weight of the indirect one.
        let expected = (2.0 * 5.0 + (1.0 + 1.0)) / 3.0;
        assert!((ratings.difference(0, 2).mean - expected).abs() < 1e-4);
        let misfit = ratings.misfit.expect("three pairs, two parameters");
        // The triangle fails to close by 3 points, whose variance is 3/4.
        assert!((misfit.chi_square - 9.0 / 0.75).abs() < 1e-3 && misfit.freedom == 1, "{misfit:?}");
    }

    #[test]
    fn pairs_that_go_together_change_the_errors() {
        let pairs = [pair([0, 1], &[1, 3]), pair([0, 2], &[1, 3])];
        let error = |correlation: f64| {
            let correlations = square(2, |row, column| if row == column { 1.0 } else { correlation });
            super::ratings(3, &pairs, &correlations).difference(1, 2).standard_error
        };
        // The variance of the difference of two means of variance v and correlation c: 2 v (1 - c).
        assert!((error(0.75) - error(0.0) / 2.0).abs() < 1e-4, "{} {}", error(0.75), error(0.0));
    }

    #[test]
    fn agents_that_never_met_are_told_apart_as_groups() {
        let pairs = [pair([0, 1], &[1, 3]), pair([2, 3], &[5, 5])];
        let ratings = ratings(5, &pairs);
        assert_eq!(ratings.groups, [0, 0, 1, 1, 2]);
        assert!(ratings.difference(0, 2).standard_error > 100.0);
        assert!(ratings.difference(2, 3).standard_error < 1.0);
        assert!(ratings.agents.iter().all(|agent| agent.mean.is_finite()));
    }

    #[test]
    fn the_first_side_is_a_weighted_mean() {
        let with = |first: &[i64]| PointsPair { first_side: Some(Moments::of(first)), ..pair([0, 1], &[1, 3]) };
        let first_side = ratings(2, &[with(&[2, 4, 6]), with(&[2, 4, 6])]).first_side.expect("two sides");
        assert!((first_side.mean - 2.0).abs() < 1e-9);
        assert!((first_side.standard_error - Moments::of(&[2, 4, 6]).standard_error() / 2.0).abs() < 1e-9);
    }
}
