//! All hands together: losses by seat, by quarter of the hand and by kind of points, and how right beliefs were.

use spariglio_review::{HandReview, Rate, Summary};
use spariglio_stats::Estimate;

use super::picture;
use super::words::{Terms, fill};
use crate::figures::{estimate, signed};
use crate::page::{Block, Cell, Section, Table};

/// Mean losses, and what kinds of points they were.
pub(super) fn rates(terms: &Terms, hands: &[HandReview], summary: &Summary) -> Section {
    let many = hands.len() > 1;
    let heads = |first| vec![first, terms.decisions, terms.lost_a_decision, "??", "?", "?!"];
    let more: &[&str] = if many {
        &[terms.skill_a_hand, terms.luck_a_hand]
    } else {
        &[]
    };
    let mut seats = Table::new([&heads(terms.seat), more].concat());
    for (seat, rate) in summary.seats.iter().enumerate() {
        let mut row = row(seat.to_string(), rate);
        if many {
            row.extend([summary.skill(seat), summary.luck(seat)].map(|figure| Cell::from(shown(&figure, 2))));
        }
        seats.push(row);
    }
    let mut quarters = Table::new(heads(terms.part_of_hand));
    let names = [
        terms.first_quarter,
        terms.second_quarter,
        terms.third_quarter,
        terms.last_quarter,
    ];
    for (name, rate) in names.into_iter().zip(&summary.quarters) {
        quarters.push(row(name.to_owned(), rate));
    }
    let kinds: Vec<_> = summary
        .seats
        .iter()
        .enumerate()
        .map(|(seat, rate)| kinds(terms, seat, rate))
        .collect();
    let mut blocks = vec![Block::Table(seats), Block::Table(quarters)];
    if kinds.iter().any(|(_, kinds)| !kinds.is_empty()) {
        blocks.push(Block::Picture(picture::kinds(terms, &kinds)));
    }
    Section::new(terms.lost_title, terms.lost_note, blocks)
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
fn kinds(terms: &Terms, seat: usize, rate: &Rate) -> (String, Vec<(usize, Estimate)>) {
    let parts = rate.parts().into_iter().enumerate();
    let shown = parts.filter(|(_, lost)| lost.mean.abs() >= 0.0005);
    (fill(terms.seat_name, &[("seat", &seat)]), shown.collect())
}

/// Beliefs against the truth; none where nothing was hidden.
pub(super) fn calibration(terms: &Terms, summary: &Summary) -> Option<Section> {
    let block = || Block::Picture(picture::calibration(terms, &summary.calibration));
    let has_cells = summary.calibration.bins.iter().any(|bin| bin.cells() > 0.0);
    has_cells.then(|| Section::new(terms.beliefs_title, "", vec![block()]))
}
