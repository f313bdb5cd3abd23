//! How the agents play, and where their points come from.

use std::collections::BTreeMap;

use crate::report::page::{Block, Cell, Grid, Section};
use crate::result::ArenaResult;
use crate::table;

/// Means over all pairs of each agent.
pub fn section(arena: &ArenaResult) -> Option<Section> {
    let behaviour = grid(table::behaviour_rows(arena));
    let kinds = grid(kinds(arena));
    let named = [("How it plays", behaviour), ("Points by kind", kinds)];
    let shown = named.into_iter().filter(|(_, grid)| !grid.rows.is_empty());
    let blocks: Vec<Block> = shown
        .flat_map(|(title, grid)| [Block::Heading(title.to_owned()), Block::Grid(grid)])
        .collect();
    let note = "A hand and side held, means over all pairs of the agent, every hand counting the same; percentages are of hands where \
        nothing else is said. Points lost in endgames are against the exact solver, in the first deals of every pair.";
    (!blocks.is_empty()).then(|| Section::new("Behaviour", note, blocks))
}

/// The first row is the heads.
fn grid(mut rows: Vec<Vec<String>>) -> Grid {
    let heads = rows.remove(0);
    let mut grid = Grid::new(heads);
    rows.into_iter()
        .for_each(|row| grid.push(row.into_iter().map(Cell::from)));
    grid
}

/// Points a hand by kind, every hand counting the same; only kinds that gave points.
fn kinds(arena: &ArenaResult) -> Vec<Vec<String>> {
    let mut sides = vec![0; arena.agents.len()];
    let mut sums: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for pair in &arena.pairs {
        for (place, (agent, result)) in pair
            .places
            .into_iter()
            .zip(pair.tally.agents.iter().zip(&pair.by_agent))
        {
            sides[place] += agent.sides;
            for (kind, points) in &result.points_by_kind {
                let sum = sums.entry(kind).or_insert_with(|| vec![0.0; arena.agents.len()]);
                sum[place] += points * agent.sides as f64;
            }
        }
    }
    let head = std::iter::once("points a hand".to_owned()).chain(arena.names.iter().cloned());
    let row = |(kind, sums): (&str, Vec<f64>)| {
        let each = sums
            .iter()
            .zip(&sides)
            .map(|(sum, &sides)| format!("{:.3}", sum / sides.max(1) as f64));
        std::iter::once(kind.replace('_', " ")).chain(each).collect()
    };
    std::iter::once(head.collect())
        .chain(sums.into_iter().map(row))
        .collect()
}
