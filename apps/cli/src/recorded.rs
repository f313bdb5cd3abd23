//! A recorded position: the record of one line of a file, and the hand after some of its actions.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use spariglio_agents::Hand;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_files::records::{open, read_line};

/// The record on a line of a file, counted from 1, with every field checked by `replayer`. Earlier lines are read too, as
/// they give the match score before it; their errors are ignored.
///
/// # Errors
/// The file cannot be read or has no such line, or the record is wrong.
pub fn one_record(file: &Path, line: u64, mut replayer: Replayer) -> Result<HandRecord> {
    let unreadable = || format!("{}: cannot read the records", file.display());
    let mut source = open(file).with_context(unreadable)?;
    let mut bytes = Vec::new();
    loop {
        if !read_line(source.as_mut(), &mut bytes).with_context(unreadable)? {
            let lines = replayer.lines();
            ensure!(lines > 0, "{}: expected records, found none", file.display());
            bail!("--line {line}: expected at most {lines}, the number of lines of {}", file.display());
        }
        let record = replayer.feed(&bytes);
        if replayer.lines() as u64 == line {
            return record.map_err(|error| error.with_file(file.display().to_string()).into());
        }
    }
}

/// The hand after the first `ply` actions of a record. If `partners_open`, partners see each other's hand cards.
///
/// # Errors
/// The record has fewer decisions, or the seat to act has unknown cards.
pub fn position(record: &HandRecord, ply: usize, partners_open: bool) -> Result<Hand<'_>> {
    let last = last_decision(record)?;
    ensure!(ply <= last, "--ply {ply}: expected at most {last}, the last decision of the record");
    let hand = after(record, ply, partners_open)?;
    record.check_view(&hand.view())?;
    Ok(hand)
}

/// The place of the last decision: the end of the record, or the last turn of a finished hand.
///
/// # Errors
/// An action is not legal.
pub fn last_decision(record: &HandRecord) -> Result<usize> {
    let turns = record.turns.len();
    let is_over = after(record, turns, false)?.is_over();
    Ok(turns.saturating_sub(usize::from(is_over)))
}

fn after(record: &HandRecord, ply: usize, partners_open: bool) -> Result<Hand<'_>> {
    let actions = record.turns[..ply].iter().map(|turn| turn.action);
    Ok(Hand::after(record.game(), record.deal(), actions, partners_open)?)
}

/// The name of a file of records in messages and results; `-` is standard input.
pub fn name(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    }
}
