//! The page of a run directory: its learning, its largest arena, and its configuration.

use super::data::RunData;
use super::page::{Block, Page, Section, Tile};
use super::{arena, figures, learning};
use crate::figures::signed;
use crate::verdict;
use spariglio_arena::contests::ArenaResult;

/// The page of `data`.
pub fn page(data: &RunData) -> Page {
    let main = data.main_arena();
    let mut sections: Vec<Section> = learning::section(&data.metrics).into_iter().collect();
    sections.extend(main.map(arena::sections).unwrap_or_default());
    sections.extend(data.arenas.iter().enumerate().map(|(place, entry)| {
        let mut section = arena::what_was_run(&entry.name, &entry.result);
        // The command of the main one stands on top.
        section
            .blocks
            .extend(entry.result.head.command.clone().filter(|_| place > 0).map(Block::Typed));
        Section { title: format!("What was run: {}", entry.name), ..section }
    }));
    sections.extend(data.configuration.as_ref().map(|text| {
        let typed = Block::Typed(text.clone());
        let folded = Block::Folded("Resolved configuration (run.toml)".to_owned(), vec![typed]);
        Section::new("Configuration", "", vec![folded])
    }));
    Page {
        kind: "Run",
        name: data.name.clone(),
        facts: main.map_or_else(|| facts(data), arena::facts),
        origin: main.and_then(arena::origin),
        command: main.and_then(|arena| arena.head.command.clone()),
        verdict: main.and_then(verdict::of_arena),
        tiles: tiles(data),
        sections,
        foot: arena::FOOT,
        ..Page::default()
    }
}

/// Facts that identify a run without arenas, from its `run.toml`.
fn facts(data: &RunData) -> Vec<String> {
    let text = data.configuration.as_deref().unwrap_or_default();
    // The rules are named in the fingerprint, as the configuration may write them out.
    let value = |table: &str, key: &str| {
        let table = text.split_once(table)?.1;
        let line = table.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.map(|value| format!("{key} {}", value.trim_matches('"')))
    };
    let facts = [value("[fingerprint]", "rules"), value("", "seed"), value("", "version")];
    facts.into_iter().flatten().collect()
}

/// The gains of search and learning, the figures of the largest arena, the gate.
fn tiles(data: &RunData) -> Vec<Tile> {
    let mut tiles = data.main_arena().map(arena::tiles).unwrap_or_default();
    let pairs = [("net", "random"), ("net", "greedy"), ("net-search", "net")];
    let margins = pairs.map(|(first, second)| data.main_arena().and_then(|arena| margin(arena, first, second)));
    tiles.extend(margins.into_iter().flatten());
    tiles.extend(learning::tile(&data.metrics));
    tiles
}

fn margin(arena: &ArenaResult, first: &str, second: &str) -> Option<Tile> {
    let place = |name: &str| arena.head.names.iter().position(|known| known == name);
    let (pair, sign) = arena.between(place(first)?, place(second)?)?;
    let more = format!("{} points per hand", figures::margin_error(pair, 2));
    Some(Tile::new(format!("{first} against {second}"), signed(sign * pair.figures.margin.mean, 2), more))
}
