//! The pool of an arena's agents as one: ratings, and claims over many pairs.
//!
//! Everything is computed from the pairs' exact sums, so a pool of merged results is that of one run. Some pairs may
//! not have played. A pair of fewer than [`LEAST_SETS`] sets says too little: it counts for nothing here, and an agent
//! without other pairs has no rating. If pairs play the same deals, the errors of ratings include the correlation of
//! their sets.

use serde::{Deserialize, Serialize};

use crate::contests::{ArenaResult, PairResult};
use crate::pairs::tally::ViewTally;
use spariglio_stats::bradley_terry::{self, Scores, WinPair};
use spariglio_stats::common_deals::Bins;
use spariglio_stats::points_model::{self, PointsPair};
use spariglio_stats::{Estimate, LEAST_SETS, Ratings, common_deals, holm};

/// The results of an arena over all its rated agents together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// The places of the rated agents in [`ArenaResult::agents`], rising; both ratings have this order.
    #[serde(default)]
    pub places: Vec<usize>,
    /// Ratings from hands won, tied and lost, Elo.
    pub win: Ratings,
    /// Ratings from margins, points per hand.
    pub points: Ratings,
    /// The pairs with enough sets.
    pub claims: Vec<Claim>,
}

/// The claim that one agent of a pair is better.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// A pair with enough sets, and the places of its agents.
struct Played<'a> {
    places: [usize; 2],
    pair: &'a PairResult,
}

impl Pool {
    /// The pool of a result; `None` if no pair has enough sets.
    #[must_use]
    pub fn of(result: &ArenaResult) -> Option<Pool> {
        let played = played(result);
        let is_rated = |place: &usize| played.iter().any(|played| played.places.contains(place));
        let places: Vec<usize> = (0..result.agents.len()).filter(is_rated).collect();
        let agents = places.len();
        let rank = |pair: [usize; 2]| pair.map(|place| places.partition_point(|&other| other < place));
        let win = played
            .iter()
            .map(|played| WinPair { places: rank(played.places), ..played.win() });
        let points = played
            .iter()
            .map(|played| PointsPair { places: rank(played.places), ..played.points() });
        let (win, points): (Vec<WinPair>, Vec<PointsPair>) = (win.collect(), points.collect());
        let bins: Vec<Bins<'_>> = played
            .iter()
            .map(|played| played.pair.counted().trace.bins().collect())
            .collect();
        let correlations = common_deals::correlations(&bins);
        (agents > 0).then(|| Pool {
            win: bradley_terry::ratings(agents, &win, &correlations),
            points: points_model::ratings(agents, &points, &correlations),
            claims: claims(&played),
            places,
        })
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

fn played(result: &ArenaResult) -> Vec<Played<'_>> {
    let agents = result.agents.len();
    let places = (0..agents).flat_map(|first| (first + 1..agents).map(move |second| (first, second)));
    let found = places.filter_map(|(first, second)| {
        let (pair, sign) = result.between(first, second)?;
        let places = if sign > 0.0 { [first, second] } else { [second, first] };
        (pair.sets >= LEAST_SETS).then_some(Played { places, pair })
    });
    found.collect()
}

impl Played<'_> {
    fn two_sides(&self) -> bool {
        let sides: u64 = self.pair.tally.agents.iter().map(|agent| agent.sides).sum();
        sides == 2 * self.pair.hands
    }

    fn win(&self) -> WinPair {
        let counted = self.pair.counted();
        let scores = |view: &ViewTally| Scores::new(&view.win, &view.tie, &view.loss);
        let [first, second] = counted.agents.map(scores);
        WinPair {
            places: self.places,
            plays: counted.plays,
            all: scores(counted.pair),
            by_side: self.two_sides().then(|| [first, second, scores(counted.first)]),
        }
    }

    fn points(&self) -> PointsPair {
        let counted = self.pair.counted();
        PointsPair {
            places: self.places,
            plays: counted.plays,
            margin: counted.pair.margin,
            first_side: self.two_sides().then_some(counted.first.margin),
        }
    }
}

fn claims(played: &[Played<'_>]) -> Vec<Claim> {
    let values: Vec<f64> = played
        .iter()
        .map(|played| holm::two_sided(&played.pair.counted().pair.margin))
        .collect();
    let claims = played.iter().zip(&values).zip(holm::adjusted(&values));
    claims
        .map(|((played, &p), adjusted)| Claim { places: played.places, mean: played.pair.mean, p, adjusted })
        .collect()
}
