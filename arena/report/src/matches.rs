//! The page of an arena of matches.

use crate::cards::Style;
use crate::figures;
use crate::known_deals::Memory;
use crate::offences::{self, Offender};
use crate::page::{self, Block, Cell, Column, Page, Section, Table, Tile};
use crate::shade::Shade;
use crate::verdict;
use spariglio_arena::matches::arena::{MatchPair, MatchesResult};
use spariglio_arena::other_rules;
use spariglio_files::Origin;
use spariglio_stats::Estimate;

/// Explains all figures.
const FOOT: &str =
    "Intervals are 95 % and come from sets of matches: each series of deals is played once for every seating.";

/// Every figure of a pair.
const FIGURES: [Column<MatchPair>; 12] = [
    ("matches", |pair| Some(Cell::from(figures::thousands(pair.matches)))),
    ("sets", |pair| Some(Cell::from(figures::thousands(pair.sets)))),
    ("matches won, %", |pair| {
        Some(share(&pair.score).shaded(Shade::of_interval(pair.score.interval.map(|ends| ends.map(|end| end - 50.0)))))
    }),
    ("all matches, % won", |pair| pair.paired.as_ref().map(share)),
    ("won / level / lost, %", |pair| {
        Some(Cell::from(figures::shares(pair.win.mean, pair.tie.mean, pair.loss.mean)))
    }),
    ("the stronger, likelihood", |pair| {
        Some(Cell::from(figures::superiority_or_reason(pair.superiority)))
    }),
    ("final margin, points per match", |pair| Some(Cell::from(figures::estimate(&pair.margin, 2)))),
    ("margin's 95 % interval", |pair| Some(Cell::from(figures::interval(pair.margin.interval)))),
    ("hands per match", |pair| Some(Cell::from(format!("{:.2}", pair.hands.mean)))),
    ("first dealer wins, %", |pair| Some(share(&pair.first_dealer))),
    ("won by shutout", |pair| both(pair.shutouts)),
    ("forfeited", |pair| both(pair.forfeits)),
];

/// The figures for a terminal.
#[must_use]
pub fn text(result: &MatchesResult) -> String {
    page::text::text(&page("", result))
}

/// The page of `result`. `name` is the name of its file.
pub(crate) fn page(name: &str, result: &MatchesResult) -> Page {
    let end = match (result.limit, result.match_hands) {
        (Some(limit), _) => format!("to {limit} points"),
        (None, Some(hands)) => format!("over {hands} hands"),
        (None, None) => "without end".to_owned(),
    };
    let facts = vec![
        format!("rules {}", result.rules),
        end,
        format!("{} agents", result.agents.len()),
        format!("seed {}", result.seed),
    ];
    let rows = result.pairs.iter().map(|pair| {
        let [first, second] = pair.places.map(|place| &result.names[place]);
        (Cell::from(format!("{first} against {second}")), pair)
    });
    let table = Table::of("pair", &FIGURES, rows).upright();
    let notes = result.pairs.iter().filter_map(|pair| memory(pair, result).note());
    let blocks = std::iter::once(Block::Table(table)).chain(notes.map(Block::Words)).collect();
    let note = "For the agent named first; a level match counts one half in the matches won.";
    Page {
        language: crate::Language::English,
        cards: Style::default(),
        kind: "Matches",
        name: name.to_owned(),
        facts,
        origin: result.origin.as_ref().map(Origin::text),
        command: result.command.clone(),
        verdict: verdict::of_matches(result),
        warning: warning(result),
        tiles: tiles(result),
        sections: [Section::new("Pairs", note, blocks)]
            .into_iter()
            .chain(offences::section(offenders(result)))
            .collect(),
        foot: FOOT,
    }
}

/// Warnings for the top of the page.
fn warning(result: &MatchesResult) -> Option<String> {
    let stopped =
        "This arena was stopped before all requested matches were played: the figures are those of the matches so far.";
    let stopped = (!result.complete).then(|| stopped.to_owned());
    let known = result.pairs.iter().filter_map(|pair| memory(pair, result).warning());
    let other = other_rules(&result.names, &result.made_of);
    let warnings: Vec<String> = stopped.into_iter().chain(other).chain(known).collect();
    (!warnings.is_empty()).then(|| warnings.join(" "))
}

/// What a pair's result says of its programs' memory.
fn memory<'a>(pair: &MatchPair, result: &'a MatchesResult) -> Memory<'a> {
    Memory {
        names: pair.places.map(|place| result.names[place].as_str()),
        plays: "matches",
        unit: "% of matches won",
        gap: pair.second_less_first,
        test: pair.known_deals,
        alone: pair.unpaired.map(|alone| format!("{:.2} % won", alone.mean)),
        paired: pair.paired.map(|paired| format!("{:.2} % won", paired.mean)),
        advice: "--sandbox shuts programs in.",
    }
}

/// Both agents of every pair, with their offences.
fn offenders(result: &MatchesResult) -> impl Iterator<Item = Offender<'_>> {
    result.pairs.iter().flat_map(|pair| {
        let names = pair.places.map(|place| result.names[place].as_str());
        offences::of_pair(names, pair.offences, &pair.first_offence)
    })
}

/// The result of the pair, if there is only one.
fn tiles(result: &MatchesResult) -> Vec<Tile> {
    let [pair] = result.pairs.as_slice() else {
        return Vec::new();
    };
    let [first, second] = pair.places.map(|place| &result.names[place]);
    let score = &pair.score;
    vec![Tile::new(
        format!("{first} against {second}"),
        format!("{:.2} %", score.mean),
        format!("95 %: {}; {} matches", figures::percentages(score.interval, 2), figures::thousands(pair.matches)),
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
