//! The win model: probabilities of winning single hands from ratings in Elo (R. Bradley and M. Terry 1952).
//!
//! The probability that agent i beats agent j is 1 / (1 + exp(-(r_i - r_j) - h)) if i's side plays first, and the same
//! with -h in place of h if it does not. A tie counts as half a win. h is the first-side advantage; the term exists
//! only if there are two sides. Ratings maximise the likelihood times a normal prior of standard deviation [`PRIOR`]
//! Elo. The prior keeps the rating of an undefeated agent finite and is negligible beside a few hundred hands. h has a
//! narrower prior, [`FIRST_SIDE_PRIOR`] Elo: if one agent wins every hand of one position, h and the difference could
//! otherwise grow together without bound. Newton's method maximises this concave function.
//!
//! The plays of a set share their deal, so errors are computed from sets (the "sandwich" of P. Huber 1967 and H. White
//! 1982): H⁻¹ B H⁻¹, with H the curvature and B the sum over sets of the score's covariance, estimated from the sets.
//! If one agent won or lost every hand of a pair, its sets have no variance, and B is the model's own.

use ndarray::s;

use crate::Moments;
use crate::linear::{Matrix, Vector, dot, inverse, sandwich, solve, square};
use crate::ratings::{Misfit, Ratings, groups, normal};

/// Elo per unit of the natural logarithm of odds: 400 / ln 10.
pub const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard deviation of the ratings' prior, in Elo.
pub const PRIOR: f64 = 2000.0;
/// Standard deviation of the first-side advantage's prior, in Elo. The advantage is some tens of Elo in these games.
pub const FIRST_SIDE_PRIOR: f64 = 100.0;
/// Maximum number of Newton steps.
const STEPS: usize = 200;
/// Longest Newton step of a parameter, in natural logarithms of odds.
const LONGEST: f64 = 1.0;

/// The first agent's score from one position, in half-points summed over a set's plays.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Scores {
    /// Number of sets.
    pub sets: u64,
    /// Half-points over all sets (win 2, tie 1).
    pub half_points: f64,
    /// Variance of a set's half-points.
    pub variance: f64,
}

impl Scores {
    /// From the numbers of plays won, tied and lost in each set. Every set must have the same number of plays.
    #[must_use]
    pub fn new(win: &Moments, tie: &Moments, loss: &Moments) -> Scores {
        // With win + tie + loss fixed, half-points are a constant plus win - loss, and win + loss varies as tie does.
        let variance = 2.0 * win.variance() + 2.0 * loss.variance() - tie.variance();
        Scores {
            sets: win.count,
            half_points: (2 * win.sum + tie.sum) as f64,
            variance: variance.max(0.0),
        }
    }
}

/// The hands of a pair.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct WinPair {
    /// Indices of the two agents.
    pub places: [usize; 2],
    /// Hands per set.
    pub plays: u64,
    /// The first agent's score over all plays of a set.
    pub all: Scores,
    /// `Some` if there are two sides: the first agent's score of the play in which it plays first, the second agent's
    /// of the play in which that one does, and the first side's score of both plays.
    pub by_side: Option<[Scores; 3]>,
}

impl WinPair {
    /// Number of sets, as a float.
    fn sets(&self) -> f64 {
        self.all.sets as f64
    }

    /// Observed scores in hands: the first agent's sum over all sets, and the first side's.
    fn seen(&self) -> [f64; 2] {
        let first_side = self.by_side.map_or(0.0, |scores| scores[2].half_points / 2.0);
        [self.all.half_points / 2.0, first_side]
    }

    /// Expected values of `seen`, and the curvature: its entries (difference, difference), (difference, h), (h, h).
    fn expected(&self, difference: f64, advantage: f64) -> ([f64; 2], [f64; 3]) {
        let plays = self.plays as f64;
        if self.by_side.is_none() {
            let p = logistic(difference);
            let hands = self.sets() * plays;
            return ([hands * p, 0.0], [hands * p * (1.0 - p), 0.0, 0.0]);
        }
        let hands = self.sets() * plays / 2.0;
        let [p, q] = [logistic(difference + advantage), logistic(difference - advantage)];
        let [first, second] = [p * (1.0 - p), q * (1.0 - q)].map(|curvature| hands * curvature);
        ([hands * (p + q), hands * (p + 1.0 - q)], [first + second, first - second, first + second])
    }

    /// The covariance of the score over all sets, as the same three entries as the curvature; the curvature itself if
    /// the sets have no variance.
    fn spread(&self, curvature: [f64; 3]) -> [f64; 3] {
        if self.all.variance <= 0.0 {
            return curvature;
        }
        let sets = self.sets() / 4.0;
        let Some([own, other, first_side]) = self.by_side else {
            return [sets * self.all.variance, 0.0, 0.0];
        };
        [self.all.variance, own.variance - other.variance, first_side.variance].map(|variance| sets * variance)
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The ratings in Elo of `agents` agents from the pairs that were played; `correlations` are those of the pairs' means.
#[must_use]
pub fn ratings(agents: usize, pairs: &[WinPair], correlations: &Matrix) -> Ratings {
    let model = Model {
        agents,
        pairs,
        correlations,
        sided: !pairs.is_empty() && pairs.iter().all(|pair| pair.by_side.is_some()),
    };
    let values = model.most_likely();
    let covariance = model.covariance(&values);
    let own = covariance.slice(s![..agents, ..agents]).to_owned();
    let first_side = model.sided.then(|| {
        let error = covariance[[agents, agents]].max(0.0).sqrt();
        normal(ELO_PER_NAT * values[agents], ELO_PER_NAT * error)
    });
    let groups = groups(agents, &model.victories());
    Ratings {
        first_side,
        misfit: model.misfit(&values, &groups),
        groups,
        ..Ratings::new(values.slice(s![..agents]), &own, ELO_PER_NAT)
    }
}

/// The model. Its parameters are the ratings and, last, the first-side advantage, in natural logarithms of odds.
struct Model<'a> {
    agents: usize,
    pairs: &'a [WinPair],
    correlations: &'a Matrix,
    sided: bool,
}

impl Model<'_> {
    fn most_likely(&self) -> Vector {
        let mut values = Vector::zeros(self.agents + 1);
        for _ in 0..STEPS {
            let (slope, curvature) = self.slope(&values);
            let Some(step) = solve(&curvature, &slope) else {
                break;
            };
            let length = step.iter().fold(LONGEST, |most: f64, step| most.max(step.abs()));
            values.zip_mut_with(&step, |value, step| *value += step * LONGEST / length);
            if dot(step.view(), step.view()) < 1e-24 {
                break;
            }
        }
        values
    }

    fn chances(&self, pair: &WinPair, values: &Vector) -> ([f64; 2], [f64; 3]) {
        let [first, second] = pair.places;
        let advantage = if self.sided { values[self.agents] } else { 0.0 };
        pair.expected(values[first] - values[second], advantage)
    }

    /// Slope and negative curvature of the logarithm of likelihood times prior.
    fn slope(&self, values: &Vector) -> (Vector, Matrix) {
        let mut curvature = self.prior();
        let pulls = values.iter().enumerate();
        let mut slope: Vector = pulls.map(|(place, value)| -curvature[[place, place]] * value).collect();
        for pair in self.pairs {
            let (expected, entries) = self.chances(pair, values);
            let [won, first_side] = pair.seen();
            slope[pair.places[0]] += won - expected[0];
            slope[pair.places[1]] -= won - expected[0];
            slope[self.agents] += if self.sided { first_side - expected[1] } else { 0.0 };
            self.add(&mut curvature, pair.places, entries);
        }
        (slope, curvature)
    }

    /// The prior's curvature; the last entry is the first-side advantage's.
    fn prior(&self) -> Matrix {
        let deviation = |place: usize| if place < self.agents { PRIOR } else { FIRST_SIDE_PRIOR };
        square(self.agents + 1, |row, column| f64::from(row == column) * (ELO_PER_NAT / deviation(row)).powi(2))
    }

    /// Adds a pair's entries (difference, difference), (difference, h), (h, h).
    fn add(&self, matrix: &mut Matrix, [first, second]: [usize; 2], [both, mixed, advantage]: [f64; 3]) {
        matrix[[first, first]] += both;
        matrix[[second, second]] += both;
        matrix[[first, second]] -= both;
        matrix[[second, first]] -= both;
        if self.sided {
            let last = self.agents;
            for (place, sign) in [(first, 1.0), (second, -1.0)] {
                matrix[[place, last]] += sign * mixed;
                matrix[[last, place]] += sign * mixed;
            }
            matrix[[last, last]] += advantage;
        }
    }

    fn covariance(&self, values: &Vector) -> Matrix {
        let spread = self.spread(values);
        let (_, curvature) = self.slope(values);
        let size = self.agents + 1;
        let inverse = inverse(&curvature).unwrap_or_else(|| Matrix::zeros((size, size)));
        sandwich(&inverse, &spread)
    }

    /// The covariance of the slope. If pairs play the same deals, their differences correlate by `correlations`. Their
    /// first-side scores count as fully correlated, as a position is worth nearly the same on a deal for all pairs.
    fn spread(&self, values: &Vector) -> Matrix {
        let mut spread = self.prior();
        let own: Vec<[f64; 3]> = self
            .pairs
            .iter()
            .map(|pair| pair.spread(self.chances(pair, values).1))
            .collect();
        for (pair, &entries) in self.pairs.iter().zip(&own) {
            self.add(&mut spread, pair.places, entries);
        }
        for (one, pair) in self.pairs.iter().enumerate() {
            for (other, rival) in self.pairs.iter().enumerate().filter(|(other, _)| *other != one) {
                let both = self.correlations[[one, other]] * (own[one][0] * own[other][0]).sqrt();
                for (place, sign) in pair.places.into_iter().zip([both, -both]) {
                    spread[[place, rival.places[0]]] += sign;
                    spread[[place, rival.places[1]]] -= sign;
                }
                spread[[self.agents, self.agents]] += (own[one][2] * own[other][2]).sqrt();
            }
        }
        spread
    }

    /// (Winner, loser) of every pair in which the winner scored at all.
    fn victories(&self) -> Vec<(usize, usize)> {
        let mut victories = Vec::new();
        for pair in self.pairs {
            let [first, second] = pair.places;
            let most = 2.0 * pair.sets() * pair.plays as f64;
            victories.extend((pair.all.half_points > 0.0).then_some((first, second)));
            victories.extend((pair.all.half_points < most).then_some((second, first)));
        }
        victories
    }

    fn misfit(&self, values: &Vector, groups: &[usize]) -> Option<Misfit> {
        let deviation = |pair: &WinPair| {
            let (expected, curvature) = self.chances(pair, values);
            (pair.seen()[0] - expected[0]).powi(2) / pair.spread(curvature)[0]
        };
        let connected = 1 + groups.iter().max().copied().unwrap_or(0);
        Misfit::new(self.pairs.iter().map(deviation).sum(), self.pairs.len(), self.agents - connected)
    }
}

#[cfg(test)]
mod tests;
