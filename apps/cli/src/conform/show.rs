//! The outcome of a test as text or JSON.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use spariglio_conform::{Counts, Difference, Finding, First, Tally, VERSION, guess};
use spariglio_engine::format::plain::short;
use spariglio_report::padded;

use crate::common;

/// Most letters of a value that the text shows.
const SHOWN: usize = 160;

/// The columns of the table after the name.
const COLUMNS: [&str; 5] = ["hands", "agree", "differ", "failed", "not asked"];

/// Prints all findings, the table of rule sets and the sum.
pub fn show(tally: &Tally, json: bool) -> Result<()> {
    let mut out = common::output();
    if json {
        write_json(&mut out, tally)?;
    } else {
        write_text(&mut out, tally)?;
    }
    Ok(out.flush()?)
}

fn numbers(counts: &Counts) -> [u64; 5] {
    [counts.hands(), counts.agree, counts.differ, counts.failed, counts.not_asked]
}

fn write_json(out: &mut impl Write, tally: &Tally) -> Result<()> {
    for finding in tally.findings() {
        writeln!(out, "{}", finding_json(finding))?;
    }
    for (name, counts) in tally.groups() {
        let mut line = counts_json(counts);
        line["rules"] = json!(name);
        writeln!(out, "{line}")?;
    }
    let mut line = counts_json(&tally.all());
    line["suite"] = json!(VERSION);
    Ok(writeln!(out, "{line}")?)
}

fn counts_json(counts: &Counts) -> Value {
    let [hands, agree, differ, failed, not_asked] = numbers(counts);
    json!({"hands": hands, "agree": agree, "differ": differ, "failed": failed, "not_asked": not_asked})
}

fn finding_json(finding: &Finding) -> Value {
    let Finding { kind, hands, file, line, group, note, first } = finding;
    let mut object = json!({
        "finding": kind, "hands": hands, "file": file, "line": line, "rules": group, "note": note,
    });
    match first {
        First::Failed(failure) => object["text"] = json!(failure.text),
        First::Differs(difference) => {
            object["field"] = json!(difference.place);
            object["turn"] = json!(difference.turn);
            object["guess"] = json!(guess(difference));
            for (name, value) in [("expected", &difference.expected), ("found", &difference.found)] {
                if let Some(value) = value {
                    object[name] = value.clone();
                }
            }
        }
    }
    object
}

fn write_text(out: &mut impl Write, tally: &Tally) -> Result<()> {
    for finding in tally.findings() {
        write_finding(out, finding)?;
    }
    let all = tally.all();
    let rows = tally.groups().iter().map(|(name, counts)| (name.as_str(), *counts));
    let rows: Vec<(&str, Counts)> = rows.chain([("all", all)]).collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max("rule set".len());
    let columns: Vec<String> = COLUMNS.iter().map(|name| padded(name, name.len().max(6), false)).collect();
    writeln!(out, "{}  {}", padded("rule set", width, true), columns.join("  "))?;
    for (name, counts) in rows {
        let cells = numbers(&counts).into_iter().zip(COLUMNS);
        let cells: Vec<String> = cells
            .map(|(number, name)| padded(&number.to_string(), name.len().max(6), false))
            .collect();
        writeln!(out, "{}  {}", padded(name, width, true), cells.join("  "))?;
    }
    let (hands, kinds) = (all.hands(), tally.findings().len());
    Ok(writeln!(out, "suite {VERSION}: {} of {hands} hands agree; kinds of findings: {kinds}", all.agree)?)
}

fn write_finding(out: &mut impl Write, finding: &Finding) -> Result<()> {
    let Finding { kind, hands, file, line, group, note, first } = finding;
    let turn = match first {
        First::Differs(Difference { turn: Some(turn), .. }) => format!(", turn {turn}"),
        _ => String::new(),
    };
    writeln!(out, "{kind}: {hands} {}", if *hands == 1 { "hand" } else { "hands" })?;
    writeln!(out, "  first     {file} line {line}{turn}, rules {group}")?;
    match first {
        First::Failed(failure) => {
            writeln!(out, "  happened  {}", failure.text)?;
            writeln!(
                out,
                "  question  that line of the file which --out DIR writes; --transcript DIR keeps all lines"
            )?;
        }
        First::Differs(difference) => write_difference(out, difference)?,
    }
    if let Some(note) = note {
        writeln!(out, "  hand      {note}")?;
    }
    Ok(writeln!(out)?)
}

fn write_difference(out: &mut impl Write, difference: &Difference) -> Result<()> {
    let Difference { place, expected, found, .. } = difference;
    writeln!(out, "  field     {place}")?;
    writeln!(out, "  expected  {}", value(expected.as_ref()))?;
    writeln!(out, "  found     {}", value(found.as_ref()))?;
    if let Some(guess) = guess(difference) {
        writeln!(out, "  perhaps   {guess}")?;
    }
    Ok(())
}

/// A value in one short line; a list of actions without quotes.
fn value(value: Option<&Value>) -> String {
    let text = match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) if items.iter().all(Value::is_string) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            items.join(" | ")
        }
        Some(other) => other.to_string(),
    };
    short(&text, SHOWN)
}
