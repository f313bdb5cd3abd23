//! Sums over the matches of one pair, in whole numbers, one set at a time.

use serde::{Deserialize, Serialize};
use spariglio_agents::{Foul, FoulKind};
use spariglio_engine::{Game, MatchEnd};

use crate::deals::hash::DealsHash;
use crate::deals::seating::Seating;
use crate::matches::MatchResult;
use crate::pairs::offences::Offences;
use spariglio_stats::{Estimate, Moments};

/// A match as counted, from agent 0's point of view.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PlayedMatch {
    /// Half-points: 2 won, 1 level, 0 lost.
    pub half_points: i64,
    /// Final points minus those of the best other side, for the side that sits alone. If a shutout or an offence ended
    /// the match, it counts as the limit to 0.
    pub margin: i64,
    /// Hands played, without one that ended by an offence.
    pub hands: i64,
    /// Half-points of the side that dealt first, whichever agent held it.
    pub first_dealer: i64,
    /// The agent that won by a shutout.
    pub shutout: Option<usize>,
    /// The agent that lost by an offence, and the offence.
    pub forfeit: Option<(usize, Offences)>,
}

impl PlayedMatch {
    /// Counts a match of the seating `play`, in which `dealer` dealt first.
    #[must_use]
    pub fn new(game: &Game, play: &Seating, dealer: usize, result: &MatchResult) -> PlayedMatch {
        let [half_points, margin] = match (counted(game, play.alone, result), play.alone_agent) {
            (alone, 0) => alone,
            ([half_points, margin], _) => [2 - half_points, -margin],
        };
        let (shutout, forfeit) = match &result.end {
            Ok(MatchEnd::Shutout { side }) => (Some(*side), None),
            Ok(_) => (None, None),
            Err(foul) => (None, Some((game.side(foul.seat), offence(foul)))),
        };
        let agent = |side: usize| play.sides[side];
        PlayedMatch {
            half_points,
            margin,
            hands: result.state.hands as i64,
            first_dealer: counted(game, game.side(dealer), result)[0],
            shutout: shutout.map(agent),
            forfeit: forfeit.map(|(side, offences)| (agent(side), offences)),
        }
    }
}

/// The offence of a foul. An illegal action also counts as one when the agent is not a program.
fn offence(foul: &Foul) -> Offences {
    match &foul.kind {
        FoulKind::NoAction(offence) => Offences::one(&offence.kind),
        FoulKind::IllegalAction(_) => Offences { illegal: 1, ..Offences::default() },
    }
}

/// Half-points and margin of a match for one side.
fn counted(game: &Game, side: usize, result: &MatchResult) -> [i64; 2] {
    let worth = i64::from(game.shutout_value());
    let certain = |won: bool| if won { [2, worth] } else { [0, -worth] };
    match &result.end {
        Err(foul) => certain(game.side(foul.seat) != side),
        Ok(MatchEnd::Shutout { side: winner }) => certain(*winner == side),
        Ok(MatchEnd::Won { .. } | MatchEnd::Level) => {
            let scores = &result.state.scores;
            let others = scores.iter().enumerate().filter(|(other, _)| *other != side);
            let margin = scores[side] - others.map(|(_, points)| *points).max().unwrap_or(0);
            [1 + margin.signum(), margin]
        }
    }
}

/// The exact sums of a pair's matches, all from agent 0's point of view.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct MatchTally {
    /// Matches won, per set.
    pub win: Moments,
    /// Matches level, per set.
    pub tie: Moments,
    /// Matches lost, per set.
    pub loss: Moments,
    /// Half-points per set: 2 for a match won, 1 for a level one.
    pub half_points: Moments,
    /// Sum of the final margins, points per set.
    pub margin: Moments,
    /// Hands, per set.
    pub hands: Moments,
    /// Half-points of the sides that dealt first, per set.
    pub first_dealer: Moments,
    /// Half-points of only the first match of each set.
    #[serde(default)]
    pub first_play: Moments,
    /// Final margins of only the first match of each set.
    #[serde(default)]
    pub first_margin: Moments,
    /// Half-points of each set's second match minus those of its first, if a set has two matches.
    #[serde(default)]
    pub second_less_first: Moments,
    /// Matches that each agent won by a shutout.
    pub shutouts: [u64; 2],
    /// The offences that cost each agent matches.
    #[serde(default)]
    pub offences: [Offences; 2],
    /// The fingerprint of the sets' deals.
    pub deals: DealsHash,
}

impl MatchTally {
    /// Adds the matches of one set, in the order in which they were played. The seed stands for the deals of the set.
    pub fn push(&mut self, deals_seed: u64, set: &[PlayedMatch]) {
        self.deals.push(deals_seed);
        let count = |half_points: i64| set.iter().filter(|played| played.half_points == half_points).count() as i64;
        let sum = |value: fn(&PlayedMatch) -> i64| set.iter().map(value).sum();
        self.win.push(count(2));
        self.tie.push(count(1));
        self.loss.push(count(0));
        self.half_points.push(sum(|played| played.half_points));
        self.margin.push(sum(|played| played.margin));
        self.hands.push(sum(|played| played.hands));
        self.first_dealer.push(sum(|played| played.first_dealer));
        if let Some(first) = set.first() {
            self.first_play.push(first.half_points);
            self.first_margin.push(first.margin);
        }
        if let [first, second] = set {
            self.second_less_first.push(second.half_points - first.half_points);
        }
        for played in set {
            if let Some(agent) = played.shutout {
                self.shutouts[agent] += 1;
            }
            if let Some((agent, offences)) = &played.forfeit {
                self.offences[*agent].merge(offences);
            }
        }
    }

    /// Adds the sets of `other`.
    pub fn merge(&mut self, other: &MatchTally) {
        self.win.merge(&other.win);
        self.tie.merge(&other.tie);
        self.loss.merge(&other.loss);
        self.half_points.merge(&other.half_points);
        self.margin.merge(&other.margin);
        self.hands.merge(&other.hands);
        self.first_dealer.merge(&other.first_dealer);
        self.first_play.merge(&other.first_play);
        self.first_margin.merge(&other.first_margin);
        self.deals.merge(other.deals);
        self.second_less_first.merge(&other.second_less_first);
        for agent in 0..2 {
            self.shutouts[agent] += other.shutouts[agent];
            self.offences[agent].merge(&other.offences[agent]);
        }
    }

    /// Sets played.
    #[must_use]
    pub fn sets(&self) -> u64 {
        self.half_points.count
    }

    /// First matches of sets that agent 0 won, that were level, and that it lost.
    #[must_use]
    pub fn first_outcomes(&self) -> [Moments; 3] {
        // Half-points are 0, 1 or 2: their sum is t + 2 w, that of their squares t + 4 w.
        let Moments { count, sum, squares } = self.first_play;
        let win = (squares as i64 - sum) / 2;
        let tie = sum - 2 * win;
        [win, tie, count as i64 - win - tie].map(|sum| Moments { count, sum, squares: sum.unsigned_abs() })
    }

    /// Percent of matches that agent 0 won, if sets have `plays` matches; a level match counts one half.
    #[must_use]
    pub fn score(&self, plays: u64) -> Estimate {
        self.half_points.percentage(2.0 * plays as f64)
    }
}
