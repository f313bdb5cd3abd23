//! Reports: one self-contained page, the same figures as Markdown, and the pictures as files.
//!
//! A run directory is read from `arena/*.json` (results of [`spariglio_arena::contests`]) and `metrics.jsonl`; an arena
//! or a tournament from its result's file; a tournament's folder from `tournament.json`; ladders from `ladder_*.json`, one
//! or a folder of them; a pool from its folder; match equity or a score from its file.
//! Writes `report.html`, `report.md`, and in `report/` the pictures (SVG, PDF, PNG) and what a paper takes (CSV, LaTeX,
//! BibTeX). Sections without data are left out.

#![forbid(unsafe_code)]

pub mod arena;
pub mod cards;
mod data;
pub mod equity;
mod error;
pub mod exploitability;
pub mod figures;
pub mod history;
pub mod ladder;
pub mod learning;
pub mod matches;
mod metrics;
mod page;
pub mod paper;
pub mod picture;
pub mod review;
mod run;
pub mod score;
mod shade;
pub mod tournament;
mod verdict;
mod words;

use std::path::{Path, PathBuf};

pub use data::RunData;
pub use error::ReportError;
pub use metrics::Metrics;
pub use spariglio_text::Language;

use page::Page;
pub use page::text::{padded, width};
use spariglio_agents::MatchEquity;
use spariglio_agents::equity::EQUITY_KIND;
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_arena::studies::ladder::{LADDER_KIND, LadderResult};
use spariglio_arena::tournaments::{TOURNAMENT_KIND, TournamentResult};
use spariglio_arena::{ArenaResult, Hands, Unit};
use spariglio_files::whole::{is_there, remove_temporaries, remove_temporaries_of, write_whole};
use spariglio_files::{FileError, Lock};
use spariglio_score::{SCORE_KIND, Score};

/// Folder of the pictures, beside the page.
const PICTURES: &str = "report";

/// Writes the report of `source` (a run directory, a tournament's folder, a pool, a folder of
/// ladders or a result) to the folder `out` and returns
/// the path of the page. If `out` is `None`, it is the directory itself or, if `source` is a result's file, a folder of
/// its name without the extension.
///
/// # Errors
/// `source` does not exist, has nothing to report or is broken, or the page cannot be written.
pub fn write(source: &Path, out: Option<&Path>) -> Result<PathBuf, ReportError> {
    if source.is_dir() {
        let table = source.join("tournament.json");
        let page = if is_there(&table)? {
            result_page(&table)?
        } else if let Some(page) = history::of_folder(source)? {
            page
        } else if let ladders @ [_, ..] = &ladder::all(source)?[..] {
            ladder::page(&name(source), ladders)
        } else {
            run::page(&RunData::load(source)?)
        };
        write_page(&page, out.unwrap_or(source))
    } else {
        write_page(&result_page(source)?, out.unwrap_or(&source.with_extension("")))
    }
}

/// The name of a folder.
fn name(folder: &Path) -> String {
    let name = folder.canonicalize().ok();
    let name = name.as_deref().and_then(Path::file_name);
    name.map_or("results".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn result_page(path: &Path) -> Result<Page, ReportError> {
    let (name, value) = (data::stem(path), data::json(path)?);
    Ok(match value["kind"].as_str() {
        Some(Hands::KIND) => arena::page(&name, &ArenaResult::from_value(path, value)?),
        Some(Matches::KIND) => matches::page(&name, &MatchesResult::from_value(path, value)?),
        Some(LADDER_KIND) => ladder::page(&name, &[LadderResult::from_value(path, value)?]),
        Some(TOURNAMENT_KIND) => tournament::page(&TournamentResult::load(path)?),
        Some(SCORE_KIND) => score::page(&Score::load(path)?),
        Some(EQUITY_KIND) => equity::page(&MatchEquity::load(path).map_err(|error| FileError::contents(path, error))?),
        Some(kind) => return Err(data::other(path, &format!("the kind `{kind}`")).into()),
        None => return Err(data::other(path, "JSON without a kind").into()),
    })
}

/// Writes a page, and removes what a killed process has left of it. The lock keeps other processes from doing so
/// meanwhile.
fn write_page(page: &Page, folder: &Path) -> Result<PathBuf, ReportError> {
    let pictures = folder.join(PICTURES);
    let [text, path] = ["report.md", "report.html"].map(|name| folder.join(name));
    let _lock = Lock::of_file(&path)?;
    if is_there(&pictures)? {
        remove_temporaries(&pictures)?;
    }
    remove_temporaries_of(&text)?;
    for picture in page.pictures() {
        picture.write(&pictures)?;
    }
    for (name, text) in paper::files(page) {
        write_whole(&pictures.join(name), text)?;
    }
    write_whole(&text, page::markdown::text(page, Some(PICTURES)))?;
    write_whole(&path, page::html::text(page, true))?;
    Ok(path)
}

/// The example of the page for Rust, compiled and run as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/how-to/rust.md")]
pub struct ForRust;
