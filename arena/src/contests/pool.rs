//! The pool of an arena's agents as one: ratings, and claims over many pairs.
//!
//! Everything is computed from the pairs' exact sums, so a pool of merged results is that of one run. Some pairs may
//! not have played. If pairs play the same deals, the errors of ratings include the correlation of their sets.

use serde::{Deserialize, Serialize};

use crate::contests::{ArenaResult, PairResult};
use crate::pairs::tally::ViewTally;
use spariglio_stats::bradley_terry::{self, Scores, WinPair};
use spariglio_stats::common_deals::Bins;
use spariglio_stats::points_model::{self, PointsPair};
use spariglio_stats::{Ratings, common_deals, holm};

/// The results of an arena over all its agents together; agents in the order of [`ArenaResult::agents`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// Ratings from hands won, tied and lost, Elo.
    pub win: Ratings,
    /// Ratings from margins, points per hand.
    pub points: Ratings,
    /// The pairs that played.
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

/// A pair with results, and the places of its agents.
struct Played<'a> {
    places: [usize; 2],
    pair: &'a PairResult,
}

impl Pool {
    /// The pool of a result.
    #[must_use]
    pub fn of(result: &ArenaResult) -> Pool {
        let agents = result.agents.len();
        let played = played(result);
        let win: Vec<WinPair> = played.iter().map(Played::win).collect();
        let points: Vec<PointsPair> = played.iter().map(Played::points).collect();
        let bins: Vec<Bins<'_>> = played.iter().map(|played| played.pair.tally.trace.bins().collect()).collect();
        let correlations = common_deals::correlations(&bins);
        Pool {
            win: bradley_terry::ratings(agents, &win, &correlations),
            points: points_model::ratings(agents, &points, &correlations),
            claims: claims(&played),
        }
    }
}

fn played(result: &ArenaResult) -> Vec<Played<'_>> {
    let agents = result.agents.len();
    let places = (0..agents).flat_map(|first| (first + 1..agents).map(move |second| (first, second)));
    let found = places.filter_map(|(first, second)| {
        let (pair, sign) = result.between(first, second)?;
        let places = if sign > 0.0 { [first, second] } else { [second, first] };
        (pair.sets > 0).then_some(Played { places, pair })
    });
    found.collect()
}

impl Played<'_> {
    fn two_sides(&self) -> bool {
        let sides: u64 = self.pair.tally.agents.iter().map(|agent| agent.sides).sum();
        sides == 2 * self.pair.hands
    }

    fn win(&self) -> WinPair {
        let tally = &self.pair.tally;
        let scores = |view: &ViewTally| Scores::new(&view.win, &view.tie, &view.loss);
        let [first, second] = [0, 1].map(|agent| scores(&tally.agents[agent].first));
        WinPair {
            places: self.places,
            plays: self.pair.plays_per_set,
            all: scores(&tally.pair),
            by_side: self.two_sides().then(|| [first, second, scores(&tally.first)]),
        }
    }

    fn points(&self) -> PointsPair {
        PointsPair {
            places: self.places,
            plays: self.pair.plays_per_set,
            margin: self.pair.tally.pair.margin,
            first_side: self.two_sides().then_some(self.pair.tally.first.margin),
        }
    }
}

fn claims(played: &[Played<'_>]) -> Vec<Claim> {
    let values: Vec<f64> = played
        .iter()
        .map(|played| holm::two_sided(&played.pair.tally.pair.margin))
        .collect();
    let claims = played.iter().zip(&values).zip(holm::adjusted(&values));
    claims
        .map(|((played, &p), adjusted)| Claim { places: played.places, mean: played.pair.mean, p, adjusted })
        .collect()
}
