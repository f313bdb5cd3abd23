//! The top of the page of ladders: for each game, a table of all its agents, with ratings over all pairs.
//!
//! Invariant: an agent has one row per game. Of two pairs of the same agents the one with more sets counts.

use spariglio_arena::contests::PairResult;
use spariglio_arena::studies::ladder::{LadderResult, RowResult};
use spariglio_engine::format::plain::markdown::code;

use super::with_interval;
use crate::figures;
use crate::page::markdown::table;
use crate::page::{Cell, Table};
use crate::shade::Shade;

/// The agent that all others are compared with, beside their ratings.
const COMPARED: &str = "net";

const HEADING: &str = "## Summary

All agents of a game in one pool, best first. *Rating* is in points per hand, over all pairs of the game and with mean 0:
an agent is as much better than another as their ratings differ. *From net* is won in the agent's own hands against
`net`, if they met. Only agents are here that a chain of pairs connects with `net`. Agents of type `cheat` see all cards.";

/// The section, or `None` if no agent is rated.
pub(super) fn section(ladders: &[LadderResult]) -> Option<String> {
    let mut parts = vec![HEADING.to_owned()];
    for rules in games(ladders) {
        let of_game = rows(ladders).filter(|row| row.rules == rules);
        let pairs = connected(of_game.flat_map(|row| &row.pairs).collect());
        if let Some(pool) = pool(&pairs) {
            parts.push(format!("### {}\n\n{}", code(rules), table(&pool)));
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

/// The pairs that a chain of pairs connects with `net`, or without it with the first agent.
fn connected(mut pairs: Vec<&PairResult>) -> Vec<&PairResult> {
    let has_net = pairs.iter().any(|pair| has(pair, COMPARED));
    let other = pairs.first().map_or("", |pair| pair.agents[0].as_str());
    let first = if has_net { COMPARED } else { other };
    let mut reached = vec![first];
    let mut next = 0;
    while let Some(&agent) = reached.get(next) {
        let met = pairs.iter().filter(|pair| has(pair, agent)).flat_map(|pair| &pair.agents);
        let new: Vec<&str> = met.map(String::as_str).filter(|other| !reached.contains(other)).collect();
        reached.extend(new);
        next += 1;
    }
    pairs.retain(|pair| reached.contains(&pair.agents[0].as_str()));
    pairs
}

fn has(pair: &PairResult, agent: &str) -> bool {
    pair.agents.iter().any(|other| other == agent)
}

/// The table of the agents of these pairs; `None` if nobody is rated.
fn pool(pairs: &[&PairResult]) -> Option<Table> {
    let (agents, pool) = PairResult::pool(pairs.iter().copied())?;
    let mut rated: Vec<_> = pool
        .places
        .iter()
        .map(|&place| agents[place])
        .zip(&pool.points.agents)
        .collect();
    rated.sort_by(|one, other| other.1.mean.total_cmp(&one.1.mean));
    let mut grid = Table::new(["agent", "rating", "from net", "hands", "ms per decision"]);
    for (agent, rating) in rated {
        let own: Vec<&PairResult> = pairs.iter().filter(|pair| has(pair, agent)).copied().collect();
        let met = own.iter().filter(|pair| agent != COMPARED && has(pair, COMPARED));
        let won = met.max_by_key(|pair| pair.sets()).map(|pair| {
            let is_first = pair.agents[0] == agent;
            let margin = pair.figures.margin;
            let margin = if is_first { margin } else { margin.turned() };
            let shade = Shade::of(pair, if is_first { 1.0 } else { -1.0 });
            Cell::from(with_interval(margin.mean, margin.interval)).shaded(shade)
        });
        let hands: u64 = own.iter().map(|pair| pair.figures.hands).sum();
        grid.push([
            Cell::typed(agent),
            Cell::from(with_interval(rating.mean, rating.interval)),
            won.unwrap_or_else(|| Cell::from("·")),
            Cell::from(figures::thousands(hands)),
            Cell::from(milliseconds(agent, &own)),
        ]);
    }
    Some(grid)
}

/// The mean time of an agent's decisions, from its pair with the most sets of those that are timed.
fn milliseconds(agent: &str, own: &[&PairResult]) -> String {
    let timed = own.iter().filter_map(|pair| Some((pair, pair.figures.time.as_ref()?)));
    let longest = timed.max_by_key(|(pair, _)| pair.sets());
    longest.map_or(String::new(), |(pair, time)| {
        let place = usize::from(pair.agents[0] != agent);
        figures::milliseconds(time.agents[place].mean_ms)
    })
}
