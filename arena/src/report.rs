//! Reports: one page that needs nothing but itself, the same figures as Markdown, and the pictures as files.
//!
//! Of a run directory: `arena/*.json` (results of [`crate::contest`]) and `metrics.jsonl`; of an arena: its result's file.
//! Writes `report.html`, `report.md`, `report/*.svg` and `report/*.png`. What is missing is left out.

mod arena;
mod data;
mod figures;
mod learning;
mod metrics;
mod page;
mod run;
mod shade;

use std::path::{Path, PathBuf};

pub use data::RunData;
pub use metrics::{Evaluation, Gate, Metrics, TrainStep};

use crate::error::ArenaError;
use crate::files::write_whole;
use crate::picture::Picture;
use page::Page;

/// Folder of the pictures, beside the page.
const PICTURES: &str = "report";

/// Writes the report of `source`, a run directory or an arena's result, into the folder `out` and returns the page's path.
/// Without `out` it is the run directory itself, or for a result's file a folder of its name without the end.
///
/// # Errors
/// No such file or directory, nothing in it to report, a file that is broken, a page that cannot be written.
pub fn write(source: &Path, out: Option<&Path>) -> Result<PathBuf, ArenaError> {
    let (page, beside) = if source.is_dir() {
        (run::page(&RunData::load(source)?), source.to_path_buf())
    } else {
        let entry = data::result(source)?;
        (arena::page(&entry.name, &entry.result), source.with_extension(""))
    };
    write_page(&page, out.unwrap_or(&beside))
}

fn write_page(page: &Page, folder: &Path) -> Result<PathBuf, ArenaError> {
    let pictures: Vec<&Picture> = page.pictures().collect();
    for picture in pictures {
        picture.write(&folder.join(PICTURES))?;
    }
    write_whole(&folder.join("report.md"), page::markdown::text(page, PICTURES))?;
    let path = folder.join("report.html");
    write_whole(&path, page::html::text(page))?;
    Ok(path)
}
