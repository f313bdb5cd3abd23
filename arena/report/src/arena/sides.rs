//! The worth of playing first, or of dealing.

use super::{agents, named};
use crate::figures;
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};
use crate::picture::{Axis, Chart, Picture, Tone, legend};
use spariglio_arena::ArenaResult;
use spariglio_arena::pairs::figures::PositionResult;
use spariglio_arena::pairs::tally::{AgentTally, ViewTally};
use spariglio_stats::{Estimate, Moments};

/// Height of an agent's row in the picture.
const ROW: f64 = 40.0;
/// The two positions and their distance from the middle of a row.
const PLACES: [(&str, Tone, f64); 2] =
    [("as first side", Tone::Series(0), -0.15), ("as dealer's side", Tone::Series(1), 0.15)];

/// The figures of the pairs by position, and a picture of those of the agents.
pub fn section(arena: &ArenaResult) -> Section {
    let mut grid = Table::new([
        "pair",
        "first side, points per hand",
        "first side, won / tied / lost",
        "dealer's side, points per hand",
        "dealer's side, won / tied / lost",
    ]);
    for (pair, [first, second]) in named(arena) {
        let places = &pair.figures.by_position;
        grid.push([
            Cell::from(format!("{first} – {second}")),
            points(&places.first),
            shares(&places.first),
            points(&places.dealer),
            shares(&places.dealer),
        ]);
    }
    let margins: Vec<(&str, [Estimate; 2])> = agents(arena)
        .into_iter()
        .map(|agent| {
            let both = [margin(arena, agent, |tally| &tally.first), margin(arena, agent, |tally| &tally.dealer)];
            (arena.head.names[agent].as_str(), both)
        })
        .collect();
    let is_known = margins
        .iter()
        .flat_map(|(_, both)| both)
        .any(|margin| margin.interval.is_some());
    let note = "The side that plays first (forehand's) and the dealer's side, whichever agent plays there: points per hand minus the \
        best other side's. By agent: its own margin when it plays first and when it deals, over all its opponents.";
    Section::new(
        "Dealer and first side",
        note,
        is_known
            .then(|| Block::Picture(picture(&margins)))
            .into_iter()
            .chain([Block::Table(by_agent(&margins)), Block::Table(grid.upright())])
            .collect(),
    )
}

fn points(place: &PositionResult) -> Cell {
    Cell::from(signed(place.margin.mean, 3)).with(figures::plus_minus(place.margin.interval, 3))
}

fn shares(place: &PositionResult) -> Cell {
    if place.hands == 0 {
        return Cell::from("·");
    }
    Cell::from(figures::shares(place.outcomes.percent()))
}

/// An agent's margin at a position, over all its pairs.
fn margin(arena: &ArenaResult, agent: usize, view: fn(&AgentTally) -> &ViewTally) -> Estimate {
    let (mut sums, mut hands) = (Moments::default(), 0);
    for pair in &arena.pairs {
        let sides = pair.places.iter().zip(&pair.sums.tally.agents);
        for (_, tally) in sides.filter(|(place, _)| **place == agent) {
            sums.merge(&view(tally).margin);
            hands += view(tally).hands();
        }
    }
    sums.estimate(hands as f64 / sums.count.max(1) as f64, 1.0)
}

/// Every agent's margins by position.
fn by_agent(margins: &[(&str, [Estimate; 2])]) -> Table {
    let mut table = Table::new(["agent, points per hand", PLACES[0].0, PLACES[1].0]);
    for (name, both) in margins {
        let cells = both.map(|margin| Cell::from(figures::estimate(&margin, 3)));
        table.push(std::iter::once(Cell::from(*name)).chain(cells));
    }
    table
}

fn picture(margins: &[(&str, [Estimate; 2])]) -> Picture {
    let note = "Points per hand of each agent by its position; bars are 95 % intervals.";
    let sizes = [1040.0, 460.0].map(|width| [width, 66.0 + ROW * margins.len() as f64]);
    Picture::drawn_twice("sides", "By position", note, sizes, |drawing| {
        let top = legend(drawing, PLACES.map(|(words, tone, _)| (words, tone)));
        let all = margins.iter().flat_map(|(_, both)| both).flat_map(Estimate::ends);
        let x = Axis::around_zero(all, "").signed();
        let mut chart =
            Chart::new(drawing, top - 8.0, x, Axis::names(margins.iter().map(|(name, _)| (*name).to_owned())));
        chart.upright(0.0, Tone::Muted.stroke(1.0));
        for (row, (_, both)) in margins.iter().enumerate() {
            for (margin, (words, tone, down)) in both.iter().zip(PLACES) {
                let row = row as f64 + down;
                chart.spread(row, margin.ends(), tone.stroke(2.2));
                let tooltip = format!("{words}: {}", figures::estimate(margin, 3));
                chart.dot([margin.mean, row], 4.2, tone.fill(), &tooltip);
            }
        }
    })
}
