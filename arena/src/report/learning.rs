//! What a run's metrics show: the learning curve, the gate's decisions, the losses.

mod curve;
mod gates;
mod losses;

use super::figures;
use super::metrics::{Gate, Metrics};
use super::page::{Block, Cell, Grid, Section, Tile};
use super::shade::Shade;
use crate::table::signed;

/// Natural size of a picture that is one chart.
const SIZE: [f64; 2] = [460.0, 300.0];
/// Natural size of a panel among several.
const PANEL: [f64; 2] = [330.0, 190.0];

/// None of a run without metrics.
pub fn section(metrics: &Metrics) -> Option<Section> {
    let mut blocks = Vec::new();
    if !metrics.evaluations.is_empty() {
        blocks.push(Block::Picture(curve::picture(metrics)));
    }
    if !metrics.gates.is_empty() {
        blocks.push(Block::Picture(gates::picture(metrics)));
    }
    blocks.extend(losses::picture(metrics).map(Block::Picture));
    if !metrics.gates.is_empty() {
        let words = "Decisions of the gate: a new network replaces the best one only if it is better in the arena.";
        blocks.extend([Block::Words(words.to_owned()), Block::Grid(gate_table(&metrics.gates))]);
    }
    if !metrics.evaluations.is_empty() {
        let table = Block::Grid(evaluation_table(metrics));
        blocks.push(Block::Folded("Evaluations as a table", Box::new(table)));
    }
    (!blocks.is_empty()).then(|| Section::new("Learning", "", blocks))
}

/// How many networks the gate let pass.
pub fn tile(metrics: &Metrics) -> Option<Tile> {
    let accepted = metrics.gates.iter().filter(|gate| gate.accepted).count();
    let figure = format!("{accepted} of {}", metrics.gates.len());
    (!metrics.gates.is_empty()).then(|| Tile::new("generations accepted", figure, ""))
}

fn gate_table(gates: &[Gate]) -> Grid {
    let mut grid = Grid::new(["generation", "decision", "points a hand", "95 % interval"]);
    for gate in gates {
        let decision = if gate.accepted {
            Cell::from("accepted").shaded(Shade::Good(1.0))
        } else {
            Cell::from("rejected").shaded(Shade::Bad(1.0))
        };
        grid.push([
            Cell::from(gate.generation.to_string()),
            decision,
            Cell::from(signed(gate.mean, 3)),
            Cell::from(figures::interval(figures::normal(gate.mean, gate.standard_error))),
        ]);
    }
    grid
}

fn evaluation_table(metrics: &Metrics) -> Grid {
    let mut grid = Grid::new(["generation", "opponent", "points a hand", "95 % interval", "hands"]);
    for evaluation in &metrics.evaluations {
        grid.push([
            evaluation.generation.to_string(),
            evaluation.opponent.clone(),
            signed(evaluation.mean, 3),
            figures::interval(figures::normal(evaluation.mean, evaluation.standard_error)),
            evaluation.hands.map_or("·".to_owned(), figures::thousands),
        ]);
    }
    grid
}
