//! Sums over the hands of one pair, in whole numbers.
//!
//! A [`SetCount`] gathers the plays of one deal; [`PairTally::push`] then adds the whole set. So every standard error
//! comes from sets, never from single hands. Addition is exact and in any order: the tally of a run is the same for any
//! number of threads, and tallies of separate runs merge.

use serde::{Deserialize, Serialize};
use spariglio_agents::table::Usage;
use spariglio_engine::{Game, PointKind};

use crate::deals::seating::Seating;
use crate::pairs::behaviour::{BehaviourTally, Plays};
use crate::pairs::offences::Offences;
use crate::pairs::outcome::Outcome;
use crate::pairs::set_sums::Tally;
use crate::pairs::trace::Trace;
use spariglio_stats::{Distribution, Estimate, Moments, SprtUnit};

/// Number of kinds of points.
pub const KINDS: usize = PointKind::ALL.len();

/// Hands won, tied and lost in each set, and the margin, from one point of view.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct ViewTally {
    /// Hands won, per set.
    pub win: Moments,
    /// Hands tied, per set.
    pub tie: Moments,
    /// Hands lost, per set.
    pub loss: Moments,
    /// Sum of the margins, points per set.
    pub margin: Moments,
}

impl ViewTally {
    fn push(&mut self, count: &ViewCount) {
        self.win.push(count.win);
        self.tie.push(count.tie);
        self.loss.push(count.loss);
        self.margin.push(count.margin);
    }

    fn merge(&mut self, other: &ViewTally) {
        self.win.merge(&other.win);
        self.tie.merge(&other.tie);
        self.loss.merge(&other.loss);
        self.margin.merge(&other.margin);
    }

    /// Hands seen from this point of view.
    #[must_use]
    pub fn hands(&self) -> i64 {
        self.win.sum + self.tie.sum + self.loss.sum
    }
}

/// Totals of one agent over all the sides it held.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct AgentTally {
    /// Hands times sides held.
    pub sides: u64,
    /// Points made (a shutout counts as the match limit).
    pub points: i64,
    /// Points by kind, in the order of `PointKind::ALL`; a shutout adds to no kind.
    pub kinds: [i64; KINDS],
    /// Shutouts made.
    pub shutouts: u64,
    /// Its offences; each forfeited a hand.
    pub offences: Offences,
    /// Its calls, faults and tokens, if it is asked over a network.
    #[serde(default, skip_serializing_if = "Usage::is_empty")]
    pub usage: Usage,
    /// How it played, without forfeited hands.
    pub behaviour: BehaviourTally,
    /// Its sides when they play first.
    pub first: ViewTally,
    /// Its sides when they deal.
    pub dealer: ViewTally,
}

impl AgentTally {
    fn merge(&mut self, other: &AgentTally) {
        self.sides += other.sides;
        self.points += other.points;
        self.kinds.iter_mut().zip(other.kinds).for_each(|(sum, kind)| *sum += kind);
        self.shutouts += other.shutouts;
        self.offences.merge(&other.offences);
        self.usage.merge(&other.usage);
        self.behaviour.merge(&other.behaviour);
        self.first.merge(&other.first);
        self.dealer.merge(&other.dealer);
    }
}

/// The exact sums of a pair, from which its result is computed.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct PairTally {
    /// The counted margin ([`Seating`]) and outcome, from agent 0's point of view.
    pub pair: ViewTally,
    /// Sets by their counted margin, points per set.
    #[serde(default, skip_serializing_if = "Distribution::is_empty")]
    pub margins: Distribution,
    /// Sets by their half-points: 2 for a hand won, 1 for a tie.
    #[serde(default, skip_serializing_if = "Distribution::is_empty")]
    pub half_points: Distribution,
    /// How the counted margin grew.
    #[serde(default, skip_serializing_if = "Trace::is_empty")]
    pub trace: Trace,
    /// The counted margin of every single hand, agent 0's point of view.
    pub hand_margin: Moments,
    /// The side that plays first, whichever agent holds it.
    pub first: ViewTally,
    /// The dealer's side, whichever agent holds it.
    pub dealer: ViewTally,
    /// Each agent's own totals.
    pub agents: [AgentTally; 2],
}

impl PairTally {
    /// Adds the set of deal `deal`.
    pub fn push(&mut self, deal: u64, count: &SetCount) {
        self.pair.push(&count.pair);
        self.margins.push(count.pair.margin);
        self.half_points.push(2 * count.pair.win + count.pair.tie);
        self.trace.push(deal, count.pair.margin);
        self.first.push(&count.first);
        self.dealer.push(&count.dealer);
        for (agent, view) in self.agents.iter_mut().zip(&count.agents) {
            agent.first.push(&view.first);
            agent.dealer.push(&view.dealer);
        }
    }

    /// Adds the figures of one hand that do not need its set.
    pub fn push_hand(&mut self, game: &Game, play: &Seating, hand: &Outcome, plays: &Plays) {
        self.hand_margin.push(counted_margin(play, hand));
        for (side, &agent) in play.sides.iter().enumerate() {
            let tally = &mut self.agents[agent];
            tally.sides += 1;
            tally.points += i64::from(hand.points(side));
            for (sum, points) in tally.kinds.iter_mut().zip(hand.by_kind(side)) {
                *sum += i64::from(points);
            }
            if hand.forfeit.is_none() {
                tally.behaviour.push(game, hand, side, plays);
            }
        }
        if let Some(side) = hand.shutout() {
            self.agents[play.sides[side]].shutouts += 1;
        }
    }
}

impl Tally for PairTally {
    fn sets(&self) -> u64 {
        self.pair.margin.count
    }

    fn merge(&mut self, other: &PairTally) {
        self.pair.merge(&other.pair);
        self.margins.merge(&other.margins);
        self.half_points.merge(&other.half_points);
        self.trace.merge(&other.trace);
        self.hand_margin.merge(&other.hand_margin);
        self.first.merge(&other.first);
        self.dealer.merge(&other.dealer);
        for (agent, more) in self.agents.iter_mut().zip(&other.agents) {
            agent.merge(more);
        }
    }

    fn tested(&self, unit: SprtUnit) -> &Distribution {
        match unit {
            SprtUnit::Points => &self.margins,
            SprtUnit::NormalizedElo => &self.half_points,
        }
    }

    fn lead(&self) -> Moments {
        self.pair.margin
    }

    fn estimate(&self, plays: u64) -> Estimate {
        self.pair.margin.estimate(plays as f64, 1.0)
    }
}

#[derive(Copy, Clone, Debug, Default)]
struct ViewCount {
    win: i64,
    tie: i64,
    loss: i64,
    margin: i64,
}

impl ViewCount {
    fn push(&mut self, margin: i64) {
        self.win += i64::from(margin > 0);
        self.tie += i64::from(margin == 0);
        self.loss += i64::from(margin < 0);
        self.margin += margin;
    }
}

#[derive(Copy, Clone, Debug, Default)]
struct AgentCount {
    first: ViewCount,
    dealer: ViewCount,
}

/// The plays of one deal, until the set is complete.
#[derive(Copy, Clone, Debug, Default)]
pub struct SetCount {
    pair: ViewCount,
    first: ViewCount,
    dealer: ViewCount,
    agents: [AgentCount; 2],
}

impl SetCount {
    /// Adds a play, in any order; `first` and `dealer` are the sides of forehand and dealer.
    pub fn push(&mut self, play: &Seating, hand: &Outcome, first: usize, dealer: usize) {
        self.pair.push(counted_margin(play, hand));
        let margin = i64::from(hand.margin(first));
        self.first.push(margin);
        self.agents[play.sides[first]].first.push(margin);
        let margin = i64::from(hand.margin(dealer));
        self.dealer.push(margin);
        self.agents[play.sides[dealer]].dealer.push(margin);
    }
}

/// The margin of the side that sits alone, from agent 0's point of view.
fn counted_margin(play: &Seating, hand: &Outcome) -> i64 {
    let margin = i64::from(hand.margin(play.alone));
    if play.alone_agent == 0 { margin } else { -margin }
}
