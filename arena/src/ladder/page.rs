//! The page of all ladders, Markdown, from their results files alone: the same files give the same page.

use std::path::Path;

use super::compare::{Compared, Outcome};
use super::config::{Expected, Position};
use super::result::{LadderResult, RowResult};
use crate::error::ArenaError;
use crate::files::{listed, write_whole, wrong};
use crate::result::PairResult;
use crate::schedule::pairings;
use crate::stats::NORMAL_95;
use crate::table::signed;

const INTRODUCTION: &str = "# Strength

How strong the agents are, by measurement. This page is made from the results in `docs/strength/` by `spariglio ladder --page`; `make strength` plays
what these lack and makes the page again. A ladder is a file of `configs/arena/`.

How to read it:

- Every deal is played once for every seating of the two agents (with two sides: twice), and all errors come from these sets. *Deals* counts sets.
- *Points a hand* are the first agent's points minus the second's, with the half-width of the 95 % interval; a shutout counts as the match limit.
  Bold: the interval does not hold zero.
- *Won / tied / lost*: percent of the hands, first agent's point of view.
- *Dealer's side*: its points a hand minus the other's, whichever agent plays there. With three and more sides, minus the best other side's.
- *ms a decision*: mean processor time of decisions with more than one legal action, first agent / second agent. The results files have the median and
  the 99th percentile too. Budgets in milliseconds are processor time as well, so that other work on the machine does not matter.
- Published figures have errors of their own, and agents of the same name need not be the same program. *Within*: the difference lies inside the 95 %
  interval of both sides' errors, as far as theirs are known.
- Where more than two agents play in a row, their means over all opponents follow; the pairs share deals, so these errors are upper bounds.
- The command under a table gives its figures again; those of agents with a budget in milliseconds differ a little from run to run and between machines.
";

/// Makes the page of all results in `from` and writes it to `page`.
///
/// # Errors
/// What [`markdown`] says; a page that cannot be written.
pub fn write(from: &Path, page: &Path) -> Result<(), ArenaError> {
    write_whole(page, &markdown(from)?)
}

/// The page of all `ladder_*.json` in `from`.
///
/// # Errors
/// A folder without results, a file that is not a ladder's results.
pub fn markdown(from: &Path) -> Result<String, ArenaError> {
    let mut ladders = Vec::new();
    for path in listed(from, "ladder_", ".json")? {
        ladders.extend(LadderResult::load(&path)?);
    }
    if ladders.is_empty() {
        return Err(wrong(from, "expected results of ladders (ladder_*.json)"));
    }
    ladders.sort_by_key(|ladder| ladder.order);
    let sections: Vec<String> = ladders.iter().map(section).collect();
    Ok(format!("{INTRODUCTION}\n{}", sections.join("\n")))
}

fn section(ladder: &LadderResult) -> String {
    let rows: Vec<(usize, &RowResult)> = (1..).zip(ladder.rows.iter().filter(|row| row.is_whole())).collect();
    let mut parts = vec![format!("## {}", ladder.title), ladder.about.clone(), results(&rows)];
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
    let head = [
        "#",
        "row",
        "agents",
        "deals",
        "points a hand",
        "won / tied / lost, %",
        "dealer's side",
        "ms a decision",
    ];
    let mut lines = Vec::new();
    for (number, row) in rows {
        for ((first, second), pair) in pairings(row.agents.len()).zip(&row.pairs) {
            let agents = format!("`{}` – `{}`", row.agents[first], row.agents[second]);
            lines.push(vec![
                number.to_string(),
                row.name.clone(),
                agents,
                thousands(pair.sets),
                margin(pair),
                percents([pair.win, pair.tie, pair.loss]),
                with_error(
                    pair.by_position.dealer.mean,
                    NORMAL_95 * pair.by_position.dealer.standard_error,
                ),
                times(pair),
            ]);
        }
    }
    table(&head, &lines)
}

/// Each agent's mean over the others, best first.
fn standings(row: &RowResult) -> String {
    let mut outcomes: Vec<(usize, Outcome)> = (0..row.agents.len()).map(|agent| (agent, row.outcome(agent))).collect();
    outcomes.sort_by(|(_, a), (_, b)| b.percent[0].total_cmp(&a.percent[0]));
    let line = |(agent, outcome): &(usize, Outcome)| {
        vec![
            format!("`{}`", row.agents[*agent]),
            percents_with_errors(outcome),
            with_error(outcome.mean, NORMAL_95 * outcome.mean_error),
        ]
    };
    let lines: Vec<Vec<String>> = outcomes.iter().map(line).collect();
    let head = ["agent", "won / tied / lost, %", "points a hand"];
    format!("{}, means over all opponents:\n\n{}", row.name, table(&head, &lines))
}

fn published(rows: &[(usize, &RowResult)]) -> String {
    let mut lines = Vec::new();
    for (number, row) in rows {
        for expected in &row.published {
            if let Some(compared) = row.compared(expected) {
                lines.push(beside(*number, expected, &compared));
            }
        }
        if let Some(text) = &row.published_text {
            let ours = row.pairs.first().map_or(String::new(), margin);
            lines.push(vec![
                number.to_string(),
                row.agents[0].clone(),
                String::new(),
                text.clone(),
                ours,
                String::new(),
            ]);
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    let head = ["#", "agent", "position", "published", "ours", "within"];
    format!("Beside what has been published:\n\n{}", table(&head, &lines))
}

fn beside(number: usize, expected: &Expected, compared: &Compared) -> Vec<String> {
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
    let source = expected
        .source
        .as_ref()
        .map_or(String::new(), |source| format!(" ({source})"));
    vec![
        number.to_string(),
        format!("`{}`", compared.agent),
        position.to_owned(),
        theirs + &source,
        percents_with_errors(&compared.ours),
        verdict(compared),
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
        |(number, row): &(usize, &RowResult)| row.note.as_ref().map(|note| format!("- {number}: {}", note.trim()));
    rows.iter().filter_map(note).collect::<Vec<_>>().join("\n")
}

fn commands(rows: &[(usize, &RowResult)]) -> String {
    let command = |(number, row): &(usize, &RowResult)| {
        let seconds: f64 = row
            .pairs
            .iter()
            .filter_map(|pair| pair.time.as_ref())
            .map(|time| time.seconds)
            .sum();
        format!("# {number}: {}\n{}", duration(seconds), row.command)
    };
    let commands: Vec<String> = rows.iter().map(command).collect();
    format!("```sh\n{}\n```", commands.join("\n"))
}

fn table(head: &[&str], lines: &[Vec<String>]) -> String {
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut rows = vec![row(head.iter().map(|cell| (*cell).to_owned()).collect())];
    rows.push(format!("|{}", "---|".repeat(head.len())));
    let escaped = |cell: &String| cell.replace('|', "\\|");
    rows.extend(lines.iter().map(|line| row(line.iter().map(escaped).collect())));
    rows.join("\n")
}

fn margin(pair: &PairResult) -> String {
    let text = with_error(pair.mean, (pair.interval[1] - pair.interval[0]) / 2.0);
    if pair.verdict() == 0 {
        text
    } else {
        format!("**{text}**")
    }
}

/// As many decimals as the error has to two digits, at least two.
fn with_error(figure: f64, half: f64) -> String {
    let decimals = if half >= 0.095 { 2 } else { 3 };
    format!("{} ± {half:.decimals$}", signed(figure, decimals))
}

fn percents(percents: [f64; 3]) -> String {
    percents.map(|percent| format!("{percent:.1}")).join(" / ")
}

fn percents_with_errors(outcome: &Outcome) -> String {
    let each = |place: usize| {
        format!(
            "{:.1} ± {:.1}",
            outcome.percent[place],
            NORMAL_95 * outcome.errors[place]
        )
    };
    [0, 1, 2].map(each).join(" / ")
}

fn times(pair: &PairResult) -> String {
    pair.time.as_ref().map_or(String::new(), |time| {
        time.agents.map(|agent| millis(agent.mean_ms)).join(" / ")
    })
}

/// Two digits that count.
fn millis(millis: f64) -> String {
    let decimals = match millis {
        millis if millis >= 10.0 => 0,
        millis if millis >= 1.0 => 1,
        millis if millis >= 0.1 => 2,
        millis if millis >= 0.01 => 3,
        _ => 4,
    };
    format!("{millis:.decimals$}")
}

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 100.0 => format!("{seconds:.0} s"),
        seconds if seconds < 6000.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups
        .map(|group| String::from_utf8_lossy(group))
        .collect::<Vec<_>>()
        .join(",")
}

#[cfg(test)]
mod tests {
    use super::{duration, millis, thousands, with_error};

    #[test]
    fn numbers_are_for_people() {
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(
            [0.00004, 0.012, 3.44, 98.6].map(millis),
            ["0.0000", "0.012", "3.4", "99"]
        );
        assert_eq!(with_error(-1.0, 0.5), "\u{2212}1.00 ± 0.50");
        assert_eq!(with_error(0.0213, 0.0054), "+0.021 ± 0.005");
        assert_eq!([5.0, 600.0, 7200.0].map(duration), ["5 s", "10 min", "2.0 h"]);
    }
}
