//! All hands together: losses by seat, by quarter of the hand and by kind of points, and the accuracy of beliefs.

use spariglio_agents::search::PARTS;
use spariglio_review::{HandReview, PlayerSummary, Rate, Summary};
use spariglio_stats::Estimate;

use super::picture;
use super::words::{Terms, fill};
use crate::figures::{estimate, signed};
use crate::page::{Block, Cell, Section, Table};

/// Mean losses, and their kinds of points.
pub(super) fn rates(terms: &Terms, hands: &[HandReview], summary: &Summary) -> Section {
    let many = hands.len() > 1;
    let seat = |(seat, player): (usize, _)| (seat.to_string(), player);
    let mut blocks = Vec::new();
    if !summary.agents.is_empty() {
        let agents = summary.agents.iter().map(|(name, player)| (name.clone(), player));
        blocks.push(players(terms, terms.agent, many, agents));
    }
    blocks.push(players(terms, terms.seat, many, summary.seats.iter().enumerate().map(seat)));
    let names = [terms.first_quarter, terms.second_quarter, terms.third_quarter, terms.last_quarter];
    let mut quarters = Table::new(heads(terms, terms.part_of_hand));
    for (name, rate) in names.into_iter().zip(&summary.quarters) {
        quarters.push(row(name.to_owned(), rate));
    }
    blocks.push(Block::Table(quarters));
    let seat = |(seat, player): (usize, _)| (fill(terms.seat_name, &[("seat", &seat)]), player);
    let named: Vec<(String, &PlayerSummary)> = match summary.agents.is_empty() {
        true => summary.seats.iter().enumerate().map(seat).collect(),
        false => summary.agents.iter().map(|(name, player)| (name.clone(), player)).collect(),
    };
    let kinds: Vec<_> = named.iter().map(|(name, player)| kinds(name, &player.rate)).collect();
    if kinds.iter().any(|(_, kinds)| !kinds.is_empty()) {
        blocks.push(Block::Picture(picture::kinds(terms, &kinds)));
        blocks.push(Block::Folded(terms.kinds_table.to_owned(), vec![Block::Table(kinds_table(terms, &kinds))]));
    }
    Section::new(terms.lost_title, terms.lost_note, blocks)
}

fn heads(terms: &Terms, first: &'static str) -> Vec<&'static str> {
    vec![first, terms.decisions, terms.lost_a_decision, "??", "?", "?!"]
}

/// A row for each seat or agent.
fn players<'p>(
    terms: &Terms,
    first: &'static str,
    many: bool,
    rows: impl Iterator<Item = (String, &'p PlayerSummary)>,
) -> Block {
    let more: &[&str] = if many {
        &[terms.skill_a_hand, terms.luck_a_hand]
    } else {
        &[]
    };
    let mut table = Table::new([&heads(terms, first), more].concat());
    for (name, player) in rows {
        let mut row = row(name, &player.rate);
        if many {
            row.extend([player.skill(), player.luck()].map(|figure| Cell::from(shown(&figure, 2))));
        }
        table.push(row);
    }
    Block::Table(table)
}

fn row(name: String, rate: &Rate) -> Vec<Cell> {
    let [doubtful, mistakes, blunders] = rate.marks.map(|count| Cell::from(count.to_string()));
    let decisions = Cell::from(rate.decisions().to_string());
    vec![Cell::from(name), decisions, Cell::from(shown(&rate.rate(), 3)), blunders, mistakes, doubtful]
}

/// An estimate; the half-width of its interval is left out if there is none.
fn shown(figure: &Estimate, decimals: usize) -> String {
    match figure.interval {
        Some(_) => estimate(figure, decimals),
        None => signed(figure.mean, decimals),
    }
}

/// The losses of a seat or an agent by kind, per decision.
fn kinds(name: &str, rate: &Rate) -> (String, Vec<(usize, Estimate)>) {
    let parts = rate.parts().into_iter().enumerate();
    let shown = parts.filter(|(_, lost)| lost.mean.abs() >= 0.0005);
    (name.to_owned(), shown.collect())
}

/// The picture of kinds as a table: a row per kind, a column per seat or agent.
fn kinds_table(terms: &Terms, players: &[(String, Vec<(usize, Estimate)>)]) -> Table {
    let names = players.iter().map(|(name, _)| name.as_str());
    let mut table = Table::new(std::iter::once(terms.kinds).chain(names));
    for part in 0..PARTS {
        let of = |lost: &[(usize, Estimate)]| lost.iter().find(|(other, _)| *other == part).map(|(_, lost)| *lost);
        if players.iter().any(|(_, lost)| of(lost).is_some()) {
            let cells = players
                .iter()
                .map(|(_, lost)| Cell::from(of(lost).map_or("·".to_owned(), |lost| shown(&lost, 3))));
            table.push(std::iter::once(Cell::from(terms.part(part))).chain(cells));
        }
    }
    table
}

/// Beliefs against the truth; `None` if no card was hidden.
pub(super) fn calibration(terms: &Terms, summary: &Summary) -> Option<Section> {
    let block = || Block::Picture(picture::calibration(terms, &summary.calibration));
    let has_cells = summary.calibration.bins.iter().any(|bin| bin.cells() > 0.0);
    has_cells.then(|| Section::new(terms.beliefs_title, "", vec![block()]))
}
