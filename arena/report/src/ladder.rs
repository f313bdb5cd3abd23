//! The Markdown page of all ladders. It is made from their results files only: the same files give the same page.

mod summary;

use std::path::Path;

use spariglio_engine::format::plain::markdown::{fenced, text, without_html};

use crate::error::ReportError;
use crate::figures::{self, signed};
use crate::page::markdown::table;
use crate::page::{Block, Cell, Page, Section, Table};
use crate::shade::Shade;
use spariglio_arena::contests::PairResult;
use spariglio_arena::pairs::numbered;
use spariglio_arena::studies::ladder::config::{Expected, Position};
use spariglio_arena::studies::ladder::{Compared, LadderResult, RESULTS_START, RowOutcome, RowResult};
use spariglio_files::FileError;
use spariglio_files::whole::{listed, read_if_there, write_whole};

/// Stands above the table of published figures.
const PUBLISHED: &str = "Compared with published figures:";

/// Explains all figures.
const FOOT: &str =
    "Intervals are 95 % and come from duplicate sets: each deal is played once for every seating of two agents.";

/// The title by which such a page is known.
pub const TITLE: &str = "## How to read the ladders";

const HOW_TO_READ: &str = "- Every deal is played once for every seating of the two agents (with two sides: twice), and all errors come from these
  sets. *Deals* counts sets.
- *Points per hand* are the first agent's points minus the second's, with the half-width of the 95 % interval; a shutout
  counts as the match limit. Bold: the interval does not contain zero.
- *Won / tied / lost*: percent of the hands, first agent's point of view.
- *Dealer's side*: points per hand of the dealer's side minus those of the other side (the best one, if there are
  several), whichever agent plays there.
- *ms per decision*: mean processor time (for programs wall-clock time) of decisions with more than one legal action,
  first agent / second agent. The results files have the median and the 99th percentile too. Budgets in milliseconds are
  processor time as well, so that other work on the machine does not matter.
- Published figures have errors of their own, and agents of the same name need not be the same program. *Within*: the
  difference lies inside the 95 % interval of both sides' errors, as far as theirs are known.
- If more than two agents play in a row, their means over all opponents follow; the pairs share deals, so these errors
  are upper bounds.
- The command under a table reproduces its figures. Figures of agents with a budget in milliseconds differ a little from
  run to run and between machines.
";

/// The file in a folder of results that begins their page.
const INTRODUCTION: &str = "introduction.txt";

/// Makes the page of all results in `from` and writes it to `page`.
///
/// # Errors
/// The errors of [`markdown`], or the page cannot be written.
pub fn write(from: &Path, page: &Path) -> Result<(), ReportError> {
    Ok(write_whole(page, markdown(from)?)?)
}

/// The page of all `ladder_*.json` in `from`. It begins with the text of `introduction.txt` there, if there is one, and
/// with the summary.
///
/// # Errors
/// The folder has no results, or a file is not a ladder's results.
pub fn markdown(from: &Path) -> Result<String, ReportError> {
    let ladders = all(from)?;
    if ladders.is_empty() {
        return Err(FileError::contents(from, "expected results of ladders (ladder_*.json)").into());
    }
    let sections: Vec<String> = ladders.iter().map(section).collect();
    let introduction = read_if_there(&from.join(INTRODUCTION))?.unwrap_or_else(|| "# Ladders\n".to_owned());
    let mut parts = vec![introduction];
    parts.extend(summary::section(&ladders));
    parts.push(format!("{TITLE}\n\n{HOW_TO_READ}"));
    parts.extend(sections);
    Ok(parts.join("\n"))
}

/// The ladders of all `ladder_*.json` in `from`, in their order.
///
/// # Errors
/// A file is not a ladder's results.
pub(crate) fn all(from: &Path) -> Result<Vec<LadderResult>, ReportError> {
    let mut ladders = Vec::new();
    for path in listed(from, RESULTS_START, ".json")? {
        ladders.extend(LadderResult::load(&path)?);
    }
    ladders.sort_by_key(|ladder| ladder.order);
    Ok(ladders)
}

/// The page of ladders for `spariglio report`.
pub(crate) fn page(name: &str, ladders: &[LadderResult]) -> Page {
    let blocks = |ladder: &LadderResult| {
        let rows = whole_rows(ladder);
        let mut blocks = vec![Block::Table(results(&rows))];
        blocks.extend(several(&rows).flat_map(|row| [Block::Words(means(row)), Block::Table(standings(row))]));
        let published = published(&rows).map(|figures| [Block::Words(PUBLISHED.to_owned()), Block::Table(figures)]);
        blocks.extend(published.into_iter().flatten());
        blocks.push(Block::Typed(commands(&rows)));
        blocks
    };
    let section = |ladder: &LadderResult| Section {
        title: ladder.title.clone(),
        note: ladder.about.clone(),
        blocks: blocks(ladder),
    };
    Page {
        kind: "Ladders",
        name: name.to_owned(),
        facts: vec![format!("{} ladders", ladders.len())],
        verdict: Some(decided(ladders)),
        sections: ladders.iter().map(section).collect(),
        foot: FOOT,
        ..Page::default()
    }
}

/// How many pairs are decided.
fn decided(ladders: &[LadderResult]) -> String {
    let rows = ladders.iter().flat_map(|ladder| &ladder.rows);
    let pairs: Vec<_> = rows.filter(|row| row.is_whole()).flat_map(|row| &row.pairs).collect();
    let decided = pairs.iter().filter(|pair| pair.verdict() != 0).count();
    format!("{decided} of {} pairs are decided: their 95 % intervals do not contain 0.", pairs.len())
}

/// The numbers and results of the rows that are played to their end.
fn whole_rows(ladder: &LadderResult) -> Vec<(usize, &RowResult)> {
    (1..).zip(ladder.rows.iter().filter(|row| row.is_whole())).collect()
}

/// The rows of more than two agents.
fn several<'a>(rows: &[(usize, &'a RowResult)]) -> impl Iterator<Item = &'a RowResult> {
    rows.iter().map(|(_, row)| *row).filter(|row| row.agents.len() > 2)
}

fn means(row: &RowResult) -> String {
    format!("{}, means over all opponents:", row.name)
}

fn section(ladder: &LadderResult) -> String {
    let rows = whole_rows(ladder);
    let mut parts = vec![format!("## {}", text(&ladder.title)), without_html(&ladder.about), table(&results(&rows))];
    parts.extend(several(&rows).map(|row| format!("{}\n\n{}", text(&means(row)), table(&standings(row)))));
    parts.extend(published(&rows).map(|figures| format!("{PUBLISHED}\n\n{}", table(&figures))));
    parts.push(notes(&rows));
    parts.push(fenced("sh", &commands(&rows)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

pub(crate) fn results(rows: &[(usize, &RowResult)]) -> Table {
    let mut results = Table::new([
        "#",
        "row",
        "agent",
        "against",
        "deals",
        "points per hand",
        "won / tied / lost, %",
        "dealer's side",
        "ms per decision",
    ])
    .words(&["row"]);
    for (number, row) in rows {
        let names = numbered(&row.agents);
        for pair in &row.pairs {
            let [first, second] = pair.places;
            let dealer = &pair.figures.by_position.dealer.margin;
            results.push([
                Cell::from(number.to_string()),
                Cell::from(row.name.as_str()),
                Cell::typed(&names[first]),
                Cell::typed(&names[second]),
                Cell::from(figures::thousands(pair.sets())),
                Cell::from(margin(pair)).shaded(Shade::of(pair, 1.0)),
                Cell::from(figures::shares(pair.figures.outcomes.percent())),
                Cell::from(with_interval(dealer.mean, figures::normal(dealer.mean, dealer.standard_error))),
                Cell::from(times(pair)),
            ]);
        }
    }
    results
}

/// Each agent's mean over the others, best first.
fn standings(row: &RowResult) -> Table {
    let mut outcomes: Vec<(usize, RowOutcome)> =
        (0..row.agents.len()).map(|agent| (agent, row.outcome(agent))).collect();
    outcomes.sort_by(|(_, a), (_, b)| b.percent[0].total_cmp(&a.percent[0]));
    let mut standings = Table::new(["agent", "won / tied / lost, %", "points per hand"]);
    let names = numbered(&row.agents);
    for (agent, outcome) in &outcomes {
        standings.push([
            Cell::typed(&names[*agent]),
            Cell::from(percents_with_errors(outcome)),
            Cell::from(with_interval(outcome.mean, figures::normal(outcome.mean, outcome.mean_error))),
        ]);
    }
    standings
}

fn published(rows: &[(usize, &RowResult)]) -> Option<Table> {
    let mut published = Table::new(["#", "agent", "position", "published", "ours", "within"]).words(&[
        "position",
        "published",
        "within",
    ]);
    for (number, row) in rows {
        for expected in &row.published {
            if let Some(compared) = row.compared(expected) {
                published.push(beside(*number, expected, &compared));
            }
        }
        if let Some(words) = &row.published_text {
            let ours = row.pairs.first().map_or(String::new(), margin);
            published.push([
                Cell::from(number.to_string()),
                Cell::typed(&row.agents[0]),
                Cell::from(""),
                Cell::from(words.as_str()),
                Cell::from(ours),
                Cell::from(""),
            ]);
        }
    }
    (!published.rows.is_empty()).then_some(published)
}

fn beside(number: usize, expected: &Expected, compared: &Compared) -> [Cell; 6] {
    let position = match expected.position {
        None => "both",
        Some(Position::First) => "first side",
        Some(Position::Dealer) => "dealer's side",
    };
    let figure = |figure: Option<f64>| figure.map_or("–".to_owned(), |figure| format!("{figure:.1}"));
    let theirs = match expected.score {
        Some(score) => format!("score {score:.1}"),
        None => [expected.win, expected.tie, expected.loss].map(figure).join(" / "),
    };
    let source = expected.source.as_ref().map_or(String::new(), |source| format!(" ({source})"));
    [
        Cell::from(number.to_string()),
        Cell::typed(&compared.agent),
        Cell::from(position),
        Cell::from(theirs + &source),
        Cell::from(percents_with_errors(&compared.ours)),
        Cell::from(verdict(compared)),
    ]
}

/// "yes", or the differences that are too large.
fn verdict(compared: &Compared) -> String {
    if compared.within() {
        return "yes".to_owned();
    }
    let named = ["won", "tied", "lost", "score"].into_iter().zip(compared.differences);
    let outside = named.filter_map(|(name, difference)| {
        let (difference, half) = difference?;
        (difference.abs() > half).then(|| format!("{name} {}", signed(difference, 1)))
    });
    outside.collect::<Vec<_>>().join(", ")
}

fn notes(rows: &[(usize, &RowResult)]) -> String {
    let note =
        |(number, row): &(usize, &RowResult)| row.note.as_ref().map(|note| format!("- {number}: {}", item(note)));
    rows.iter().filter_map(note).collect::<Vec<_>>().join("\n")
}

/// A note within its item of a list.
fn item(note: &str) -> String {
    without_html(&note.trim().lines().collect::<Vec<_>>().join("\n  "))
}

pub(crate) fn commands(rows: &[(usize, &RowResult)]) -> String {
    let command = |(number, row): &(usize, &RowResult)| {
        let seconds: f64 = row
            .pairs
            .iter()
            .filter_map(|pair| pair.figures.time.as_ref())
            .map(|time| time.seconds)
            .sum();
        let origin = row
            .origin
            .as_ref()
            .map_or(String::new(), |origin| format!(", {}", origin.text()));
        format!("# {number}: {}{origin}\n{}", figures::duration(seconds), row.command)
    };
    let commands: Vec<String> = rows.iter().map(command).collect();
    commands.join("\n")
}

fn margin(pair: &PairResult) -> String {
    figures::margin(pair, decimals(pair.figures.margin.interval))
}

fn with_interval(figure: f64, interval: Option<[f64; 2]>) -> String {
    figures::around(figure, interval, decimals(interval))
}

/// Number of decimals for an interval: 2 if it is wide, otherwise 3.
fn decimals(interval: Option<[f64; 2]>) -> usize {
    let is_wide = interval.is_none_or(|[low, high]| high - low >= 0.19);
    if is_wide { 2 } else { 3 }
}

fn percents_with_errors(outcome: &RowOutcome) -> String {
    let each = |place: usize| figures::percent(outcome.percent[place], outcome.errors[place]);
    [0, 1, 2].map(each).join(" / ")
}

fn times(pair: &PairResult) -> String {
    pair.figures
        .time
        .as_ref()
        .map_or(String::new(), |time| time.agents.map(|agent| figures::milliseconds(agent.mean_ms)).join(" / "))
}
