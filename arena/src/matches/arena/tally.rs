//! Sums over the matches of one pair, in whole numbers, one set at a time.

use serde::{Deserialize, Serialize};
use spariglio_agents::table::{Foul, FoulKind};
use spariglio_engine::{Game, MatchEnd};

use crate::deals::seating::Seating;
use crate::matches::MatchResult;
use crate::pairs::offences::Offences;
use crate::pairs::set_sums::Tally;
use spariglio_stats::{Distribution, Estimate, Moments, SprtUnit};

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
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchTally {
    /// Matches won, per set.
    pub win: Moments,
    /// Matches level, per set.
    pub tie: Moments,
    /// Matches lost, per set.
    pub loss: Moments,
    /// Sets by their half-points: 2 for a match won, 1 for a level one.
    pub half_points: Distribution,
    /// Sets by the sum of their final margins, points per set.
    pub margin: Distribution,
    /// Hands, per set.
    pub hands: Moments,
    /// Half-points of the sides that dealt first, per set.
    pub first_dealer: Moments,
    /// Matches that each agent won by a shutout.
    pub shutouts: [u64; 2],
    /// The offences that cost each agent matches.
    pub offences: [Offences; 2],
}

impl MatchTally {
    /// Adds the matches of one set.
    pub fn push(&mut self, set: &[PlayedMatch]) {
        let count = |half_points: i64| set.iter().filter(|played| played.half_points == half_points).count() as i64;
        let sum = |value: fn(&PlayedMatch) -> i64| set.iter().map(value).sum();
        self.win.push(count(2));
        self.tie.push(count(1));
        self.loss.push(count(0));
        self.half_points.push(sum(|played| played.half_points));
        self.margin.push(sum(|played| played.margin));
        self.hands.push(sum(|played| played.hands));
        self.first_dealer.push(sum(|played| played.first_dealer));
        for played in set {
            if let Some(agent) = played.shutout {
                self.shutouts[agent] += 1;
            }
            if let Some((agent, offences)) = &played.forfeit {
                self.offences[*agent].merge(offences);
            }
        }
    }
}

impl Tally for MatchTally {
    fn sets(&self) -> u64 {
        self.win.count
    }

    fn merge(&mut self, other: &MatchTally) {
        self.win.merge(&other.win);
        self.tie.merge(&other.tie);
        self.loss.merge(&other.loss);
        self.half_points.merge(&other.half_points);
        self.margin.merge(&other.margin);
        self.hands.merge(&other.hands);
        self.first_dealer.merge(&other.first_dealer);
        for agent in 0..2 {
            self.shutouts[agent] += other.shutouts[agent];
            self.offences[agent].merge(&other.offences[agent]);
        }
    }

    fn tested(&self, unit: SprtUnit) -> &Distribution {
        match unit {
            SprtUnit::Points => &self.margin,
            SprtUnit::NormalizedElo => &self.half_points,
        }
    }

    /// Half-points above those of a level set.
    fn lead(&self) -> Moments {
        let even = (self.win.sum + self.tie.sum + self.loss.sum) / self.win.count.max(1) as i64;
        self.half_points.shifted(-even)
    }

    /// A level match counts one half.
    fn estimate(&self, plays: u64) -> Estimate {
        self.half_points.moments().percentage(2.0 * plays as f64)
    }
}
