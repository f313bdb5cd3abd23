//! The contents of a run directory for its report.

use std::fs;
use std::path::Path;

use super::metrics::Metrics;
use spariglio_arena::{ArenaResult, Hands, Unit};
use spariglio_files::FileError;
use spariglio_files::json::read_value;
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
            let rows = if is_there(&dir.join("data"))? {
                "rows only: "
            } else {
                ""
            };
            let message = format!(
                "{rows}nothing to report: expected a run directory (arena/*.json or metrics.jsonl), a tournament (tournament.json), a pool (pool.json) or results of ladders (ladder_*.json)"
            );
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
            arenas.push(ArenaEntry { name: stem(&path), result: ArenaResult::from_value(&path, value)? });
        }
    }
    arenas.sort_by(|a, b| {
        let agents = |entry: &ArenaEntry| entry.result.head.agents.len();
        agents(b).cmp(&agents(a)).then_with(|| a.name.cmp(&b.name))
    });
    Ok(arenas)
}

/// The files that a report can be made of.
const KINDS: &str = "the JSON of an arena, of matches, of a tournament, of a ladder, of match equity or a score";

/// The error of a file of another kind.
pub fn other(path: &Path, description: &str) -> FileError {
    FileError::contents(path, format!("expected {KINDS}, found {description}"))
}

/// The contents of a JSON file.
///
/// # Errors
/// The file cannot be read, or is no JSON.
pub fn json(path: &Path) -> Result<serde_json::Value, FileError> {
    let other = |description: &str| other(path, description);
    match path.extension().and_then(|end| end.to_str()) {
        Some("toml") if is_there(path)? => return Err(other("a TOML file")),
        Some("parquet") if is_there(path)? => return Err(other("a Parquet file")),
        Some("csv" | "tex") if is_there(path)? => return Err(other("a table; give the .json of its result")),
        Some("jsonl" | "zst") if is_there(path)? => return Err(other("JSON Lines; `review` makes a page of records")),
        _ => {}
    }
    read_value(read_text(path)?).map_err(|error| other(&format!("no JSON: {error}")))
}

/// The name of a file without its end.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
