//! The folder of a tournament: its plan, one line per finished match, and the records.
//!
//! | file | contents |
//! |---|---|
//! | `plan.json` | the plan: one tournament per folder |
//! | `records/ID.jsonl` | the hands of a match, as `spariglio replay` reads them |
//! | `matches.jsonl` | one line per match, appended when its records are complete; sorted at the end |
//!
//! Invariant: a match with a line is never played again; a line cut off by a kill does not count. A line agrees with its
//! records.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::config::Plan;
use super::encounter::{Games, Played};
use super::frame::Encounter;
use super::match_report::{MatchReport, Slot};
use super::replay::{self, records};
use super::stage::StageResult;
use crate::deals::unforeseen::random_secret;
use crate::error::ArenaError;
use crate::error::wrong;
use spariglio_agents::draws::Secret;
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
            if let Some((other, _)) = matches.insert(report.slot, (number + 1, report)) {
                let message =
                    format!("line {}: slot: line {other} has the same, expected one line per match", number + 1);
                return Err(wrong(&path, message));
            }
        }
        check_reports(folder, plan, &matches)?;
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

    /// The match at `slot` of an encounter if it is finished. Fails if other teams played it, or another dealt first.
    pub(super) fn get(&self, slot: Slot, encounter: &Encounter) -> Result<Option<MatchReport>, ArenaError> {
        let state = self.state.lock().expect("no worker panicked");
        let Some((line, report)) = state.matches.get(&slot) else {
            return Ok(None);
        };
        let teams = encounter.seated(slot.play);
        let difference = if report.teams != teams {
            format!("teams: found {:?}, must be {teams:?}", report.teams)
        } else if report.dealer % 2 != encounter.dealer {
            format!("dealer: found {}, must be a seat of side {}", report.dealer, encounter.dealer)
        } else {
            return Ok(Some(report.clone()));
        };
        Err(wrong(&self.path(), format!("line {line}: {difference}")))
    }

    fn path(&self) -> PathBuf {
        self.folder.join("matches.jsonl")
    }

    /// Whether the match at `slot` is finished.
    pub(super) fn has(&self, slot: Slot) -> bool {
        self.state.lock().expect("no worker panicked").matches.contains_key(&slot)
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
        written.map_err(|source| FileError::io(&self.path(), "write", source))?;
        for Played { report, .. } in encounter {
            let number = state.matches.len() + 1;
            state.matches.insert(report.slot, (number, report.clone()));
        }
        Ok(())
    }

    /// Writes the lines in the tournament's order. Fails if there are others than those of its `stages`.
    pub(super) fn close(self, stages: &[StageResult]) -> Result<(), ArenaError> {
        let path = self.path();
        let state = self.state.into_inner().expect("no worker panicked");
        let played = stages.iter().flat_map(|stage| &stage.matches);
        let slots: BTreeSet<Slot> = played.map(|report| report.slot).collect();
        if let Some((slot, (line, _))) = state.matches.iter().find(|(slot, _)| !slots.contains(slot)) {
            let message = format!("line {line}: slot: found {}, which is no match of this tournament", slot.id());
            return Err(wrong(&path, message));
        }
        Ok(write_whole(&path, lines(&state.matches))?)
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
        secret: plan.secret.or_else(|| plan.has_program().then(random_secret)),
    };
    let Some(text) = read_if_there(path)? else {
        let text = serde_json::to_string(&ours).map_err(|error| wrong(path, error))?;
        write_whole(path, text + "\n")?;
        return Ok(ours.secret);
    };
    let stored: PlanFile = json::read(text).map_err(|error| wrong(path, error))?;
    let differing = stored.decides.iter().zip(&ours.decides).find(|(stored, ours)| stored != ours);
    let difference = match differing {
        Some((stored, ours)) => format!("`{stored}`, expected `{ours}`"),
        None if stored.decides.len() != ours.decides.len() => {
            format!("{} lines, expected {}", stored.decides.len(), ours.decides.len())
        }
        None if plan.secret.is_some() && stored.secret != plan.secret => "another secret".to_owned(),
        None => return Ok(stored.secret),
    };
    Err(wrong(path, format!("the folder holds another tournament: {difference}")))
}

/// Checks the lines against plan and records.
fn check_reports(folder: &Path, plan: &Plan, matches: &BTreeMap<Slot, (usize, MatchReport)>) -> Result<(), ArenaError> {
    let games: Vec<Games> = plan
        .frame
        .stages
        .iter()
        .map(|stage| Games::new(&plan.frame, stage))
        .collect::<Result<_, _>>()?;
    let wrong_line =
        |line: usize, message: String| wrong(&folder.join("matches.jsonl"), format!("line {line}: {message}"));
    for (line, report) in matches.values() {
        plan.frame.check(report).map_err(|message| wrong_line(*line, message))?;
    }
    for (line, report) in matches.values() {
        let check = || {
            let slots = (0..report.slot.play).map(|play| Slot { play, ..report.slot });
            let earlier: Vec<MatchReport> = slots.filter_map(|slot| Some(matches.get(&slot)?.1.clone())).collect();
            if earlier.len() < report.slot.play {
                return Err(format!("slot.play: found {}, but no line of the match before it", report.slot.play));
            }
            replay::check(folder, &plan.frame, &games[report.slot.stage], report, &earlier)
        };
        check().map_err(|message| wrong_line(*line, message))?;
    }
    Ok(())
}

fn line(report: &MatchReport) -> String {
    report.to_line() + "\n"
}

fn lines(matches: &BTreeMap<Slot, (usize, MatchReport)>) -> String {
    matches.values().map(|(_, report)| line(report)).collect()
}
