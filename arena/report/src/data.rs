//! The contents of a run directory for its report.

use std::fs;
use std::path::Path;

use super::metrics::Metrics;
use crate::error::ReportError;
use spariglio_agents::MatchEquity;
use spariglio_agents::equity::EQUITY_KIND;
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_arena::studies::ladder::{LADDER_KIND, LadderResult};
use spariglio_arena::tournaments::{TOURNAMENT_KIND, TournamentResult};
use spariglio_arena::{ArenaResult, Hands, Unit};
use spariglio_files::FileError;
use spariglio_files::json::read_value;
use spariglio_files::whole::{is_there, listed, read_if_there, read_text};
use spariglio_score::{SCORE_KIND, Score};

/// One arena's file.
#[derive(Clone, Debug)]
pub struct ArenaEntry {
    /// Name of the file without its extension.
    pub name: String,
    /// The contents of the file.
    pub result: ArenaResult,
}

/// The data of a report.
#[derive(Clone, Debug)]
pub struct RunData {
    /// Name of the run directory.
    pub name: String,
    /// The resolved configuration, as text.
    pub configuration: Option<String>,
    /// Arenas, the one with the most agents first, then by name.
    pub arenas: Vec<ArenaEntry>,
    /// The metrics.
    pub metrics: Metrics,
}

impl RunData {
    /// Reads the run in `dir`.
    ///
    /// # Errors
    /// The directory does not exist, it has neither arenas nor metrics, or a file is broken.
    pub fn load(dir: &Path) -> Result<RunData, FileError> {
        let name = fs::canonicalize(dir)
            .map_err(|source| FileError::io(dir, "find", source))?
            .file_name()
            .map_or("run".to_string(), |name| name.to_string_lossy().into_owned());
        let data = RunData {
            name,
            configuration: read_if_there(&dir.join("run.toml"))?,
            arenas: arenas(&dir.join("arena"))?,
            metrics: Metrics::load(dir)?,
        };
        if data.arenas.is_empty() && data.metrics.is_empty() {
            let message = "nothing to report: expected a run directory (arena/*.json or metrics.jsonl), a tournament (tournament.json) or results of ladders (ladder_*.json)";
            return Err(FileError::contents(dir, message));
        }
        Ok(data)
    }

    /// The arena with the most agents; `None` if there is no arena.
    #[must_use]
    pub fn main_arena(&self) -> Option<&ArenaResult> {
        self.arenas.first().map(|entry| &entry.result)
    }
}

/// Arena results in `dir`, the one with the most agents first. JSON files of other kinds are skipped.
fn arenas(dir: &Path) -> Result<Vec<ArenaEntry>, FileError> {
    if !is_there(dir)? {
        return Ok(Vec::new());
    }
    let mut arenas = Vec::new();
    for path in listed(dir, "", ".json")? {
        let value = json(&path)?;
        if value["kind"] == Hands::KIND {
            arenas.push(arena(&path, value)?);
        }
    }
    arenas.sort_by(|a, b| {
        let agents = |entry: &ArenaEntry| entry.result.head.agents.len();
        agents(b).cmp(&agents(a)).then_with(|| a.name.cmp(&b.name))
    });
    Ok(arenas)
}

/// A result that has its own page.
pub enum Found {
    /// An arena.
    Arena(Box<ArenaEntry>),
    /// A tournament.
    Tournament(Box<TournamentResult>),
    /// An arena of matches, with the name of its file.
    Matches(String, Box<MatchesResult>),
    /// A ladder, with the name of its file.
    Ladder(String, Box<LadderResult>),
    /// A table of match equity.
    Equity(Box<MatchEquity>),
    /// A score.
    Score(Box<Score>),
}

/// The files that a report can be made of.
const KINDS: &str = "the JSON of an arena, of matches, of a tournament, of a ladder, of match equity or a score";

/// Reads the file of an arena, of matches, of a tournament, of a ladder or of match equity.
///
/// # Errors
/// The file cannot be read, or is not a result of one of these kinds.
pub fn result(path: &Path) -> Result<Found, ReportError> {
    let value = json(path)?;
    if value["kind"] == LADDER_KIND {
        return Ok(Found::Ladder(stem(path), Box::new(LadderResult::from_value(path, value)?)));
    }
    if value["kind"] == EQUITY_KIND {
        let table = MatchEquity::load(path).map_err(|error| FileError::contents(path, error))?;
        return Ok(Found::Equity(Box::new(table)));
    }
    if value["kind"] == SCORE_KIND {
        return Ok(Found::Score(Box::new(Score::load(path)?)));
    }
    if value["kind"] == Hands::KIND {
        return Ok(Found::Arena(Box::new(arena(path, value)?)));
    }
    if value["kind"] == TOURNAMENT_KIND {
        return Ok(Found::Tournament(Box::new(TournamentResult::load(path)?)));
    }
    if value["kind"] == Matches::KIND {
        return Ok(Found::Matches(stem(path), Box::new(MatchesResult::from_value(path, value)?)));
    }
    let kind = value["kind"]
        .as_str()
        .map_or("JSON without a kind".to_owned(), |kind| format!("the kind `{kind}`"));
    Err(FileError::contents(path, format!("expected {KINDS}, found {kind}")).into())
}

fn json(path: &Path) -> Result<serde_json::Value, FileError> {
    let other = |description: &str| FileError::contents(path, format!("expected {KINDS}, found {description}"));
    match path.extension().and_then(|end| end.to_str()) {
        Some("toml") if is_there(path)? => return Err(other("a TOML file")),
        Some("parquet") if is_there(path)? => return Err(other("a Parquet file")),
        Some("jsonl" | "zst") if is_there(path)? => return Err(other("JSON Lines; `review` makes a page of records")),
        _ => {}
    }
    read_value(read_text(path)?).map_err(|error| other(&format!("no JSON: {error}")))
}

fn arena(path: &Path, value: serde_json::Value) -> Result<ArenaEntry, FileError> {
    let result = ArenaResult::from_value(path, value)?;
    let name = stem(path);
    Ok(ArenaEntry { name, result })
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
