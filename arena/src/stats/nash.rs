//! Nash averaging: each agent's payoff against the maximum-entropy equilibrium of the pool.
//!
//! Source: Balduzzi, Tuyls, Pérolat and Graepel, "Re-evaluating evaluation" (2018). The pool is a game in which two
//! players pick agents; `payoffs` is antisymmetric. Of all its equilibria the one of largest entropy is unique, and a
//! copy of an agent shares its weight and changes nobody's average. The face of all equilibria is found by an interior
//! point method on the self-dual form, whose path ends at a strictly complementary point (Goldman and Tucker 1956): the
//! agents with positive weight there are those with positive weight in any equilibrium. The entropy is then raised
//! within the face by Newton steps.

use crate::stats::linear::{Matrix, dot, kernel, product, solve, square, times};

/// Steps of the interior point path at most.
const STEPS: usize = 400;
/// Gap at which the path ends.
const GAP: f64 = 1e-13;
/// How much of the gap a step leaves.
const CENTRING: f64 = 0.3;
/// How much of the way to the border a step goes.
const REACH: f64 = 0.9;
/// Entries of a scaled matrix below which they are 0.
const ZERO: f64 = 1e-9;
/// Weight of the borders of the face when the entropy is raised, the smallest.
const LAST_BARRIER: f64 = 1e-12;
/// Newton steps for one weight of the borders.
const NEWTON: usize = 50;

/// The equilibrium and what each agent gets against it.
#[derive(Clone, Debug, PartialEq)]
pub struct Nash {
    /// Weight of each agent in the equilibrium; the sum is 1.
    pub weights: Vec<f64>,
    /// Payoff of each agent against it; 0 where the weight is positive, else 0 or less.
    pub averages: Vec<f64>,
}

/// The Nash averages where `payoffs[i][j]` is what i gets against j, and `payoffs[j][i]` its negative.
#[must_use]
pub fn averages(payoffs: &[Vec<f64>]) -> Nash {
    let size = payoffs.len();
    let largest = payoffs
        .iter()
        .flatten()
        .fold(0.0, |most: f64, payoff| most.max(payoff.abs()));
    if largest == 0.0 {
        return Nash {
            weights: vec![1.0 / size.max(1) as f64; size],
            averages: vec![0.0; size],
        };
    }
    let game = square(size, |row, column| {
        (payoffs[row][column] - payoffs[column][row]) / (2.0 * largest)
    });
    let (centre, slacks) = central_path(&game);
    let used: Vec<usize> = (0..size).filter(|&agent| centre[agent] > slacks[agent]).collect();
    let unused: Vec<usize> = (0..size).filter(|&agent| centre[agent] <= slacks[agent]).collect();
    let total: f64 = used.iter().map(|&agent| centre[agent]).sum();
    let inner: Vec<f64> = used.iter().map(|&agent| centre[agent] / total).collect();
    let inner = raise_entropy(&game, &used, &unused, inner);
    let mut weights = vec![0.0; size];
    used.iter()
        .zip(inner)
        .for_each(|(&agent, weight)| weights[agent] = weight);
    let averages = times(&game, &weights).iter().map(|average| average * largest).collect();
    Nash { weights, averages }
}

/// Weights x and slacks s = -`game` x >= 0 with x s = 0 and x + s > 0, up to a factor and a gap.
///
/// On the path s = -`game` x + g r and x s = g for every agent, with g from 1 to 0; r makes all-ones the start.
fn central_path(game: &Matrix) -> (Vec<f64>, Vec<f64>) {
    let size = game.len();
    let mut x = vec![1.0; size];
    let mut s = vec![1.0; size];
    let excess: Vec<f64> = times(game, &x).iter().map(|payoff| 1.0 + payoff).collect();
    let mut gap = 1.0;
    for _ in 0..STEPS {
        if gap < GAP {
            break;
        }
        let matrix = square(size, |row, column| {
            s[row] * f64::from(row == column) - x[row] * game[row][column]
        });
        let change = (CENTRING - 1.0) * gap;
        let right: Vec<f64> = (0..size)
            .map(|row| CENTRING * gap - x[row] * s[row] - x[row] * excess[row] * change)
            .collect();
        let Some(dx) = solve(&matrix, &right) else {
            break;
        };
        let towards = times(game, &dx);
        let ds: Vec<f64> = (0..size).map(|row| excess[row] * change - towards[row]).collect();
        let pairs = x.iter().zip(&dx).chain(s.iter().zip(&ds));
        let border = pairs
            .filter(|(_, step)| **step < 0.0)
            .map(|(place, step)| -place / step);
        let reach = border.fold(f64::INFINITY, f64::min);
        let length = (REACH * reach).min(1.0);
        x.iter_mut().zip(&dx).for_each(|(place, step)| *place += length * step);
        gap += length * change;
        s = times(game, &x)
            .iter()
            .zip(&excess)
            .map(|(payoff, excess)| gap * excess - payoff)
            .collect();
        if s.iter().any(|&slack| slack <= 0.0) {
            // Rounding has eaten the smallest slacks: they are 0 as far as can be told.
            s.iter_mut().for_each(|slack| *slack = slack.max(0.0));
            break;
        }
    }
    (x, s)
}

/// The weights of largest entropy among those on `used` against which no agent gains, from one of them inside.
fn raise_entropy(game: &Matrix, used: &[usize], unused: &[usize], mut weights: Vec<f64>) -> Vec<f64> {
    let row = |agent: usize| used.iter().map(|&other| game[agent][other]).collect::<Vec<f64>>();
    let mut equations: Matrix = used.iter().map(|&agent| row(agent)).collect();
    equations.push(vec![1.0; used.len()]);
    let ways = kernel(&equations, ZERO);
    let borders: Matrix = unused.iter().map(|&agent| row(agent)).collect();
    if ways.is_empty() {
        return weights;
    }
    let mut barrier = 1.0;
    while barrier > LAST_BARRIER {
        barrier *= 0.1;
        for _ in 0..NEWTON {
            if !newton_step(&ways, &borders, barrier, &mut weights) {
                break;
            }
        }
    }
    weights
}

/// One step up the entropy plus `barrier` times the logarithms of the slacks, along `ways`; false where it is done.
fn newton_step(ways: &Matrix, borders: &Matrix, barrier: f64, weights: &mut [f64]) -> bool {
    let slacks: Vec<f64> = borders.iter().map(|border| -dot(border, weights)).collect();
    let pull = |agent: usize| {
        let borders = borders.iter().zip(&slacks);
        let borders: f64 = borders.map(|(border, slack)| barrier * border[agent] / slack).sum();
        -(weights[agent].ln() + 1.0) - borders
    };
    let gradient = times(ways, &(0..weights.len()).map(pull).collect::<Vec<f64>>());
    let curvature = square(weights.len(), |row, column| {
        let own = f64::from(row == column) / weights[row];
        let borders = borders.iter().zip(&slacks);
        own + borders
            .map(|(border, slack)| barrier * border[row] * border[column] / (slack * slack))
            .sum::<f64>()
    });
    let across: Matrix = (0..weights.len())
        .map(|agent| ways.iter().map(|way| way[agent]).collect())
        .collect();
    let Some(step) = solve(&product(&product(ways, &curvature), &across), &gradient) else {
        return false;
    };
    let step = times(&across, &step);
    let places = weights.iter().copied().zip(step.iter().copied());
    let closing = borders
        .iter()
        .zip(&slacks)
        .map(|(border, &slack)| (slack, -dot(border, &step)));
    let reach = places
        .chain(closing)
        .filter(|(_, step)| *step < 0.0)
        .map(|(place, step)| -place / step);
    let length = (REACH * reach.fold(f64::INFINITY, f64::min)).min(1.0);
    weights
        .iter_mut()
        .zip(&step)
        .for_each(|(weight, step)| *weight += length * step);
    step.iter().any(|step| (length * step).abs() > 1e-14)
}

#[cfg(test)]
mod tests {
    use super::averages;

    fn near(found: &[f64], expected: &[f64]) {
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-7);
        assert!(close && found.len() == expected.len(), "{found:?} against {expected:?}");
    }

    #[test]
    fn rock_paper_scissors_gives_thirds() {
        let nash = averages(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]]);
        near(&nash.weights, &[1.0 / 3.0; 3]);
        near(&nash.averages, &[0.0; 3]);
    }

    #[test]
    fn an_uneven_circle_is_solved_by_hand() {
        // Weights are the payoffs of the two others against each other.
        let nash = averages(&[vec![0.0, -1.0, 2.0], vec![1.0, 0.0, -3.0], vec![-2.0, 3.0, 0.0]]);
        near(&nash.weights, &[3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0]);
    }

    #[test]
    fn a_dominating_agent_has_all() {
        let nash = averages(&[vec![0.0, 0.1, 3.0], vec![-0.1, 0.0, 0.2], vec![-3.0, -0.2, 0.0]]);
        near(&nash.weights, &[1.0, 0.0, 0.0]);
        near(&nash.averages, &[0.0, -0.1, -3.0]);
        near(&averages(&[vec![0.0, -0.002], vec![0.002, 0.0]]).weights, &[0.0, 1.0]);
    }

    #[test]
    fn a_copy_shares_its_original_s_weight_and_changes_no_average() {
        // Rock twice, paper, scissors, and one that loses to all.
        let rows = [
            vec![0.0, 0.0, -1.0, 1.0, 1.0],
            vec![0.0, 0.0, -1.0, 1.0, 1.0],
            vec![1.0, 1.0, 0.0, -1.0, 1.0],
            vec![-1.0, -1.0, 1.0, 0.0, 1.0],
            vec![-1.0, -1.0, -1.0, -1.0, 0.0],
        ];
        let nash = averages(&rows);
        near(&nash.weights, &[1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
        near(&nash.averages, &[0.0, 0.0, 0.0, 0.0, -1.0]);
    }

    #[test]
    fn equal_agents_share_evenly_and_nobody_is_well_averaged() {
        near(
            &averages(&[vec![0.0; 3], vec![0.0; 3], vec![0.0; 3]]).weights,
            &[1.0 / 3.0; 3],
        );
        // Two equal agents above a third: the entropy decides between the two.
        let nash = averages(&[vec![0.0, 0.0, 5.0], vec![0.0, 0.0, 1.0], vec![-5.0, -1.0, 0.0]]);
        near(&nash.weights, &[0.5, 0.5, 0.0]);
        assert!(averages(&[]).weights.is_empty());
    }

    #[test]
    fn the_border_of_the_face_counts() {
        // 0 and 1 are equal; 2 loses 3 to 0 and wins 1 from 1: at most 3/4 of the weight may lie on 1.
        let nash = averages(&[vec![0.0, 0.0, 1.0], vec![0.0, 0.0, -3.0], vec![-1.0, 3.0, 0.0]]);
        near(&nash.weights, &[0.75, 0.25, 0.0]);
    }

    #[test]
    fn large_pools_are_in_equilibrium() {
        let size = 40;
        let payoff = |i: usize, j: usize| ((i * 7919 + j * 104_729) % 1000) as f64 / 1000.0 - 0.5;
        let rows: Vec<Vec<f64>> = (0..size)
            .map(|i| (0..size).map(|j| payoff(i, j) - payoff(j, i)).collect())
            .collect();
        let nash = averages(&rows);
        assert!((nash.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(nash.weights.iter().all(|&weight| weight >= 0.0));
        assert!(
            nash.averages.iter().all(|&average| average < 1e-9),
            "{:?}",
            nash.averages
        );
    }
}
