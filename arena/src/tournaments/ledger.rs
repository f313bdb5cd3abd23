//! The folder of a tournament: its plan, one line per finished match, and the records.
//!
//! | file | contents |
//! |---|---|
//! | `plan.json` | the plan: one tournament per folder |
//! | `records/ID.jsonl` | the hands of a match, as `spariglio replay` reads them |
//! | `matches.jsonl` | one line per match, appended when its records are complete; sorted at the end |
//!
//! Invariant: a match with a line is never played again; a line cut off by a kill does not count.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::config::Plan;
use super::encounter::Played;
use super::match_report::{MatchReport, Slot};
use crate::deals::secret::Secret;
use crate::error::ArenaError;
use crate::error::wrong;
use spariglio_files::whole::{listed, make_folder, read_if_there, remove_temporaries, write_whole};
use spariglio_files::{FileError, Lock, json};

/// An open folder.
pub(super) struct Ledger {
    folder: PathBuf,
    secret: Option<Secret>,
    _lock: Lock,
    state: Mutex<State>,
}

struct State {
    /// Each match with its line number.
    matches: BTreeMap<Slot, (usize, MatchReport)>,
    file: File,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    /// Everything that decides the tournament.
    decides: Vec<String>,
    /// Present if programs take part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<Secret>,
}

impl Ledger {
    /// Opens or makes the folder of a tournament; fails if another process has it open. Removes records without a line:
    /// their encounter is played again, and a program might read them.
    pub(super) fn open(folder: &Path, plan: &Plan) -> Result<Ledger, ArenaError> {
        make_folder(folder)?;
        let lock = Lock::take(&folder.join("lock"))?;
        remove_temporaries(folder)?;
        let secret = check_plan(&folder.join("plan.json"), plan)?;
        let path = folder.join("matches.jsonl");
        let text = read_if_there(&path)?.unwrap_or_default();
        let mut matches = BTreeMap::new();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else { break };
            let report: MatchReport =
                json::read(line).map_err(|error| wrong(&path, format!("line {}: {error}", number + 1)))?;
            check_report(folder, plan, &report)
                .map_err(|message| wrong(&path, format!("line {}: {message}", number + 1)))?;
            if let Some((other, _)) = matches.insert(report.slot, (number + 1, report)) {
                let message =
                    format!("line {}: slot: line {other} has the same, expected one line per match", number + 1);
                return Err(wrong(&path, message));
            }
        }
        for (number, (line, _)) in matches.values_mut().enumerate() {
            *line = number + 1;
        }
        remove_others(folder, &matches)?;
        write_whole(&path, lines(&matches))?;
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(|source| FileError::io(&path, "open", source))?;
        Ok(Ledger {
            folder: folder.to_path_buf(),
            secret,
            _lock: lock,
            state: Mutex::new(State { matches, file }),
        })
    }

    /// The match at `slot` if it is finished. Fails if other teams played it.
    pub(super) fn get(&self, slot: Slot, teams: [usize; 2]) -> Result<Option<MatchReport>, ArenaError> {
        let state = self.state.lock().expect("no worker panicked");
        let Some((line, report)) = state.matches.get(&slot) else {
            return Ok(None);
        };
        if report.teams == teams {
            return Ok(Some(report.clone()));
        }
        let message = format!("line {line}: teams: found {:?}, expected {teams:?}", report.teams);
        Err(wrong(&self.folder.join("matches.jsonl"), message))
    }

    /// Number of finished matches.
    pub(super) fn len(&self) -> usize {
        self.state.lock().expect("no worker panicked").matches.len()
    }

    /// The secret of the agents' seeds, if programs take part.
    pub(super) fn secret(&self) -> Option<Secret> {
        self.secret
    }

    /// Saves the matches of a finished encounter, their records first. Writes nothing before its end, because its
    /// second match has the deals of the first.
    pub(super) fn push(&self, encounter: &[Played]) -> Result<(), ArenaError> {
        for played in encounter {
            let records = records(&self.folder, played.report.slot);
            write_whole(&records, &(played.records.join("\n") + "\n"))?;
        }
        let lines: String = encounter.iter().map(|played| line(&played.report)).collect();
        let mut state = self.state.lock().expect("no worker panicked");
        let written = state.file.write_all(lines.as_bytes()).and_then(|()| state.file.sync_data());
        written.map_err(|source| FileError::io(&self.folder.join("matches.jsonl"), "write", source))?;
        for Played { report, .. } in encounter {
            let number = state.matches.len() + 1;
            state.matches.insert(report.slot, (number, report.clone()));
        }
        Ok(())
    }

    /// Writes the lines in the tournament's order.
    pub(super) fn close(self) -> Result<(), ArenaError> {
        let state = self.state.into_inner().expect("no worker panicked");
        Ok(write_whole(&self.folder.join("matches.jsonl"), lines(&state.matches))?)
    }
}

/// Removes the records of matches without a line.
fn remove_others(folder: &Path, matches: &BTreeMap<Slot, (usize, MatchReport)>) -> Result<(), ArenaError> {
    let folder = folder.join("records");
    if !folder.is_dir() {
        return Ok(());
    }
    for path in listed(&folder, "", ".jsonl")? {
        let is_kept = |slot: &Slot| path.file_stem().is_some_and(|name| name == slot.id().as_str());
        if !matches.keys().any(is_kept) {
            std::fs::remove_file(&path).map_err(|source| FileError::io(&path, "remove", source))?;
        }
    }
    Ok(())
}

/// Writes the plan if there is none, else compares it with the file. Returns the secret of the tournament.
fn check_plan(path: &Path, plan: &Plan) -> Result<Option<Secret>, ArenaError> {
    let ours = PlanFile {
        decides: plan.decides.clone(),
        secret: plan.secret.or_else(|| plan.has_program().then(Secret::random)),
    };
    let Some(text) = read_if_there(path)? else {
        let text = serde_json::to_string(&ours).map_err(|error| wrong(path, error))?;
        write_whole(path, text + "\n")?;
        return Ok(ours.secret);
    };
    let found: PlanFile = json::read(text).map_err(|error| wrong(path, error))?;
    if found.decides == ours.decides {
        return Ok(found.secret);
    }
    let differing = found.decides.iter().zip(&ours.decides).find(|(found, ours)| found != ours);
    let difference = match differing {
        Some((found, ours)) => format!("`{found}`, expected `{ours}`"),
        None => format!("{} lines, expected {}", found.decides.len(), ours.decides.len()),
    };
    Err(wrong(path, format!("the folder holds another tournament: {difference}")))
}

/// Checks a line against plan and folder.
fn check_report(folder: &Path, plan: &Plan, report: &MatchReport) -> Result<(), String> {
    let MatchReport { slot, teams, names, .. } = report;
    if slot.stage >= plan.stages.len() {
        let stages = plan.stages.len();
        return Err(format!("slot.stage: found {}, expected less than {stages}", slot.stage));
    }
    if teams[0] == teams[1] || teams.iter().any(|&team| team >= plan.teams.len()) {
        let most = plan.teams.len();
        return Err(format!("teams: found {teams:?}, expected two numbers less than {most}"));
    }
    let expected = teams.map(|team| plan.teams[team].0.as_str());
    if names != &expected {
        return Err(format!("names: found {names:?}, expected {expected:?}"));
    }
    let path = records(folder, *slot);
    if !path.is_file() {
        return Err(format!("slot: found no records of it, expected the file {}", path.display()));
    }
    Ok(())
}

/// The file of a match's records.
fn records(folder: &Path, slot: Slot) -> PathBuf {
    folder.join("records").join(format!("{}.jsonl", slot.id()))
}

fn line(report: &MatchReport) -> String {
    serde_json::to_string(report).expect("a report has text keys and whole numbers") + "\n"
}

fn lines(matches: &BTreeMap<Slot, (usize, MatchReport)>) -> String {
    matches.values().map(|(_, report)| line(report)).collect()
}
