//! Reports: one page that needs nothing but itself, the same figures as Markdown, and the pictures as files.
//!
//! Of a run directory: `arena/*.json` (results of [`spariglio_arena::contests`]) and `metrics.jsonl`; of an arena or a tournament: its
//! result's file; of a tournament's folder: `tournament.json`.
//! Writes `report.html`, `report.md`, `report/*.svg` and `report/*.png`. What is missing is left out.

#![forbid(unsafe_code)]

pub mod arena;
pub mod cards;
mod data;
pub mod equity;
mod error;
pub mod exploitability;
pub mod figures;
mod known_deals;
pub mod ladder;
mod language;
pub mod learning;
pub mod matches;
mod metrics;
mod offences;
mod page;
pub mod picture;
pub mod review;
mod run;
mod shade;
pub mod tournament;
pub mod tuning;

use std::path::{Path, PathBuf};

pub use data::RunData;
pub use error::ReportError;
pub use language::Language;
pub use metrics::Metrics;

use crate::picture::Picture;
use data::Found;
use page::Page;
use spariglio_files::whole::{is_there, write_whole};

/// Folder of the pictures, beside the page.
const PICTURES: &str = "report";

/// Writes the report of `source`, a run directory, a tournament's folder or a result, into the folder `out` and returns the page's path.
/// Without `out` it is the directory itself, or for a result's file a folder of its name without the end.
///
/// # Errors
/// No such file or directory, nothing in it to report, a file that is broken, a page that cannot be written.
pub fn write(source: &Path, out: Option<&Path>) -> Result<PathBuf, ReportError> {
    if source.is_dir() {
        let table = source.join("tournament.json");
        let page = match is_there(&table)? {
            true => result_page(&table)?,
            false => run::page(&RunData::load(source)?),
        };
        write_page(&page, out.unwrap_or(source))
    } else {
        write_page(&result_page(source)?, out.unwrap_or(&source.with_extension("")))
    }
}

fn result_page(path: &Path) -> Result<Page, ReportError> {
    Ok(match data::result(path)? {
        Found::Arena(entry) => arena::page(&entry.name, &entry.result),
        Found::Tournament(result) => tournament::page(&result),
        Found::Matches(name, result) => matches::page(&name, &result),
    })
}

fn write_page(page: &Page, folder: &Path) -> Result<PathBuf, ReportError> {
    let pictures: Vec<&Picture> = page.pictures().collect();
    for picture in pictures {
        picture.write(&folder.join(PICTURES))?;
    }
    write_whole(&folder.join("report.md"), page::markdown::text(page, Some(PICTURES)))?;
    let path = folder.join("report.html");
    write_whole(&path, page::html::text(page, true))?;
    Ok(path)
}
