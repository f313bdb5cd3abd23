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
/// The record has fewer actions, the hand is over and no decision is due, or the seat to act has unknown cards.
pub fn position(record: &HandRecord, ply: usize, partners_open: bool) -> Result<Hand<'_>> {
    let turns = record.turns.len();
    ensure!(ply <= turns, "--ply {ply}: expected at most {turns}, the actions of the record");
    let actions = record.turns[..ply].iter().map(|turn| turn.action);
    let hand = Hand::after(record.game(), record.deal(), actions, partners_open)?;
    ensure!(
        !hand.is_over(),
        "the hand is over after {ply} actions: expected a position with a decision, such as --ply {}",
        ply.saturating_sub(1)
    );
    record.check_view(&hand.view())?;
    Ok(hand)
}

/// The name of a file of records in messages and results; `-` is standard input.
pub fn name(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    }
}
