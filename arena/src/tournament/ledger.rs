//! The folder of a tournament: the plan's fingerprint, a line for each match that is over, and its records.
//!
//! | file | what |
//! |---|---|
//! | `plan.json` | the plan's fingerprint: a folder holds one tournament |
//! | `records/ID.jsonl` | the hands of a match, as `spariglio replay` reads them |
//! | `matches.jsonl` | one line a match, appended when its records are whole; in the tournament's order at its end |
//!
//! Invariant: a match whose line is there is never played again; a line that a kill cut off is no line.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::config::Plan;
use super::encounter::Played;
use super::report::{MatchReport, Slot};
use crate::error::ArenaError;
use crate::files::{read_if_there, write_whole, wrong};

/// An open folder.
pub(super) struct Ledger {
    folder: PathBuf,
    state: Mutex<State>,
}

struct State {
    matches: BTreeMap<Slot, MatchReport>,
    file: File,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    name: String,
    fingerprint: String,
}

impl Ledger {
    /// Opens or makes the folder of a tournament.
    pub(super) fn open(folder: &Path, plan: &Plan) -> Result<Ledger, ArenaError> {
        check_plan(&folder.join("plan.json"), plan)?;
        let path = folder.join("matches.jsonl");
        let text = read_if_there(&path)?.unwrap_or_default();
        let mut matches = BTreeMap::new();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else { break };
            let report: MatchReport =
                serde_json::from_str(line).map_err(|error| wrong(&path, format!("line {}: {error}", number + 1)))?;
            matches.insert(report.slot, report);
        }
        write_whole(&path, lines(&matches))?;
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(|source| ArenaError::Io { path, source })?;
        Ok(Ledger {
            folder: folder.to_path_buf(),
            state: Mutex::new(State { matches, file }),
        })
    }

    /// The match of a place, where it is over.
    pub(super) fn get(&self, slot: Slot) -> Option<MatchReport> {
        let state = self.state.lock().expect("no worker panicked");
        state.matches.get(&slot).cloned()
    }

    /// How many matches are over.
    pub(super) fn len(&self) -> usize {
        self.state.lock().expect("no worker panicked").matches.len()
    }

    /// Keeps a match: its records first.
    pub(super) fn push(&self, played: &Played) -> Result<(), ArenaError> {
        let records = self
            .folder
            .join("records")
            .join(format!("{}.jsonl", played.report.slot.id()));
        write_whole(&records, &(played.records.join("\n") + "\n"))?;
        let line = line(&played.report);
        let mut state = self.state.lock().expect("no worker panicked");
        let written = state
            .file
            .write_all(line.as_bytes())
            .and_then(|()| state.file.sync_data());
        written.map_err(|source| ArenaError::Io {
            path: self.folder.join("matches.jsonl"),
            source,
        })?;
        state.matches.insert(played.report.slot, played.report.clone());
        Ok(())
    }

    /// Writes the lines in the tournament's order.
    pub(super) fn close(self) -> Result<(), ArenaError> {
        let state = self.state.into_inner().expect("no worker panicked");
        write_whole(&self.folder.join("matches.jsonl"), lines(&state.matches))
    }
}

fn check_plan(path: &Path, plan: &Plan) -> Result<(), ArenaError> {
    let ours = PlanFile {
        name: plan.name.clone(),
        fingerprint: plan.fingerprint.clone(),
    };
    let Some(text) = read_if_there(path)? else {
        let text = serde_json::to_string(&ours).map_err(|error| wrong(path, error))?;
        return write_whole(path, &(text + "\n"));
    };
    let found: PlanFile = serde_json::from_str(&text).map_err(|error| wrong(path, error))?;
    if found.fingerprint == ours.fingerprint {
        return Ok(());
    }
    Err(wrong(
        path,
        format!(
            "the folder holds the tournament \"{}\" with fingerprint {}, expected \"{}\" with {}",
            found.name, found.fingerprint, ours.name, ours.fingerprint
        ),
    ))
}

fn line(report: &MatchReport) -> String {
    serde_json::to_string(report).expect("a report has text keys and whole numbers") + "\n"
}

fn lines(matches: &BTreeMap<Slot, MatchReport>) -> String {
    matches.values().map(line).collect()
}
