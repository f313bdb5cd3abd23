//! All hands together: losses by seat, by quarter of the hand and by kind of points, and how right beliefs were.

use spariglio_review::{HandReview, Rate, Summary};
use spariglio_stats::Estimate;

use super::picture;
use crate::figures::{estimate, signed};
use crate::page::{Block, Cell, Section, Table};

const QUARTERS: [&str; 4] = ["first quarter", "second quarter", "third quarter", "last quarter"];

/// Mean losses, and what kinds of points they were.
pub(super) fn rates(hands: &[HandReview], summary: &Summary) -> Section {
    let many = hands.len() > 1;
    let mut heads = vec!["seat", "decisions", "lost a decision", "??", "?", "?!"];
    if many {
        heads.extend(["by decisions, a hand", "deal and luck, a hand"]);
    }
    let mut seats = Table::new(heads);
    for (seat, rate) in summary.seats.iter().enumerate() {
        let mut row = row(seat.to_string(), rate);
        if many {
            row.extend([summary.skill(seat), summary.luck(seat)].map(|figure| Cell::from(shown(&figure, 2))));
        }
        seats.push(row);
    }
    let mut quarters = Table::new(["part of the hand", "decisions", "lost a decision", "??", "?", "?!"]);
    for (name, rate) in QUARTERS.iter().zip(&summary.quarters) {
        quarters.push(row((*name).to_owned(), rate));
    }
    let kinds: Vec<_> = summary
        .seats
        .iter()
        .enumerate()
        .map(|(seat, rate)| kinds(seat, rate))
        .collect();
    let mut blocks = vec![Block::Table(seats), Block::Table(quarters)];
    if kinds.iter().any(|(_, kinds)| !kinds.is_empty()) {
        blocks.push(Block::Picture(picture::kinds(&kinds)));
    }
    let note = "The mean loss of the decisions with more than one legal action, in points. Hands are the clusters of its interval.";
    Section::new("What was lost", note, blocks)
}

fn row(name: String, rate: &Rate) -> Vec<Cell> {
    let [doubtful, mistakes, blunders] = rate.marks.map(|count| Cell::from(count.to_string()));
    let decisions = Cell::from(rate.decisions().to_string());
    vec![
        Cell::from(name),
        decisions,
        Cell::from(shown(&rate.rate(), 3)),
        blunders,
        mistakes,
        doubtful,
    ]
}

/// An estimate, without half an interval where there is none.
fn shown(figure: &Estimate, decimals: usize) -> String {
    match figure.interval {
        Some(_) => estimate(figure, decimals),
        None => signed(figure.mean, decimals),
    }
}

/// The losses of a seat by kind, a decision.
fn kinds(seat: usize, rate: &Rate) -> (String, Vec<(usize, Estimate)>) {
    let parts = rate.parts().into_iter().enumerate();
    let shown = parts.filter(|(_, lost)| lost.mean.abs() >= 0.0005);
    (format!("seat {seat}"), shown.collect())
}

/// Beliefs against the truth; none where nothing was hidden.
pub(super) fn calibration(summary: &Summary) -> Option<Section> {
    let cells: u64 = summary.calibration.bins.iter().map(|(cells, ..)| cells).sum();
    let block = || Block::Picture(picture::calibration(&summary.calibration));
    (cells > 0).then(|| Section::new("Beliefs", "", vec![block()]))
}
