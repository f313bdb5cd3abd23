//! The figures of every pair, which the cross table summarises.

use super::{named, outcomes};
use crate::figures::{self, signed};
use crate::page::{Block, Cell, Column, Section, Table};
use crate::shade::Shade;
use spariglio_arena::{ArenaResult, PairResult};
use spariglio_stats::moments::LEAST_SETS;

/// Every figure of a pair.
const FIGURES: [Column<PairResult>; 7] = [
    ("hands", |pair| Some(Cell::from(figures::thousands(pair.figures.hands)))),
    ("points per hand", |pair| {
        Some(Cell::from(signed(pair.figures.margin.mean, 3)).shaded(Shade::of(pair, 1.0)))
    }),
    ("95 % interval", |pair| Some(Cell::from(figures::margin_interval(pair)))),
    ("won / tied / lost", |pair| Some(Cell::from(figures::shares(pair.figures.outcomes.percent())))),
    ("shutouts", |pair| Some(both(pair.figures.shutouts))),
    ("duplicate gain", |pair| match pair.figures.pairing.variance_reduction {
        None if pair.plays_per_set > 1 && pair.sets() < LEAST_SETS => Some(Cell::from(figures::NO_INTERVAL)),
        gain => gain.map(|gain| Cell::from(format!("× {gain:.2}"))),
    }),
    ("forfeits", |pair| (pair.figures.forfeits.lost != [0, 0]).then(|| both(pair.figures.forfeits.lost))),
];

/// Explains a pair's figures.
const NOTE: &str = "For the agent named first; won, tied and lost in percent of hands. Duplicate gain: how many times as many hands on \
    unrelated deals would give the same interval.";
const FORFEITS: &str = " Forfeits: hands lost by an offence, which count for the other agent.";

/// Every pair. A single pair is shown as a column, which reads better.
pub fn section(arena: &ArenaResult) -> Section {
    let rows = named(arena).map(|(pair, [first, second])| (Cell::from(format!("{first} – {second}")), pair));
    let table = Table::of("pair", &FIGURES, rows).upright();
    let forfeited = arena.pairs.iter().any(|pair| pair.figures.forfeits.lost != [0, 0]);
    let note = format!("{NOTE}{}", if forfeited { FORFEITS } else { "" });
    let blocks = outcomes::picture(arena).map(Block::Picture).into_iter();
    let blocks = blocks.chain([Block::Table(table)]).collect();
    Section::new("Pairs", note, blocks)
}

fn both([first, second]: [u64; 2]) -> Cell {
    Cell::from(format!("{} – {}", figures::thousands(first), figures::thousands(second)))
}
