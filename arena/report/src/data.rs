//! The contents of a run directory for its report.

use std::fs;
use std::path::Path;

use super::metrics::Metrics;
use spariglio_arena::contests::{ARENA_KIND, ArenaResult};
use spariglio_arena::matches::arena::{MATCHES_KIND, MatchesResult};
use spariglio_arena::tournaments::{TOURNAMENT_KIND, TournamentResult};
use spariglio_files::FileError;
use spariglio_files::whole::{is_there, listed, read_if_there, read_text};

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
            let message = "nothing to report: expected a run directory (arena/*.json or metrics.jsonl) or a tournament (tournament.json)".to_string();
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
        if value["kind"] == ARENA_KIND {
            arenas.push(arena(&path, value)?);
        }
    }
    arenas.sort_by(|a, b| {
        let agents = |entry: &ArenaEntry| entry.result.agents.len();
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
}

/// Reads the file of an arena, of matches or of a tournament.
///
/// # Errors
/// The file cannot be read, or is not a result of one of these kinds.
pub fn result(path: &Path) -> Result<Found, FileError> {
    let value = json(path)?;
    if value["kind"] == ARENA_KIND {
        return Ok(Found::Arena(Box::new(arena(path, value)?)));
    }
    if value["kind"] == TOURNAMENT_KIND {
        return Ok(Found::Tournament(Box::new(TournamentResult::load(path)?)));
    }
    if value["kind"] == MATCHES_KIND {
        return Ok(Found::Matches(stem(path), Box::new(MatchesResult::from_value(path, value)?)));
    }
    let message = format!("expected a result (kind {ARENA_KIND}, {MATCHES_KIND} or {TOURNAMENT_KIND})");
    Err(FileError::contents(path, message))
}

fn json(path: &Path) -> Result<serde_json::Value, FileError> {
    spariglio_files::json::read_value(read_text(path)?)
        .map_err(|error| FileError::contents(path, format!("not JSON: {error}")))
}

fn arena(path: &Path, value: serde_json::Value) -> Result<ArenaEntry, FileError> {
    let result = ArenaResult::from_value(path, value)?;
    let name = stem(path);
    Ok(ArenaEntry { name, result })
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
