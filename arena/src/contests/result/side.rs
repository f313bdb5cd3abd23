//! The figures of a position at the table, and of an agent at its sides.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use spariglio_engine::PointKind;

use crate::pairs::behaviour::Behaviour;
use crate::pairs::tally::{AgentTally, ViewTally};
use spariglio_stats::Moments;

/// Results by position at the table.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Positions {
    /// The side that plays first (forehand's).
    pub first: PositionResult,
    /// The dealer's side, which plays last.
    pub dealer: PositionResult,
}

impl Positions {
    pub(super) fn new(first: &ViewTally, dealer: &ViewTally) -> Positions {
        Positions { first: PositionResult::new(first), dealer: PositionResult::new(dealer) }
    }
}

/// The hands seen from one position.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionResult {
    /// Hands counted.
    pub hands: u64,
    /// Percent of them with more points than every other side.
    pub win: f64,
    /// Percent with as many as the best other side.
    pub tie: f64,
    /// Percent with fewer.
    pub loss: f64,
    /// Standard error of `win`, percent.
    pub win_error: f64,
    /// Standard error of `tie`, percent.
    #[serde(default)]
    pub tie_error: f64,
    /// Standard error of `loss`, percent.
    #[serde(default)]
    pub loss_error: f64,
    /// Points per hand minus the best other side's.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl PositionResult {
    pub(super) fn new(tally: &ViewTally) -> PositionResult {
        let hands = tally.hands();
        let each = hands as f64 / tally.margin.count.max(1) as f64;
        let percent = |moments: &Moments| moments.estimate(each, 100.0);
        let margin = tally.margin.estimate(each, 1.0);
        PositionResult {
            hands: hands.unsigned_abs(),
            win: percent(&tally.win).mean,
            tie: percent(&tally.tie).mean,
            loss: percent(&tally.loss).mean,
            win_error: percent(&tally.win).standard_error,
            tie_error: percent(&tally.tie).standard_error,
            loss_error: percent(&tally.loss).standard_error,
            mean: margin.mean,
            standard_error: margin.standard_error,
        }
    }
}

/// One agent's own figures in a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentResult {
    /// Its specification.
    pub agent: String,
    /// Points per hand and side held (a shutout counts as the match limit).
    pub points: f64,
    /// The same by kind of points; a shutout adds to no kind.
    pub points_by_kind: BTreeMap<String, f64>,
    /// Shutouts it made.
    pub shutouts: u64,
    /// How it played; absent if every hand was forfeited.
    #[serde(default)]
    pub behaviour: Option<Behaviour>,
    /// Its results when its side is at a position.
    pub by_position: Positions,
}

impl AgentResult {
    pub(super) fn new(agent: &str, tally: &AgentTally) -> AgentResult {
        let sides = tally.sides.max(1) as f64;
        let kinds = PointKind::ALL.iter().zip(tally.kinds);
        AgentResult {
            agent: agent.to_owned(),
            points: tally.points as f64 / sides,
            points_by_kind: kinds
                .filter(|(_, sum)| *sum != 0)
                .map(|(kind, sum)| (kind.name().to_string(), sum as f64 / sides))
                .collect(),
            shutouts: tally.shutouts,
            behaviour: (tally.behaviour.hands > 0).then(|| Behaviour::new(&tally.behaviour)),
            by_position: Positions::new(&tally.first, &tally.dealer),
        }
    }
}
