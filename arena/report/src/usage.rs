//! What the answers of agents that are asked over a network needed: calls, faults, tokens, costs.

use spariglio_arena::ArenaResult;

use super::arena::named;
use crate::figures;
use crate::page::{Block, Cell, Section, Table};

/// Explains the section.
const NOTE: &str = "Answers of language models. A fault is an answer that names no single legal action, is cut off, or comes too late. \
    It is asked again as often as the option `retries` says. Busy counts calls that the server refused for the moment.";

/// Every agent with answers, in every pair; `None` if there is none.
pub fn section(arena: &ArenaResult) -> Option<Section> {
    let mut table = Table::new([
        "agent",
        "against",
        "decisions",
        "calls",
        "faults %",
        "unreadable",
        "illegal",
        "cut off",
        "late",
        "random",
        "busy",
        "tokens in",
        "tokens out",
        "cost",
    ]);
    table.words = vec!["against"];
    for (pair, names) in named(arena) {
        for (agent, result) in pair.by_agent.iter().enumerate() {
            let Some(usage) = &result.usage else { continue };
            let counts = usage.counts;
            let count = |count: u64| Cell::from(figures::thousands(count));
            table.push([
                Cell::from(names[agent]),
                Cell::from(names[1 - agent]),
                count(counts.decisions),
                count(counts.calls),
                Cell::from(format!("{:.1}", usage.faults)),
                count(counts.unreadable),
                count(counts.illegal),
                count(counts.cut_off),
                count(counts.late),
                count(counts.random),
                count(counts.busy),
                count(counts.tokens_in),
                count(counts.tokens_out),
                Cell::from(format!("{:.4}", usage.cost)),
            ]);
        }
    }
    (!table.rows.is_empty()).then(|| Section::new("Answers", NOTE, vec![Block::Table(table)]))
}
