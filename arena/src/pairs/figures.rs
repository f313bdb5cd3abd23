//! The figures of two agents over hands.
//!
//! Percentages are of hands; standard errors and 95 % intervals come from duplicate sets. The margin is in points per
//! hand: that of the side that sits alone, from the first agent's point of view (see [`crate::deals::seating`]). With
//! two sides it is the first agent's points minus the second's. A shutout counts as the match limit. Only `time` depends
//! on the clock or on the number of threads; it is present only if requested.

mod offenders;
mod outcomes;
mod sequential;
mod side;

use serde::Serialize;

pub use offenders::Forfeits;
pub use outcomes::Outcomes;
pub use sequential::SprtResult;
pub use side::{AgentResult, PositionResult, Positions, UsageResult};

use super::pool::{PairSums, Pool};
use super::set_sums::Tally;
use super::tally::PairTally;
use super::timing::PairTime;
use super::unit::{Sources, Unit};
use spariglio_stats::Estimate;
use spariglio_stats::moments::LEAST_SETS;

/// Single hands on duplicate deals.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Hands;

/// Figures of two agents over hands; those of the first agent unless stated otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HandFigures {
    /// Hands played.
    pub hands: u64,
    /// Points per hand, first agent minus second.
    pub margin: Estimate,
    /// Percent of hands won, tied and lost.
    pub outcomes: Outcomes,
    /// Shutouts made by each agent.
    pub shutouts: [u64; 2],
    /// Hands that agents forfeited by offences.
    pub forfeits: Forfeits,
    /// What sets of several hands gain.
    pub pairing: Pairing,
    /// The sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtResult>,
    /// The side at a position, whichever agent holds it.
    pub by_position: Positions,
    /// Each agent's own figures.
    pub by_agent: [AgentResult; 2],
    /// The clock's figures, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<PairTime>,
}

/// What duplicate sets gain over single hands on unrelated deals.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The standard error of the margin if the same hands were on unrelated deals, points per hand.
    pub unpaired_standard_error: f64,
    /// Unpaired variance over paired variance; `None` if sets have one hand, are too few, or do not vary.
    pub variance_reduction: Option<f64>,
    /// Whether every one of enough sets cancelled: the margins of its hands add up to 0, and not all of them are 0.
    pub cancels: bool,
}

impl Pairing {
    fn new(tally: &PairTally, plays: u64, margin: &Estimate) -> Pairing {
        let unpaired = tally.hand_margin.standard_error();
        let reduction = (unpaired / margin.standard_error).powi(2);
        let is_enough = tally.sets() >= LEAST_SETS;
        Pairing {
            unpaired_standard_error: unpaired,
            variance_reduction: (plays > 1 && is_enough && reduction.is_finite()).then_some(reduction),
            cancels: is_enough && tally.pair.margin.squares == 0 && tally.hand_margin.squares > 0,
        }
    }
}

/// The settings of hands that matches lack: none.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct HandSettings {}

impl Unit for Hands {
    const KIND: &'static str = "arena";
    type Tally = PairTally;
    type Settings = HandSettings;
    type Figures = HandFigures;

    fn figures(Sources { agents, plays, totals }: &Sources<'_, PairTally>) -> HandFigures {
        let tally = &totals.tally;
        let each = *plays as f64;
        let margin = tally.pair.margin.estimate(each, 1.0);
        let shares = [&tally.pair.win, &tally.pair.tie, &tally.pair.loss];
        HandFigures {
            hands: tally.sets() * plays,
            margin,
            outcomes: Outcomes::new(shares.map(|share| share.estimate(each, 100.0))),
            shutouts: tally.agents.each_ref().map(|agent| agent.shutouts),
            forfeits: Forfeits::new(tally.agents.each_ref().map(|agent| agent.offences), &totals.first_offence),
            pairing: Pairing::new(tally, *plays, &margin),
            sprt: totals.sprt.as_ref().map(|run| SprtResult::new(run, &totals.tally, *plays)),
            by_position: Positions::new(&tally.first, &tally.dealer),
            by_agent: [0, 1].map(|agent| AgentResult::new(&agents[agent], &tally.agents[agent])),
            time: totals.clocked.as_ref().map(PairTime::from),
        }
    }

    fn pool(pairs: &[PairSums<'_, PairTally>]) -> Option<Pool> {
        Pool::of(pairs)
    }
}
