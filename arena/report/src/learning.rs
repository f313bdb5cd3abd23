//! The metrics of a run: the learning curve, the gate's decisions, the means of learning.

mod curve;
mod gates;
mod means;

use super::figures;
use super::metrics::Metrics;
use super::page::{Block, Cell, Section, Table, Tile};
use super::shade::Shade;
use crate::ReportError;
use crate::figures::signed;
use spariglio_files::metrics::GateLine;
use spariglio_files::write_whole;
use std::path::Path;

/// Widths of a chart on a wide and on a narrow screen.
const WIDTHS: [f64; 2] = [1040.0, 360.0];
/// Natural size of a panel among several.
const PANEL: [f64; 2] = [330.0, 190.0];

/// Writes the learning picture of the run in `dir` to `learning.svg` there. Does nothing if the run has fewer than two
/// lines of metrics.
///
/// # Errors
/// Metrics that cannot be read, or a file that cannot be written.
pub fn write_curves(dir: &Path) -> Result<(), ReportError> {
    if let Some(picture) = means::picture(&Metrics::load(dir)?) {
        write_whole(&dir.join("learning.svg"), picture.svg())?;
    }
    Ok(())
}

/// `None` if the run has no metrics.
pub(crate) fn section(metrics: &Metrics) -> Option<Section> {
    let mut blocks = Vec::new();
    if !metrics.evaluations.is_empty() {
        blocks.push(Block::Picture(curve::picture(metrics)));
    }
    if !metrics.gates.is_empty() {
        blocks.push(Block::Picture(gates::picture(metrics)));
    }
    blocks.extend(means::picture(metrics).map(Block::Picture));
    if !metrics.gates.is_empty() {
        let words = "Decisions of the gate: a new network replaces the best one only if it is better in the arena.";
        blocks.extend([Block::Words(words.to_owned()), Block::Table(gate_table(&metrics.gates))]);
    }
    if !metrics.evaluations.is_empty() {
        let table = Block::Table(evaluation_table(metrics));
        blocks.push(Block::Folded("Evaluations as a table".to_owned(), vec![table]));
    }
    (!blocks.is_empty()).then(|| Section::new("Learning", "", blocks))
}

/// The number of networks that passed the gate.
pub(crate) fn tile(metrics: &Metrics) -> Option<Tile> {
    let accepted = metrics.gates.iter().filter(|gate| gate.accepted).count();
    let figure = format!("{accepted} of {}", metrics.gates.len());
    (!metrics.gates.is_empty()).then(|| Tile::new("generations accepted", figure, ""))
}

fn gate_table(gates: &[GateLine]) -> Table {
    let mut grid = Table::new(["generation", "decision", "points per hand", "95 % interval"]);
    for gate in gates {
        let decision = if gate.accepted {
            Cell::from("accepted").shaded(Shade::Good(1.0))
        } else {
            Cell::from("rejected").shaded(Shade::Bad(1.0))
        };
        grid.push([
            Cell::from(gate.result.generation.to_string()),
            decision,
            Cell::from(signed(gate.result.mean, 3)),
            Cell::from(figures::interval(gate.result.interval)),
        ]);
    }
    grid
}

fn evaluation_table(metrics: &Metrics) -> Table {
    let mut grid = Table::new(["generation", "opponent", "points per hand", "95 % interval", "hands"]);
    for evaluation in &metrics.evaluations {
        grid.push([
            evaluation.generation.to_string(),
            evaluation.opponent.clone(),
            signed(evaluation.mean, 3),
            figures::interval(evaluation.interval),
            figures::thousands(evaluation.hands),
        ]);
    }
    grid
}
