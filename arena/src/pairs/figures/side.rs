//! The figures of a position at the table, and of an agent at its sides.

use std::collections::BTreeMap;

use serde::Serialize;
use spariglio_agents::AgentSpec;
use spariglio_agents::chat::ChatConfig;
use spariglio_agents::table::Usage;
use spariglio_engine::PointKind;

use super::outcomes::Outcomes;
use crate::pairs::behaviour::Behaviour;
use crate::pairs::tally::{AgentTally, ViewTally};
use spariglio_stats::Estimate;

/// Results by position at the table.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
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
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct PositionResult {
    /// Hands counted.
    pub hands: u64,
    /// Percent of them with more points than every other side, with as many as the best one, and with fewer.
    pub outcomes: Outcomes,
    /// Points per hand minus the best other side's.
    pub margin: Estimate,
}

impl PositionResult {
    fn new(tally: &ViewTally) -> PositionResult {
        let hands = tally.hands();
        let each = hands as f64 / tally.margin.count.max(1) as f64;
        PositionResult {
            hands: hands.unsigned_abs(),
            outcomes: Outcomes::new([&tally.win, &tally.tie, &tally.loss].map(|sum| sum.estimate(each, 100.0))),
            margin: tally.margin.estimate(each, 1.0),
        }
    }
}

/// The calls, faults, tokens and costs of an agent that is asked over a network.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct UsageResult {
    /// The counts.
    #[serde(flatten)]
    pub counts: Usage,
    /// Answers without a single legal action, percent of calls.
    pub faults: f64,
    /// Cost of all tokens at the prices of the agent's options.
    pub cost: f64,
}

impl UsageResult {
    /// `None` if nothing was counted. The prices are those of the specification.
    fn new(agent: &str, usage: &Usage) -> Option<UsageResult> {
        if usage.is_empty() {
            return None;
        }
        let spec = AgentSpec::parse(agent).ok();
        let chat = spec.as_ref().and_then(AgentSpec::options::<ChatConfig>);
        let price = chat.map_or([0.0; 2], |chat| [chat.price_in, chat.price_out].map(f64::from));
        let cost = usage.tokens_in as f64 * price[0] + usage.tokens_out as f64 * price[1];
        Some(UsageResult {
            counts: *usage,
            faults: 100.0 * usage.faults() as f64 / usage.calls.max(1) as f64,
            cost: cost / 1e6,
        })
    }
}

/// One agent's own figures in a pair.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AgentResult {
    /// Points per hand and side held (a shutout counts as the match limit).
    pub points: f64,
    /// The same by kind of points; a shutout adds to no kind.
    pub points_by_kind: BTreeMap<String, f64>,
    /// Shutouts it made.
    pub shutouts: u64,
    /// Its calls, faults, tokens and costs, if it is asked over a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<UsageResult>,
    /// How it played; absent if every hand was forfeited.
    pub behaviour: Option<Behaviour>,
    /// Its results when its side is at a position.
    pub by_position: Positions,
}

impl AgentResult {
    pub(super) fn new(agent: &str, tally: &AgentTally) -> AgentResult {
        let sides = tally.sides.max(1) as f64;
        let kinds = PointKind::ALL.iter().zip(tally.kinds);
        AgentResult {
            points: tally.points as f64 / sides,
            points_by_kind: kinds
                .filter(|(_, sum)| *sum != 0)
                .map(|(kind, sum)| (kind.name().to_string(), sum as f64 / sides))
                .collect(),
            shutouts: tally.shutouts,
            usage: UsageResult::new(agent, &tally.usage),
            behaviour: (tally.behaviour.hands > 0).then(|| Behaviour::new(&tally.behaviour)),
            by_position: Positions::new(&tally.first, &tally.dealer),
        }
    }
}
