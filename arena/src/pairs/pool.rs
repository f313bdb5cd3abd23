//! The pool of an arena's agents as one: ratings, and claims over many pairs.
//!
//! Everything is computed from the pairs' exact sums, so a pool of merged results is that of one run. Some pairs may
//! not have played. A pair of fewer than [`LEAST_SETS`] sets says too little: it counts for nothing here, and an agent
//! without other pairs has no rating. If pairs play the same deals, the errors of ratings include the correlation of
//! their sets.

use serde::Serialize;

use super::set_sums::Tally;
use super::tally::{PairTally, ViewTally};
use spariglio_stats::bradley_terry::{self, Scores, WinPair};
use spariglio_stats::common_deals::{self, Bins};
use spariglio_stats::moments::LEAST_SETS;
use spariglio_stats::points_model::{self, PointsPair};
use spariglio_stats::{Estimate, Ratings, holm};

/// The results of an arena over all its rated agents together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pool {
    /// The places of the rated agents in the list of all, rising; both ratings have this order.
    pub places: Vec<usize>,
    /// Ratings from hands won, tied and lost, Elo.
    pub win: Ratings,
    /// Ratings from margins, points per hand.
    pub points: Ratings,
    /// The pairs with enough sets.
    pub claims: Vec<Claim>,
}

/// The claim that one agent of a pair is better.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// Places of the two agents.
    pub places: [usize; 2],
    /// Points per hand, first agent minus second.
    pub mean: f64,
    /// Two-sided p-value: the chance of a margin this large between equal agents.
    pub p: f64,
    /// The p-value adjusted for the number of pairs; claims rest on it.
    pub adjusted: f64,
}

/// The sums of a pair.
#[derive(Copy, Clone, Debug)]
pub struct PairSums<'s, T: Tally> {
    /// Places of the two agents, rising.
    pub places: [usize; 2],
    /// Plays per set.
    pub plays: u64,
    /// The sums.
    pub tally: &'s T,
}

impl Pool {
    /// The pool of an arena of hands; `None` if no pair has enough sets.
    pub(crate) fn of(pairs: &[PairSums<'_, PairTally>]) -> Option<Pool> {
        let pairs: Vec<_> = pairs.iter().filter(|pair| pair.tally.sets() >= LEAST_SETS).collect();
        let mut places: Vec<usize> = pairs.iter().flat_map(|pair| pair.places).collect();
        places.sort_unstable();
        places.dedup();
        let rank = |pair: [usize; 2]| pair.map(|place| places.partition_point(|&other| other < place));
        let win: Vec<WinPair> = pairs.iter().map(|pair| pair.win(rank(pair.places))).collect();
        let points: Vec<PointsPair> = pairs.iter().map(|pair| pair.points(rank(pair.places))).collect();
        let bins: Vec<Bins<'_>> = pairs.iter().map(|pair| pair.tally.trace.bins().collect()).collect();
        let correlations = common_deals::correlations(&bins);
        (!places.is_empty()).then(|| Pool {
            win: bradley_terry::ratings(places.len(), &win, &correlations),
            points: points_model::ratings(places.len(), &points, &correlations),
            claims: claims(&pairs),
            places,
        })
    }

    /// Ratings in points per hand of `agents` agents, from pairs that share no deals.
    pub(crate) fn points_apart(agents: usize, pairs: &[PairSums<'_, PairTally>]) -> Ratings {
        let pairs: Vec<PointsPair> = pairs.iter().map(|pair| pair.points(pair.places)).collect();
        let apart = common_deals::correlations(&vec![Bins::new(); pairs.len()]);
        points_model::ratings(agents, &pairs, &apart)
    }

    /// The agent's rank in both ratings; `None` if it is not rated.
    #[must_use]
    pub fn rank(&self, agent: usize) -> Option<usize> {
        self.places.iter().position(|&place| place == agent)
    }

    /// The agent's rating in points per hand and in Elo; `None` if it is not rated.
    #[must_use]
    pub fn ratings(&self, agent: usize) -> Option<[Estimate; 2]> {
        let rank = self.rank(agent)?;
        Some([self.points.agents[rank], self.win.agents[rank]])
    }
}

impl PairSums<'_, PairTally> {
    fn two_sides(&self) -> bool {
        let sides: u64 = self.tally.agents.iter().map(|agent| agent.sides).sum();
        sides == 2 * self.tally.sets() * self.plays
    }

    /// The hands won, tied and lost between the agents of these ranks.
    fn win(&self, places: [usize; 2]) -> WinPair {
        let scores = |view: &ViewTally| Scores::new(&view.win, &view.tie, &view.loss);
        let [first, second] = self.tally.agents.each_ref().map(|agent| scores(&agent.first));
        WinPair {
            places,
            plays: self.plays,
            all: scores(&self.tally.pair),
            by_side: self.two_sides().then(|| [first, second, scores(&self.tally.first)]),
        }
    }

    /// The margins between the agents of these ranks.
    fn points(&self, places: [usize; 2]) -> PointsPair {
        PointsPair {
            places,
            plays: self.plays,
            margin: self.tally.pair.margin,
            first_side: self.two_sides().then_some(self.tally.first.margin),
        }
    }
}

fn claims(pairs: &[&PairSums<'_, PairTally>]) -> Vec<Claim> {
    let values: Vec<f64> = pairs.iter().map(|pair| holm::two_sided(&pair.tally.pair.margin)).collect();
    let claims = pairs.iter().zip(&values).zip(holm::adjusted(&values));
    claims
        .map(|((pair, &p), adjusted)| {
            let mean = pair.tally.pair.margin.estimate(pair.plays as f64, 1.0).mean;
            Claim { places: pair.places, mean, p, adjusted }
        })
        .collect()
}
