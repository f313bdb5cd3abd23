//! The figures of every pair, which the cross table summarises.

use super::{memory, named, outcomes};
use crate::figures::{self, signed};
use crate::page::{Block, Cell, Column, Section, Table};
use crate::shade::Shade;
use spariglio_arena::contests::{ArenaResult, PairResult};
use spariglio_stats::LEAST_SETS;

/// Every figure of a pair.
const FIGURES: [Column<PairResult>; 9] = [
    ("hands", |pair| Some(Cell::from(figures::thousands(pair.hands)))),
    ("points per hand", |pair| Some(Cell::from(signed(pair.mean, 3)).shaded(Shade::of(pair, 1.0)))),
    ("95 % interval", |pair| Some(Cell::from(figures::margin_interval(pair)))),
    ("won / tied / lost", |pair| Some(Cell::from(figures::shares(pair.win, pair.tie, pair.loss)))),
    ("shutouts", |pair| Some(both(pair.shutouts))),
    ("duplicate gain", |pair| match pair.variance_reduction {
        None if pair.plays_per_set > 1 && pair.sets < LEAST_SETS => Some(Cell::from(figures::NO_INTERVAL)),
        gain => gain.map(|gain| Cell::from(format!("× {gain:.2}"))),
    }),
    ("first plays alone", |pair| {
        let unpaired = pair.unpaired.filter(|_| pair.paired.is_none());
        unpaired.map(|unpaired| Cell::from(figures::estimate(&unpaired, 3)))
    }),
    ("all plays", |pair| pair.paired.map(|paired| Cell::from(figures::estimate(&paired, 3)))),
    ("forfeits", |pair| (pair.forfeits != [0, 0]).then(|| both(pair.forfeits))),
];

/// Explains a pair's figures.
const NOTE: &str = "For the agent named first; won, tied and lost in percent of hands. Duplicate gain: how many times as many hands on \
    unrelated deals would give the same interval. First plays alone: the same figure from the first play of each deal \
    only. All plays: the same figure with the plays in which a program could remember the deal.";
const FORFEITS: &str = " Forfeits: hands lost by an offence, which count for the other agent.";

/// Every pair. A single pair is shown as a column, which reads better.
pub fn section(arena: &ArenaResult) -> Section {
    let rows = named(arena).map(|(pair, [first, second])| (Cell::from(format!("{first} – {second}")), pair));
    let table = Table::of("pair", &FIGURES, rows).upright();
    let forfeited = arena.pairs.iter().any(|pair| pair.forfeits != [0, 0]);
    let note = format!("{NOTE}{}", if forfeited { FORFEITS } else { "" });
    let notes = named(arena).filter_map(|(pair, names)| memory(pair, names).note());
    let blocks = outcomes::picture(arena).map(Block::Picture).into_iter();
    let blocks = blocks.chain([Block::Table(table)]).chain(notes.map(Block::Words)).collect();
    Section::new("Pairs", note, blocks)
}

fn both([first, second]: [u64; 2]) -> Cell {
    Cell::from(format!("{} – {}", figures::thousands(first), figures::thousands(second)))
}
