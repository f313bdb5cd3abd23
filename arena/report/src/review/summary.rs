//! All hands together: losses by agent, by seat and by quarter of the hand, and the accuracy of beliefs.

use spariglio_review::{HandReview, PlayerSummary, Rate, Summary};
use spariglio_stats::Estimate;

use super::terms::Terms;
use super::{interval, picture};
use crate::page::{Block, Cell, Section, Table};

/// The most kinds of points in a row.
const KINDS: usize = 3;

/// Mean losses, and their kinds of points.
pub(super) fn rates(terms: &Terms, hands: &[HandReview], summary: &Summary) -> Section {
    let many = hands.len() > 1;
    let agents: Vec<(String, &PlayerSummary)> =
        summary.agents.iter().map(|(name, player)| (name.clone(), player)).collect();
    let seats = summary.seats.iter().enumerate();
    let seats: Vec<(String, &PlayerSummary)> =
        seats.map(|(seat, player)| (terms.seat(terms.players, seat), player)).collect();
    let mut table = Table::new(heads(terms, many)).words(&[terms.t("review.kinds")]);
    for (name, player) in agents.iter().chain(&seats) {
        table.push(row(terms, name.clone(), &player.rate, many.then_some(*player)));
    }
    for (place, rate) in summary.quarters.iter().enumerate() {
        let name = terms.fill("summary.quarter", &[("n", &(place + 1))]);
        table.push(row_of_rate(terms, name, rate, many));
    }
    table.push(row_of_rate(terms, terms.t("summary.all").to_owned(), &summary.all, many));
    let mut blocks = vec![Block::Table(table)];
    let named = if agents.is_empty() { seats } else { agents };
    let kinds: Vec<_> = named.iter().map(|(name, player)| (name.clone(), kinds(&player.rate))).collect();
    if kinds.iter().any(|(_, kinds)| !kinds.is_empty()) {
        blocks.push(Block::Picture(picture::kinds(terms, &kinds)));
    }
    Section::new(terms.t("summary.title"), terms.t("summary.what"), blocks)
}

fn heads(terms: &Terms, many: bool) -> Vec<&'static str> {
    let mut heads: Vec<&str> = ["summary.who", "summary.decisions", "summary.rate"]
        .map(|key| terms.t(key))
        .into();
    heads.extend(["??", "?", "?!"]);
    if many {
        heads.extend(["summary.skill", "summary.luck"].map(|key| terms.t(key)));
    }
    heads.push(terms.t("review.kinds"));
    heads
}

fn row_of_rate(terms: &Terms, name: String, rate: &Rate, many: bool) -> Vec<Cell> {
    let mut cells = row(terms, name, rate, None);
    if many {
        let kinds = cells.pop();
        cells.extend([Cell::default(), Cell::default()].into_iter().chain(kinds));
    }
    cells
}

/// A row of figures. `player` adds what decisions and luck made of each hand.
fn row(terms: &Terms, name: String, rate: &Rate, player: Option<&PlayerSummary>) -> Vec<Cell> {
    let [doubtful, mistakes, blunders] = rate.marks.map(|count| Cell::from(count.to_string()));
    let decisions = Cell::from(terms.thousands(rate.decisions()));
    let mean = rate.rate();
    let ends = mean
        .interval
        .map_or(String::new(), |ends| format!("({})", interval(terms, ends)));
    let mean = Cell::from(terms.fixed(mean.mean, 3)).with(ends);
    let mut cells = vec![Cell::from(name), decisions, mean, blunders, mistakes, doubtful];
    if let Some(player) = player {
        let figures = [player.skill(), player.luck()];
        cells.extend(figures.map(|figure| Cell::from(terms.around(figure.mean, figure.interval, 2))));
    }
    let mut kinds = kinds(rate);
    kinds.sort_by(|(_, first), (_, second)| second.mean.abs().total_cmp(&first.mean.abs()));
    let words = kinds
        .iter()
        .take(KINDS)
        .map(|(part, lost)| format!("{} {}", terms.part(*part), terms.signed(lost.mean, 3)));
    cells.push(Cell::from(words.collect::<Vec<_>>().join(", ")));
    cells
}

/// The losses of a seat or an agent by kind, per decision.
fn kinds(rate: &Rate) -> Vec<(usize, Estimate)> {
    let parts = rate.parts().into_iter().enumerate();
    parts.filter(|(_, lost)| lost.mean.abs() >= 0.0005).collect()
}

/// Beliefs against the truth; `None` if no card was hidden.
pub(super) fn calibration(terms: &Terms, summary: &Summary) -> Option<Section> {
    let block = || Block::Picture(picture::calibration(terms, &summary.calibration));
    let has_cells = summary.calibration.bins.iter().any(|bin| bin.cells() > 0.0);
    has_cells.then(|| Section::new(terms.t("belief.title"), "", vec![block()]))
}
