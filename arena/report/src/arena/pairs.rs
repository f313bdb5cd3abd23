//! The figures of every pair, which the cross table summarises.

use super::named;
use super::outcomes;
use crate::figures::{self, signed};
use crate::page::{Block, Cell, Column, Section, Table};
use crate::shade::Shade;
use spariglio_arena::contests::{ArenaResult, PairResult};

/// Every figure of a pair.
const FIGURES: [Column<PairResult>; 8] = [
    ("hands", |pair| Some(Cell::from(figures::thousands(pair.hands)))),
    ("points per hand", |pair| Some(Cell::from(signed(pair.mean, 3)).shaded(Shade::of(pair, 1.0)))),
    ("95 % interval", |pair| (!pair.cancels).then(|| Cell::from(figures::interval(pair.interval)))),
    ("won / tied / lost", |pair| Some(Cell::from(figures::shares(pair.win, pair.tie, pair.loss)))),
    ("shutouts", |pair| Some(both(pair.shutouts))),
    ("duplicate gain", |pair| match (pair.cancels, pair.variance_reduction) {
        (true, _) => Some(Cell::from("every set cancels")),
        (false, gain) => gain.map(|gain| Cell::from(format!("× {gain:.2}"))),
    }),
    ("first plays alone", |pair| {
        pair.unpaired.map(|unpaired| Cell::from(figures::estimate(&unpaired, 3)))
    }),
    ("forfeits", |pair| (pair.forfeits != [0, 0]).then(|| both(pair.forfeits))),
];

/// Explains a pair's figures.
const NOTE: &str = "For the agent named first; won, tied and lost in percent of hands. Duplicate gain: how many times as many hands on \
    unrelated deals would give the same interval. First plays alone: the same figure from the first play of each deal \
    only.";
const FORFEITS: &str = " Forfeits: hands lost by an offence, which count for the other agent.";

/// Every pair. A single pair is shown as a column, which reads better.
pub fn section(arena: &ArenaResult) -> Section {
    let rows = named(arena).map(|(pair, [first, second])| (Cell::from(format!("{first} – {second}")), pair));
    let table = Table::of("pair", &FIGURES, rows).upright();
    let forfeited = arena.pairs.iter().any(|pair| pair.forfeits != [0, 0]);
    let note = format!("{NOTE}{}", if forfeited { FORFEITS } else { "" });
    let blocks = vec![Block::Picture(outcomes::picture(arena)), Block::Table(table)];
    Section::new("Pairs", note, blocks)
}

fn both([first, second]: [u64; 2]) -> Cell {
    Cell::from(format!("{} – {}", figures::thousands(first), figures::thousands(second)))
}
