//! Ratings of agents in one pool, from the decisions of their scores.
//!
//! At each decision every two players meet: the agents that decided there, and the baselines. The one whose action lost
//! less wins. So scores of different positions meet through the baselines.

use std::collections::{BTreeMap, BTreeSet};

use spariglio_stats::bradley_terry::{self, Scores, WinPair};
use spariglio_stats::common_deals::{Bins, correlations};
use spariglio_stats::{Estimate, Moments};

use crate::item::{FORMULA, GREEDY, Item};
use crate::score::Score;

/// Losses that are as good as equal, in points.
const EQUAL: f64 = 1e-9;

/// The baselines that choose one action.
const BASELINES: [&str; 2] = [FORMULA, GREEDY];

/// The results of two players, by decision: 1 if the first one lost less, −1 if the second one did.
type Meetings = Vec<(usize, Moments)>;

/// What the players of a decision lost.
type Lost<'s> = BTreeMap<&'s str, f64>;

/// The Bradley-Terry rating of each score's agent in Elo, `formula` at 0.
#[must_use]
pub fn ratings(scores: &[Score]) -> Vec<Estimate> {
    let decisions: Vec<Lost<'_>> = decisions(scores).into_values().collect();
    let agents = scores.iter().map(|score| score.commitment.agent.as_str());
    let players: Vec<&str> = BTreeSet::from_iter(agents.clone().chain(BASELINES)).into_iter().collect();
    let couples = (0..players.len()).flat_map(|one| (0..one).map(move |other| [other, one]));
    let met: Vec<([usize; 2], Meetings)> = couples
        .map(|places| (places, meetings(places.map(|place| players[place]), &decisions)))
        .filter(|(_, meetings)| !meetings.is_empty())
        .collect();
    let pairs: Vec<WinPair> = met.iter().map(|(places, meetings)| pair(*places, meetings)).collect();
    let bins: Vec<Bins<'_>> = met
        .iter()
        .map(|(_, meetings)| meetings.iter().map(|(place, result)| (*place, result)).collect())
        .collect();
    let ratings = bradley_terry::ratings(players.len(), &pairs, &correlations(&bins));
    let place = |player| players.iter().position(|one| *one == player).expect("a player");
    agents.map(|agent| ratings.difference(place(agent), place(FORMULA))).collect()
}

/// What each player lost at each decision.
fn decisions(scores: &[Score]) -> BTreeMap<(&str, &str), Lost<'_>> {
    let mut decisions: BTreeMap<_, Lost<'_>> = BTreeMap::new();
    for score in scores {
        for item in &score.items {
            let Item { id, position, baselines, lost, .. } = item;
            let players = decisions.entry((id.as_str(), position.as_str())).or_default();
            players.extend(BASELINES.iter().filter_map(|name| Some((*name, *baselines.get(*name)?))));
            players.insert(&score.commitment.agent, *lost);
        }
    }
    decisions
}

/// The decisions at which both players met.
fn meetings(players: [&str; 2], decisions: &[Lost<'_>]) -> Meetings {
    let meeting = |(place, lost): (usize, &Lost<'_>)| {
        let ahead = lost.get(players[1])? - lost.get(players[0])?;
        let mut result = Moments::default();
        result.push(if ahead.abs() < EQUAL { 0 } else { ahead.signum() as i64 });
        Some((place, result))
    };
    decisions.iter().enumerate().filter_map(meeting).collect()
}

fn pair(places: [usize; 2], meetings: &[(usize, Moments)]) -> WinPair {
    let count = |wanted: i64| {
        let mut count = Moments::default();
        meetings
            .iter()
            .for_each(|(_, result)| count.push(i64::from(result.sum == wanted)));
        count
    };
    WinPair {
        places,
        plays: 1,
        all: Scores::new(&count(1), &count(0), &count(-1)),
        by_side: None,
    }
}
