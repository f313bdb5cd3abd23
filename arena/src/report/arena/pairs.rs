//! What lies behind the cross table: every pair's figures.

use super::named;
use super::outcomes;
use crate::report::figures;
use crate::report::page::{Block, Cell, Grid, Section};
use crate::report::shade::Shade;
use crate::result::{ArenaResult, PairResult};
use crate::table::signed;

/// Every pair; one pair reads better as a column.
pub fn section(arena: &ArenaResult) -> Section {
    let forfeits = arena.pairs.iter().any(|pair| pair.forfeits != [0, 0]);
    let mut heads = vec![
        "pair",
        "hands",
        "points a hand",
        "95 % interval",
        "won / tied / lost",
        "shutouts",
        "duplicate gain",
        "first plays alone",
    ];
    let reduced = arena.pairs.iter().any(|pair| pair.reduced.is_some());
    if reduced {
        heads.extend(["less chance", "gain"]);
    }
    if forfeits {
        heads.push("forfeits");
    }
    let mut grid = Grid::new(heads);
    for (pair, [first, second]) in named(arena) {
        let mut row = row(pair, &format!("{first} – {second}"));
        if reduced {
            row.extend(less_chance(pair));
        }
        if forfeits {
            row.push(both(pair.forfeits));
        }
        grid.push(row);
    }
    let grid = if arena.pairs.len() == 1 { grid.turned() } else { grid };
    let note = "For the agent named first; won, tied and lost in percent of hands. Duplicate gain: how many times as many hands on \
        unrelated deals would give the same interval. First plays alone: what the first play of each deal says, as if there were \
        no second.";
    let forfeited = " Forfeits: hands lost by an offence, which count for the other agent.";
    let lucky = " Less chance: the same margin, unbiased as well, with what chance gave taken off; gain: how many times as many deals \
        would give its interval without that.";
    let shown = [(true, note), (reduced, lucky), (forfeits, forfeited)];
    let note: String = shown
        .into_iter()
        .filter(|(shown, _)| *shown)
        .map(|(_, words)| words)
        .collect();
    let blocks = vec![Block::Picture(outcomes::picture(arena)), Block::Grid(grid)];
    Section::new("Pairs", note, blocks)
}

fn both([first, second]: [u64; 2]) -> Cell {
    Cell::from(format!(
        "{} – {}",
        figures::thousands(first),
        figures::thousands(second)
    ))
}

fn less_chance(pair: &PairResult) -> [Cell; 2] {
    let figures = pair.reduced.as_ref().map(|reduced| {
        [
            figures::estimate(&reduced.estimate, 3),
            format!("× {:.2}", reduced.gain),
        ]
    });
    figures.map_or_else(|| ["·", "·"].map(Cell::from), |figures| figures.map(Cell::from))
}

fn row(pair: &PairResult, name: &str) -> Vec<Cell> {
    let gain = match (pair.cancels, pair.variance_reduction) {
        (true, _) => "every set cancels".to_owned(),
        (false, Some(gain)) => format!("× {gain:.2}"),
        (false, None) => "·".to_owned(),
    };
    let unpaired = pair
        .unpaired
        .map_or("·".to_owned(), |unpaired| figures::estimate(&unpaired, 3));
    vec![
        Cell::from(name),
        Cell::from(figures::thousands(pair.hands)),
        Cell::from(signed(pair.mean, 3)).shaded(Shade::of(pair, 1.0)),
        Cell::from(figures::interval(pair.interval)),
        Cell::from(figures::shares(pair.win, pair.tie, pair.loss)),
        both(pair.shutouts),
        Cell::from(gain),
        Cell::from(unpaired),
    ]
}
