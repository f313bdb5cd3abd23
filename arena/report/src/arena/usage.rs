//! The calls, faults, tokens and costs of agents that are asked over a network.

use spariglio_agents::table::Usage;
use spariglio_arena::ArenaResult;

use super::named;
use crate::figures;
use crate::page::{Block, Cell, Section, Table};

/// Explains the section.
const NOTE: &str = "Answers of language models. A fault is an answer that names no single legal action, is cut off, or comes too late. \
    It is asked again as often as the option `retries` says. Refused counts answers in which the endpoint refuses to play: they are \
    no faults. Busy counts calls that the server refused for the moment.";

/// Every agent with answers, in every pair; `None` if there is none.
pub fn section(arena: &ArenaResult) -> Option<Section> {
    let counted = Usage::default().counts().map(|(name, _)| name);
    let mut table = Table::new(["agent", "against"].into_iter().chain(counted).chain(["faults %", "cost"]));
    table.words = vec!["against"];
    for (pair, names) in named(arena) {
        for (agent, result) in pair.figures.by_agent.iter().enumerate() {
            let Some(usage) = &result.usage else { continue };
            let mut row = vec![Cell::from(names[agent]), Cell::from(names[1 - agent])];
            row.extend(usage.counts.counts().map(|(_, count)| Cell::from(figures::thousands(count))));
            row.extend([format!("{:.1}", usage.faults), format!("{:.4}", usage.cost)].map(Cell::from));
            table.push(row);
        }
    }
    (!table.rows.is_empty()).then(|| Section::new("Answers", NOTE, vec![Block::Table(table)]))
}
