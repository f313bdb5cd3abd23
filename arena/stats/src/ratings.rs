//! Ratings of a pool of agents, for either model: values with mean 0, their full covariance, and derived figures.

use ndarray::ArrayView1;
use serde::{Deserialize, Serialize};

use crate::linear::{Matrix, rows, sandwich, square};
use crate::moments::NORMAL_95;
use crate::{Estimate, superiority};

/// Ratings of a pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratings {
    /// Each agent's rating; the mean over agents is 0.
    pub agents: Vec<Estimate>,
    /// Covariance of the ratings, agents x agents: the variance of a difference is `[[i, i]] + [[j, j]] - 2 [[i, j]]`.
    #[serde(with = "rows")]
    pub covariance: Matrix,
    /// Probability that an agent (row) is better than another (column), given the data.
    #[serde(with = "rows")]
    pub superiority: Matrix,
    /// The advantage of playing first, in the ratings' unit; `None` if there are more than two sides.
    pub first_side: Option<Estimate>,
    /// The group of each agent. Between agents of different groups the data do not bound the difference. It then comes
    /// from the weak prior alone, and its error means little.
    pub groups: Vec<usize>,
    /// Fit of the model to the pairs; `None` if it has at least as many parameters as there are pairs.
    pub misfit: Option<Misfit>,
}

/// Chi-square test of the pairs against the ratings.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Misfit {
    /// Sum of squared deviations, each divided by its variance.
    pub chi_square: f64,
    /// Degrees of freedom: pairs minus parameters.
    pub freedom: u64,
    /// p-value: the probability of a sum at least this large if the model is true. It is small if the pool is not
    /// transitive.
    pub p: f64,
}

/// The model is rejected below this chance.
const LEAST_FIT: f64 = 0.01;

impl Ratings {
    /// Whether the pairs reject the model. `false` if there are too few of them to tell.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        self.misfit.is_some_and(|misfit| misfit.p < LEAST_FIT)
    }

    /// Ratings of `values` with `covariance`, both centred on mean 0 and scaled by `unit`.
    pub(crate) fn new(values: ArrayView1<'_, f64>, covariance: &Matrix, unit: f64) -> Ratings {
        let size = values.len();
        let centre = square(size, |row, column| f64::from(row == column) - 1.0 / size as f64);
        let covariance = sandwich(&centre, covariance) * (unit * unit);
        let mean = values.iter().sum::<f64>() / size as f64;
        let value = |index: usize| normal(unit * (values[index] - mean), covariance[[index, index]].max(0.0).sqrt());
        let agents: Vec<Estimate> = (0..size).map(value).collect();
        let means: Vec<f64> = agents.iter().map(|agent| agent.mean).collect();
        Ratings {
            superiority: superiority::matrix(&means, &covariance),
            agents,
            covariance,
            first_side: None,
            groups: vec![0; size],
            misfit: None,
        }
    }

    /// The difference of two agents' ratings.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Estimate {
        let variance = superiority::variance(&self.covariance, first, second);
        normal(self.agents[first].mean - self.agents[second].mean, variance.sqrt())
    }
}

impl Misfit {
    /// `None` if there are no more pairs than parameters.
    pub(crate) fn new(chi_square: f64, pairs: usize, parameters: usize) -> Option<Misfit> {
        use statrs::distribution::{ChiSquared, ContinuousCDF};
        let freedom = pairs.checked_sub(parameters).filter(|&freedom| freedom > 0)?;
        let law = ChiSquared::new(freedom as f64).ok()?;
        Some(Misfit { chi_square, freedom: freedom as u64, p: law.sf(chi_square) })
    }
}

/// An estimate with a normal 95 % interval.
pub(crate) fn normal(mean: f64, standard_error: f64) -> Estimate {
    let half = NORMAL_95 * standard_error;
    Estimate { mean, standard_error, interval: Some([mean - half, mean + half]) }
}

/// The group of each of `size` places. Two places share a group if each can be reached from the other over `edges`
/// (from, to). Groups are numbered by their first place.
pub(crate) fn groups(size: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut reach: Vec<Vec<bool>> = (0..size).map(|from| (0..size).map(|to| from == to).collect()).collect();
    edges.iter().for_each(|&(from, to)| reach[from][to] = true);
    // Transitive closure (Warshall).
    for over in 0..size {
        let onward = reach[over].clone();
        for row in reach.iter_mut().filter(|row| row[over]) {
            row.iter_mut().zip(&onward).for_each(|(reaches, &more)| *reaches |= more);
        }
    }
    let first = |place: usize| (0..size).position(|other| reach[place][other] && reach[other][place]);
    let firsts: Vec<usize> = (0..size).map(|place| first(place).unwrap_or(place)).collect();
    let mut distinct = firsts.clone();
    distinct.dedup();
    distinct.sort_unstable();
    distinct.dedup();
    firsts
        .iter()
        .map(|first| distinct.iter().position(|other| other == first).unwrap_or(0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Misfit, Ratings, groups};
    use crate::linear::square;

    #[test]
    fn groups_need_a_way_there_and_back() {
        assert_eq!(groups(4, &[(0, 1), (1, 2), (2, 0), (2, 3)]), [0, 0, 0, 1]);
        assert_eq!(groups(4, &[(0, 2), (2, 0), (1, 3), (3, 1)]), [0, 1, 0, 1]);
        assert_eq!(groups(2, &[]), [0, 1]);
    }

    #[test]
    fn ratings_have_mean_zero_and_differences_keep_their_error() {
        let covariance = square(3, |row, column| if row == column { 5.0 } else { 1.0 });
        let ratings = Ratings::new(ndarray::arr1(&[1.0, 2.0, 6.0]).view(), &covariance, 10.0);
        let means: Vec<f64> = ratings.agents.iter().map(|agent| agent.mean).collect();
        assert_eq!(means, [-20.0, -10.0, 30.0]);
        let difference = ratings.difference(2, 0);
        assert!((difference.mean - 50.0).abs() < 1e-9);
        assert!((difference.standard_error - 800f64.sqrt()).abs() < 1e-9);
        let sum: f64 = ratings.covariance.iter().sum();
        assert!(sum.abs() < 1e-9, "the mean has no error");
    }

    #[test]
    fn misfit_is_chi_square() {
        let misfit = Misfit::new(3.841_459, 4, 3).expect("one degree");
        assert!((misfit.p - 0.05).abs() < 1e-6, "{misfit:?}");
        assert!(Misfit::new(1.0, 3, 3).is_none() && Misfit::new(1.0, 2, 3).is_none());
    }
}
