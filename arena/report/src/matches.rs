//! The page of an arena of matches.

use crate::arena::{named, offences, sprt, warning};
use crate::figures;
use crate::page::{self, Block, Cell, Column, Page, Section, Table, Tile};
use crate::paper::{self, Form};
use crate::shade::Shade;
use crate::verdict;
use spariglio_arena::PairResult;
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_files::Origin;
use spariglio_stats::Estimate;

/// Explains all figures.
const FOOT: &str =
    "Intervals are 95 % and come from sets of matches: each series of deals is played once for every seating.";

/// Every figure of a pair.
const FIGURES: [Column<PairResult<Matches>>; 11] = [
    ("matches", |pair| Some(Cell::from(figures::thousands(pair.figures.matches)))),
    ("sets", |pair| Some(Cell::from(figures::thousands(pair.sets())))),
    ("matches won, %", |pair| {
        Some(
            share(&pair.figures.score)
                .shaded(Shade::of_interval(pair.figures.score.interval.map(|ends| ends.map(|end| end - 50.0)))),
        )
    }),
    ("won / level / lost, %", |pair| Some(Cell::from(figures::shares(pair.figures.outcomes.percent())))),
    ("the stronger, likelihood", |pair| {
        Some(Cell::from(figures::superiority_or_reason(pair.figures.superiority)))
    }),
    ("final margin, points per match", |pair| {
        Some(Cell::from(figures::estimate(&pair.figures.margin, 2)))
    }),
    ("margin's 95 % interval", |pair| Some(Cell::from(figures::interval(pair.figures.margin.interval)))),
    ("hands per match", |pair| Some(Cell::from(format!("{:.2}", pair.figures.hands.mean)))),
    ("first dealer wins, %", |pair| Some(share(&pair.figures.first_dealer))),
    ("won by shutout", |pair| both(pair.figures.shutouts)),
    ("forfeited", |pair| both(pair.figures.forfeits.lost)),
];

/// The figures for a terminal.
#[must_use]
pub fn text(result: &MatchesResult) -> String {
    page::text::text(&page("", result))
}

/// The table of the pairs in a file of a form.
#[must_use]
pub fn table(result: &MatchesResult, form: Form) -> String {
    paper::pairs(&page("", result), form)
}

/// The page of `result`. `name` is the name of its file.
pub(crate) fn page(name: &str, result: &MatchesResult) -> Page {
    let end = match (result.settings.limit, result.settings.match_hands) {
        (Some(limit), _) => format!("to {limit} points"),
        (None, Some(hands)) => format!("over {hands} hands"),
        (None, None) => "without end".to_owned(),
    };
    let facts = vec![
        format!("rules {}", result.head.rules),
        end,
        format!("{} agents", result.head.agents.len()),
        format!("seed {}", result.head.seed),
    ];
    let rows = named(result).map(|(pair, [first, second])| (Cell::from(format!("{first} against {second}")), pair));
    let table = Table::of("pair", &FIGURES, rows).upright();
    let note = "For the agent named first; a level match counts one half in the matches won.";
    Page {
        kind: "Matches",
        name: name.to_owned(),
        facts,
        origin: result.head.origin.as_ref().map(Origin::text),
        command: result.head.command.clone(),
        verdict: verdict::of_matches(result),
        warning: warning(result, "matches"),
        tiles: tiles(result),
        sections: [Section::new("Pairs", note, vec![Block::Table(table)])]
            .into_iter()
            .chain(sprt::section(result, |figures| figures.sprt.as_ref(), "match"))
            .chain(offences::section(result, |figures| &figures.forfeits))
            .collect(),
        foot: FOOT,
        ..Page::default()
    }
}

/// The result of the pair, if there is only one.
fn tiles(result: &MatchesResult) -> Vec<Tile> {
    let [pair] = result.pairs.as_slice() else {
        return Vec::new();
    };
    let [first, second] = pair.places.map(|place| &result.head.names[place]);
    let score = &pair.figures.score;
    vec![Tile::new(
        format!("{first} against {second}"),
        format!("{:.2} %", score.mean),
        format!(
            "95 %: {}; {} matches",
            figures::percentages(score.interval, 2),
            figures::thousands(pair.figures.matches)
        ),
    )]
}

/// A share of matches in percent over its interval.
fn share(estimate: &Estimate) -> Cell {
    Cell::from(format!("{:.2}", estimate.mean)).with(figures::percentages(estimate.interval, 2))
}

/// `None` if it never happened.
fn both([first, second]: [u64; 2]) -> Option<Cell> {
    ([first, second] != [0, 0]).then(|| Cell::from(format!("{first} – {second}")))
}
