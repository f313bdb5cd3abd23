//! The top of the page of ladders: for each game, a table of the agents that met `formula`.
//!
//! Invariant: an agent has one row per game, that of the pair with the most deals.

use spariglio_arena::contests::PairResult;
use spariglio_arena::studies::ladder::{LadderResult, RowResult};
use spariglio_engine::plain::markdown::code;
use spariglio_stats::Estimate;

use super::with_interval;
use crate::figures;
use crate::page::markdown::table;
use crate::page::{Cell, Table};
use crate::shade::Shade;

/// The agent that the others are compared with.
const COMPARED: &str = "formula";

const HEADING: &str = "## Summary

The agents that met the book player `formula`, game by game, best first. An agent with less than 0 points is weaker than
`formula`. Agents of type `cheat` see all cards. If an agent met `formula` in several
rows, the row with the most deals counts.";

/// An agent against `formula`.
struct Met<'a> {
    agent: &'a str,
    margin: Estimate,
    shade: Shade,
    deals: u64,
    time: String,
}

impl<'a> Met<'a> {
    /// The agent of a pair that met `formula`; `None` if none did.
    fn of(row: &'a RowResult, pair: &PairResult) -> Option<Met<'a>> {
        let [first, second] = pair.places.map(|place| row.specs[place].as_str());
        let (agent, side) = match (first == COMPARED, second == COMPARED) {
            (false, true) => (first, 0),
            (true, false) => (second, 1),
            _ => return None,
        };
        let is_first = side == 0;
        let margin = pair.figures.margin;
        let margin = if is_first { margin } else { margin.turned() };
        let time = pair.figures.time.as_ref();
        Some(Met {
            agent,
            margin,
            shade: Shade::of(pair, if is_first { 1.0 } else { -1.0 }),
            deals: pair.sets(),
            time: time.map_or(String::new(), |time| figures::milliseconds(time.agents[side].mean_ms)),
        })
    }
}

/// The section, or `None` if no agent met `formula`.
pub(super) fn section(ladders: &[LadderResult]) -> Option<String> {
    let mut parts = vec![HEADING.to_owned()];
    for rules in games(ladders) {
        let opponents = best_known(ladders, rules);
        if !opponents.is_empty() {
            parts.push(format!("### {}\n\n{}", code(rules), table(&summary(&opponents))));
        }
    }
    (parts.len() > 1).then(|| parts.join("\n\n") + "\n")
}

/// The rows of all ladders that are played to their end.
fn rows(ladders: &[LadderResult]) -> impl Iterator<Item = &RowResult> {
    ladders.iter().flat_map(|ladder| &ladder.rows).filter(|row| row.is_whole())
}

/// The names of the rule sets, in the order of the ladders.
fn games(ladders: &[LadderResult]) -> Vec<&str> {
    let mut games = Vec::new();
    for row in rows(ladders) {
        if !games.contains(&row.rules.as_str()) {
            games.push(&row.rules);
        }
    }
    games
}

/// Each agent that met `formula` in a game, best first.
fn best_known<'a>(ladders: &'a [LadderResult], rules: &str) -> Vec<Met<'a>> {
    let mut known: Vec<Met> = Vec::new();
    for row in rows(ladders).filter(|row| row.rules == rules) {
        for met in row.pairs.iter().filter_map(|pair| Met::of(row, pair)) {
            match known.iter_mut().find(|other| other.agent == met.agent) {
                None => known.push(met),
                Some(other) if other.deals < met.deals => *other = met,
                Some(_) => (),
            }
        }
    }
    known.sort_by(|a, b| b.margin.mean.total_cmp(&a.margin.mean));
    known
}

fn summary(opponents: &[Met]) -> Table {
    let mut summary = Table::new(["agent", "points per hand above formula", "deals", "ms per decision"]);
    for one in opponents {
        summary.push([
            Cell::typed(one.agent),
            Cell::from(with_interval(one.margin.mean, one.margin.interval)).shaded(one.shade),
            Cell::from(figures::thousands(one.deals)),
            Cell::from(one.time.as_str()),
        ]);
    }
    summary
}
