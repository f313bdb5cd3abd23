//! The cross table as a picture: blue if the agent at the left wins, orange if it loses, paler for smaller margins,
//! grey if the interval contains zero.

use super::{DRAWN, agents};
use crate::figures;
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};
use crate::picture::{Anchor, Drawing, Picture, Point, SMALL, TEXT, Tone, text};
use crate::shade::Shade;
use spariglio_arena::contests::{ArenaResult, PairResult};

const TOP: f64 = 34.0;
const CELL: [f64; 2] = [90.0, 50.0];
const NAMES: f64 = 130.0;

const NOTE: &str = "Points per hand of the agent at the left against the agent at the top, and the half-width of the 95 % interval. Grey: the \
    interval contains zero.";

/// `None` if fewer than three agents have played.
pub fn section(arena: &ArenaResult) -> Option<Section> {
    let agents = agents(arena);
    if agents.len() < 3 {
        return None;
    }
    let mut grid = Table::new(std::iter::once("").chain(agents.iter().map(|&agent| arena.head.names[agent].as_str())));
    for &row in &agents {
        let cells = agents.iter().map(|&column| table_cell(arena.between(row, column)));
        grid.push(std::iter::once(Cell::from(arena.head.names[row].as_str())).chain(cells));
    }
    let mut blocks = vec![Block::Table(Table { shaded: true, ..grid })];
    if agents.len() <= DRAWN {
        blocks.push(Block::File(picture(arena, &agents)));
    }
    Some(Section::new("Cross table", NOTE, blocks))
}

fn table_cell(result: Option<(&PairResult, f64)>) -> Cell {
    let Some((pair, sign)) = result else {
        return Cell::from("·");
    };
    Cell::from(signed(sign * pair.figures.margin.mean, 2))
        .with(figures::margin_error(pair, 2))
        .shaded(Shade::of(pair, sign))
}

fn picture(arena: &ArenaResult, agents: &[usize]) -> Picture {
    let count = agents.len() as f64;
    let size = [NAMES + CELL[0] * count + 6.0, TOP + CELL[1] * count + 6.0];
    Picture::drawn("cross_table", "Cross table", NOTE, size, |drawing| draw(drawing, arena, agents))
}

fn draw(drawing: &mut Drawing, arena: &ArenaResult, agents: &[usize]) {
    for (row, &agent) in agents.iter().enumerate() {
        let name = &arena.head.names[agent];
        let lettering = text(TEXT).bold();
        let middle = [NAMES + CELL[0] * (row as f64 + 0.5), TOP / 2.0];
        drawing.text(middle, &lettering.shortened(name, CELL[0] - 6.0), lettering.anchor(Anchor::Middle));
        let left = [NAMES - 8.0, TOP + CELL[1] * (row as f64 + 0.5)];
        drawing.text(left, &lettering.shortened(name, NAMES - 14.0), lettering.anchor(Anchor::End));
        for (column, &other) in agents.iter().enumerate() {
            let corner = [NAMES + CELL[0] * column as f64, TOP + CELL[1] * row as f64];
            let tooltip = format!("{name} against {}", arena.head.names[other]);
            cell(drawing, arena.between(agent, other), corner, &tooltip);
        }
    }
}

fn cell(drawing: &mut Drawing, result: Option<(&PairResult, f64)>, [x, y]: Point, tooltip: &str) {
    let (corner, size) = ([x + 2.0, y + 2.0], [CELL[0] - 4.0, CELL[1] - 4.0]);
    let Some((pair, sign)) = result else {
        return drawing.rectangle(corner, size, Tone::Even.mixed(0.12), "");
    };
    drawing.rectangle(corner, size, Shade::of(pair, sign).fill(), tooltip);
    let middle = |down: f64| [x + CELL[0] / 2.0, y + down];
    let mean = signed(sign * pair.figures.margin.mean, 2);
    drawing.text(middle(19.0), &mean, text(TEXT + 2.0).bold().anchor(Anchor::Middle));
    let half = figures::margin_error(pair, 2);
    let lettering = text(SMALL);
    drawing.text(middle(36.0), &lettering.shortened(&half, size[0]), lettering.anchor(Anchor::Middle));
}
