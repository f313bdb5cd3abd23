//! Cross-checks of a pair's sums: several of them count the same hands, points or cards.

use super::PairResult;
use super::check::must;
use crate::deals::spans::Spans;
use crate::pairs::tally::{AgentTally, PairTally, ViewTally};
use crate::pairs::trace::Trace;
use spariglio_stats::Moments;

/// Checks that the sums of a pair agree with each other and with its numbers of sets and hands.
///
/// # Errors
/// The field, with the found and the expected value.
pub(super) fn check_sums(pair: &PairResult) -> Result<(), String> {
    let sums = Sums {
        tally: &pair.tally,
        sets: pair.sets,
        plays: pair.plays_per_set,
        hands: pair.hands,
    };
    let named = |message| format!("tally.{message}");
    sums.views().map_err(named)?;
    if pair.deals.spans().is_empty() {
        return Ok(());
    }
    sums.margins().map_err(named)?;
    sums.plays().map_err(named)?;
    sums.trace(&pair.deals).map_err(named)?;
    sums.sides().map_err(named)
}

/// The sums of a pair, and its numbers.
struct Sums<'a> {
    tally: &'a PairTally,
    sets: u64,
    plays: u64,
    hands: u64,
}

impl Sums<'_> {
    /// Every hand is won, tied or lost from each point of view.
    fn views(&self) -> Result<(), String> {
        let PairTally { pair, first, dealer, agents, .. } = self.tally;
        for (name, view) in [("pair", pair), ("first", first), ("dealer", dealer)] {
            self.view(name, view)?;
            must(&format!("{name}: hands won, tied and lost"), &view.hands(), &(self.hands as i64))?;
        }
        let of = |view: fn(&AgentTally) -> &ViewTally| [view(&agents[0]), view(&agents[1])];
        for (name, whole, parts) in
            [("first", first, of(|agent| &agent.first)), ("dealer", dealer, of(|agent| &agent.dealer))]
        {
            for (agent, view) in parts.into_iter().enumerate() {
                self.view(&format!("agents[{agent}].{name}"), view)?;
            }
            let columns = |view: &ViewTally| [view.win.sum, view.tie.sum, view.loss.sum, view.margin.sum];
            let [one, other, whole] = [parts[0], parts[1], whole].map(columns);
            for (place, field) in ["win", "tie", "loss", "margin"].into_iter().enumerate() {
                let sum = one[place] + other[place];
                must(&format!("{name}.{field}.sum, over both agents"), &sum, &whole[place])?;
            }
        }
        Ok(())
    }

    /// All sets are counted, and no set has more hands than plays.
    fn view(&self, name: &str, view: &ViewTally) -> Result<(), String> {
        must(&format!("{name}.margin.count"), &view.margin.count, &self.sets)?;
        for (field, moments) in [("win", &view.win), ("tie", &view.tie), ("loss", &view.loss)] {
            must(&format!("{name}.{field}.count"), &moments.count, &self.sets)?;
            let sum = u64::try_from(moments.sum).unwrap_or(u64::MAX);
            if sum > self.hands {
                return Err(format!("{name}.{field}.sum: found {}, must be 0 to {} hands", moments.sum, self.hands));
            }
            let most = sum.saturating_mul(self.plays);
            if !(sum..=most).contains(&moments.squares) {
                return Err(format!("{name}.{field}.squares: found {}, must be {sum} to {most}", moments.squares));
            }
        }
        Ok(())
    }

    /// The margins of sets and of hands have one sum.
    fn margins(&self) -> Result<(), String> {
        let PairTally { pair, margins, half_points, hand_margin, .. } = self.tally;
        must("hand_margin.count", &hand_margin.count, &self.hands)?;
        must("hand_margin.sum", &hand_margin.sum, &pair.margin.sum)?;
        same("margins", &margins.moments(), &pair.margin)?;
        let half = half_points.moments();
        must("half_points: sets", &half.count, &self.sets)?;
        must("half_points: sum", &half.sum, &(2 * pair.win.sum + pair.tie.sum))
    }

    /// First and second plays add up to all.
    fn plays(&self) -> Result<(), String> {
        let PairTally { pair, first_play, second_less_first, .. } = self.tally;
        must("first_play.count", &first_play.count, &self.sets)?;
        if self.plays == 1 {
            same("first_play", first_play, &pair.margin)?;
        }
        if self.plays == 2 {
            must("second_less_first.count", &second_less_first.count, &self.sets)?;
            must("second_less_first.sum", &second_less_first.sum, &(pair.margin.sum - 2 * first_play.sum))
        } else {
            same("second_less_first", second_less_first, &Moments::default())
        }
    }

    /// Every bin of the trace has the sets of its deals.
    fn trace(&self, deals: &Spans) -> Result<(), String> {
        let trace = &self.tally.trace;
        let mut sum = Moments::default();
        for (bin, moments) in trace.bins() {
            let [start, end] = Trace::deals_of(bin);
            let there = deals
                .spans()
                .iter()
                .map(|span| end.min(span[1]).saturating_sub(start.max(span[0])));
            must(&format!("trace[{bin}].count"), &moments.count, &there.sum::<u64>())?;
            sum.merge(moments);
        }
        same("trace", &sum, &self.tally.pair.margin)
    }

    /// The agents' own totals fit the hands.
    fn sides(&self) -> Result<(), String> {
        let agents = &self.tally.agents;
        let sides: u64 = agents.iter().map(|agent| agent.sides).sum();
        let per_hand = sides / self.hands.max(1);
        if per_hand < 2 || sides != per_hand * self.hands {
            return Err(format!("agents: found {sides} sides, must be two or more per hand, {} hands", self.hands));
        }
        let forfeits: u64 = agents.iter().map(|agent| agent.offences.total()).sum();
        let shutouts: u64 = agents.iter().map(|agent| agent.shutouts).sum();
        if forfeits + shutouts > self.hands {
            let hands = self.hands;
            return Err(format!(
                "agents: found {forfeits} offences and {shutouts} shutouts, must be at most {hands} hands"
            ));
        }
        let counted: u64 = agents.iter().map(|agent| agent.behaviour.hands).sum();
        must("agents: behaviour.hands of both", &counted, &(sides - per_hand * forfeits))?;
        for (number, agent) in agents.iter().enumerate() {
            agent
                .behaviour
                .check()
                .map_err(|message| format!("agents[{number}].behaviour.{message}"))?;
            let usage = &agent.usage;
            if usage.faults() > usage.calls || usage.random > usage.decisions {
                return Err(format!(
                    "agents[{number}].usage: found more faults than calls, or more random actions than decisions"
                ));
            }
            let kinds: i64 = agent.kinds.iter().sum();
            if forfeits + shutouts == 0 {
                must(&format!("agents[{number}].kinds: sum"), &kinds, &agent.points)?;
            }
        }
        if per_hand == 2 {
            for (number, agent) in agents.iter().enumerate() {
                must(&format!("agents[{number}].sides"), &agent.sides, &self.hands)?;
            }
            let difference = agents[0].points - agents[1].points;
            must("agents: points of the first minus the second", &difference, &self.tally.pair.margin.sum)?;
        }
        Ok(())
    }
}

/// Fails if two sums of the same numbers differ.
fn same(field: &str, found: &Moments, expected: &Moments) -> Result<(), String> {
    must(&format!("{field}: count"), &found.count, &expected.count)?;
    must(&format!("{field}: sum"), &found.sum, &expected.sum)?;
    must(&format!("{field}: squares"), &found.squares, &expected.squares)
}
