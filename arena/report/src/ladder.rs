//! The Markdown page of all ladders. It is made from their results files only: the same files give the same page.

use std::path::Path;

use spariglio_engine::plain::markdown::{fenced, text, without_html};

use crate::error::ReportError;
use crate::figures::{self, signed};
use crate::page::markdown::table;
use crate::page::{Cell, Table};
use crate::shade::Shade;
use spariglio_arena::contests::PairResult;
use spariglio_arena::numbered;
use spariglio_arena::studies::ladder::config::{Expected, Position};
use spariglio_arena::studies::ladder::{Compared, LadderResult, Outcome, RESULTS_START, RowResult};
use spariglio_files::FileError;
use spariglio_files::whole::{listed, write_whole};

const INTRODUCTION: &str = "# Strength

How strong the agents are, by measurement. This page is made from the results in `docs/strength/` by `spariglio ladder --page`; `make strength` plays
the missing rows and makes the page again. A ladder is a file of `configs/arena/`.

How to read it:

- Every deal is played once for every seating of the two agents (with two sides: twice), and all errors come from these sets. *Deals* counts sets.
- *Points per hand* are the first agent's points minus the second's, with the half-width of the 95 % interval; a shutout counts as the match limit.
  Bold: the interval does not contain zero.
- *Won / tied / lost*: percent of the hands, first agent's point of view.
- *Dealer's side*: its points per hand minus the other's, whichever agent plays there. With three and more sides, minus the best other side's.
- *ms per decision*: mean processor time (for programs wall-clock time) of decisions with more than one legal action, first agent / second agent. The results files have the median and
  the 99th percentile too. Budgets in milliseconds are processor time as well, so that other work on the machine does not matter.
- Published figures have errors of their own, and agents of the same name need not be the same program. *Within*: the difference lies inside the 95 %
  interval of both sides' errors, as far as theirs are known.
- If more than two agents play in a row, their means over all opponents follow; the pairs share deals, so these errors are upper bounds.
- The command under a table reproduces its figures; those of agents with a budget in milliseconds differ a little from run to run and between machines.
- Newer than these results: `formula` counts melds of any length (it stopped at six cards) and knows that courts of the 52-card pack take no sums;
  `chitarrella` and `cicuti` ask the same table of captures as `formula`. New against old, points per hand over every seating of the deals: `formula` in
  `cicera` +0.36 ± 0.03 (40,000 deals); `chitarrella` and `cicuti` in `cirulla` +0.016 ± 0.016 and +0.021 ± 0.015 (8,000); nowhere weaker.
";

/// Makes the page of all results in `from` and writes it to `page`.
///
/// # Errors
/// The errors of [`markdown`], or the page cannot be written.
pub fn write(from: &Path, page: &Path) -> Result<(), ReportError> {
    Ok(write_whole(page, markdown(from)?)?)
}

/// The page of all `ladder_*.json` in `from`.
///
/// # Errors
/// The folder has no results, or a file is not a ladder's results.
pub fn markdown(from: &Path) -> Result<String, ReportError> {
    let mut ladders = Vec::new();
    for path in listed(from, RESULTS_START, ".json")? {
        ladders.extend(LadderResult::load(&path)?);
    }
    if ladders.is_empty() {
        return Err(FileError::contents(from, "expected results of ladders (ladder_*.json)").into());
    }
    ladders.sort_by_key(|ladder| ladder.order);
    let sections: Vec<String> = ladders.iter().map(section).collect();
    Ok(format!("{INTRODUCTION}\n{}", sections.join("\n")))
}

fn section(ladder: &LadderResult) -> String {
    let rows: Vec<(usize, &RowResult)> = (1..).zip(ladder.rows.iter().filter(|row| row.is_whole())).collect();
    let mut parts = vec![format!("## {}", text(&ladder.title)), without_html(&ladder.about), results(&rows)];
    parts.extend(
        rows.iter()
            .filter(|(_, row)| row.agents.len() > 2)
            .map(|(_, row)| standings(row)),
    );
    parts.push(published(&rows));
    parts.push(notes(&rows));
    parts.push(commands(&rows));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

fn results(rows: &[(usize, &RowResult)]) -> String {
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
            let dealer = &pair.by_position.dealer;
            results.push([
                Cell::from(number.to_string()),
                Cell::from(row.name.as_str()),
                Cell::typed(&names[first]),
                Cell::typed(&names[second]),
                Cell::from(figures::thousands(pair.sets)),
                Cell::from(margin(pair)).shaded(Shade::of(pair, 1.0)),
                Cell::from(figures::shares(pair.win, pair.tie, pair.loss)),
                Cell::from(with_interval(dealer.mean, figures::normal(dealer.mean, dealer.standard_error))),
                Cell::from(times(pair)),
            ]);
        }
    }
    table(&results)
}

/// Each agent's mean over the others, best first.
fn standings(row: &RowResult) -> String {
    let mut outcomes: Vec<(usize, Outcome)> = (0..row.agents.len()).map(|agent| (agent, row.outcome(agent))).collect();
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
    format!("{}, means over all opponents:\n\n{}", text(&row.name), table(&standings))
}

fn published(rows: &[(usize, &RowResult)]) -> String {
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
    if published.rows.is_empty() {
        return String::new();
    }
    format!("Compared with published figures:\n\n{}", table(&published))
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

fn commands(rows: &[(usize, &RowResult)]) -> String {
    let command = |(number, row): &(usize, &RowResult)| {
        let seconds: f64 = row
            .pairs
            .iter()
            .filter_map(|pair| pair.time.as_ref())
            .map(|time| time.seconds)
            .sum();
        format!("# {number}: {}\n{}", figures::duration(seconds), row.command)
    };
    let commands: Vec<String> = rows.iter().map(command).collect();
    fenced("sh", &commands.join("\n"))
}

fn margin(pair: &PairResult) -> String {
    figures::margin(pair, decimals(pair.interval))
}

fn with_interval(figure: f64, interval: Option<[f64; 2]>) -> String {
    figures::around(figure, interval, decimals(interval))
}

/// Number of decimals for an interval: 2 if it is wide, otherwise 3.
fn decimals(interval: Option<[f64; 2]>) -> usize {
    let is_wide = interval.is_none_or(|[low, high]| high - low >= 0.19);
    if is_wide { 2 } else { 3 }
}

fn percents_with_errors(outcome: &Outcome) -> String {
    let each = |place: usize| figures::percent(outcome.percent[place], outcome.errors[place]);
    [0, 1, 2].map(each).join(" / ")
}

fn times(pair: &PairResult) -> String {
    pair.time
        .as_ref()
        .map_or(String::new(), |time| time.agents.map(|agent| figures::milliseconds(agent.mean_ms)).join(" / "))
}
