//! What an arena found, as it is written to files: estimates, and the exact sums behind them.
//!
//! Percentages are of hands, standard errors and 95 % intervals come from duplicate sets. `mean` is
//! points a hand: the margin of the side that sits alone, from the first agent's point of view (see
//! [`crate::seating`]); with two sides simply the first agent's points minus the second's. A shutout
//! counts as the match limit. Nothing here depends on the clock or on the number of threads, but for `time`, which is
//! there only where it was asked for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_engine::PointKind;

use crate::pair::ArenaConfig;
use crate::round_robin::pairings;
use crate::stats::Moments;
use crate::tally::{AgentTally, PairTally, ViewTally};
use crate::timing::PairTime;

/// The words that [`ArenaResult::kind`] holds.
pub const ARENA_KIND: &str = "arena";

/// Every pair of an arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaResult {
    /// Always [`ARENA_KIND`]: tells the file from other JSON files.
    pub kind: String,
    /// Version of Spariglio that played.
    pub version: String,
    /// Name of the rule set.
    pub rules: String,
    /// Fingerprint of the rule set, hexadecimal.
    pub rules_fingerprint: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Did partners see each other's hand cards?
    pub partners_open: bool,
    /// Specifications of the agents.
    pub agents: Vec<String>,
    /// Their short names, in the same order.
    pub names: Vec<String>,
    /// Every pair i < j of `agents`, in that order.
    pub pairs: Vec<PairResult>,
    /// Fingerprint of all that decides the figures (version, rules, agents, seed, hands), hexadecimal.
    pub fingerprint: String,
    /// The command that gave this, where there was one.
    #[serde(default)]
    pub command: Option<String>,
}

/// One pair of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// The two specifications; figures are the first one's where nothing else is said.
    pub agents: [String; 2],
    /// Name of the rule set.
    pub rules: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Hands played.
    pub hands: u64,
    /// Duplicate sets they make.
    pub sets: u64,
    /// Hands a set.
    pub plays_per_set: u64,
    /// Points a hand, first agent minus second.
    pub mean: f64,
    /// Its standard error, from sets.
    pub standard_error: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// Percent of hands won by the first agent.
    pub win: f64,
    /// Percent tied.
    pub tie: f64,
    /// Percent lost.
    pub loss: f64,
    /// Standard error of `win`, percent.
    pub win_error: f64,
    /// Standard error of `tie`, percent.
    pub tie_error: f64,
    /// Standard error of `loss`, percent.
    pub loss_error: f64,
    /// Shutouts made by each agent.
    pub shutouts: [u64; 2],
    /// What the standard error would be if the same hands were on unrelated deals.
    pub unpaired_standard_error: f64,
    /// Unpaired variance over paired variance; absent where the sets do not vary.
    pub variance_reduction: Option<f64>,
    /// The side at a position, whichever agent holds it.
    pub by_position: Positions,
    /// Each agent's own figures.
    pub by_agent: [AgentResult; 2],
    /// The exact sums; sums of runs over different deals may be added.
    pub tally: PairTally,
    /// What the clock said, where it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<PairTime>,
}

/// Results by position at the table.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Positions {
    /// The side that plays first (forehand's).
    pub first: PositionResult,
    /// The dealer's side, which plays last.
    pub dealer: PositionResult,
}

impl Positions {
    fn new(first: &ViewTally, dealer: &ViewTally) -> Positions {
        Positions {
            first: PositionResult::new(first),
            dealer: PositionResult::new(dealer),
        }
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
    /// Points a hand minus the best other side's.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl PositionResult {
    fn new(tally: &ViewTally) -> PositionResult {
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
    /// Points a hand and side (a shutout counts as the match limit).
    pub points: f64,
    /// The same by kind of points; a shutout has none.
    pub points_by_kind: BTreeMap<String, f64>,
    /// Shutouts it made.
    pub shutouts: u64,
    /// Its results when its side is at a position.
    pub by_position: Positions,
}

impl AgentResult {
    fn new(agent: &AgentSpec, tally: &AgentTally) -> AgentResult {
        let sides = tally.sides.max(1) as f64;
        let kinds = PointKind::ALL.iter().zip(tally.kinds);
        AgentResult {
            agent: agent.to_string(),
            points: tally.points as f64 / sides,
            points_by_kind: kinds
                .filter(|(_, sum)| *sum != 0)
                .map(|(kind, sum)| (kind.name().to_string(), sum as f64 / sides))
                .collect(),
            shutouts: tally.shutouts,
            by_position: Positions::new(&tally.first, &tally.dealer),
        }
    }
}

impl PairResult {
    pub(crate) fn new(
        game: &Game,
        agents: [&AgentSpec; 2],
        config: &ArenaConfig,
        plays: usize,
        tally: PairTally,
    ) -> PairResult {
        let each = plays as f64;
        let margin = tally.pair.margin.estimate(each, 1.0);
        let percent = |moments: &Moments| moments.estimate(each, 100.0);
        let [win, tie, loss] = [&tally.pair.win, &tally.pair.tie, &tally.pair.loss].map(percent);
        let unpaired = tally.hand_margin.standard_error();
        let reduction = (unpaired / margin.standard_error).powi(2);
        PairResult {
            agents: agents.map(ToString::to_string),
            rules: game.rules().name.clone(),
            seed: config.seed,
            hands: tally.sets() * plays as u64,
            sets: tally.sets(),
            plays_per_set: plays as u64,
            mean: margin.mean,
            standard_error: margin.standard_error,
            interval: margin.interval,
            win: win.mean,
            tie: tie.mean,
            loss: loss.mean,
            win_error: win.standard_error,
            tie_error: tie.standard_error,
            loss_error: loss.standard_error,
            shutouts: [0, 1].map(|agent| tally.agents[agent].shutouts),
            unpaired_standard_error: unpaired,
            variance_reduction: reduction.is_finite().then_some(reduction),
            by_position: Positions::new(&tally.first, &tally.dealer),
            by_agent: [0, 1].map(|agent| AgentResult::new(agents[agent], &tally.agents[agent])),
            tally,
            time: None,
        }
    }

    /// Does the 95 % interval lie wholly above (1) or below (-1) zero, or hold it (0)?
    #[must_use]
    pub fn verdict(&self) -> i8 {
        i8::from(self.interval[0] > 0.0) - i8::from(self.interval[1] < 0.0)
    }
}

impl ArenaResult {
    /// The pair of two agents by their places in `agents`, and -1 where its figures are to be turned
    /// round to be `first`'s; none for an agent and itself.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Option<(&PairResult, f64)> {
        let (low, high, sign) = if first < second {
            (first, second, 1.0)
        } else {
            (second, first, -1.0)
        };
        let place = pairings(self.agents.len()).position(|pair| pair == (low, high))?;
        self.pairs.get(place).map(|pair| (pair, sign))
    }
}
