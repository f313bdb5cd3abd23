//! The report of a run directory: one page that needs nothing but itself, and its pictures as files.
//!
//! Reads `arena/*.json` (results of [`crate::contest`]) and `metrics.jsonl`; writes
//! `report/*.svg`, `report/*.png` and `report.html`. What a run does not have yet is left out.

mod data;
mod metrics;
mod page;
mod pairs;
mod picture;
mod shade;

use std::path::{Path, PathBuf};

pub use data::RunData;
pub use metrics::{Evaluation, Gate, Metrics, TrainStep};

use crate::error::ArenaError;
use crate::files::write_whole;

/// Writes the report of the run in `dir` and returns the page's path.
///
/// # Errors
/// No such directory, nothing in it to report, a file that is broken, a page that cannot be written.
pub fn write(dir: &Path) -> Result<PathBuf, ArenaError> {
    let data = RunData::load(dir)?;
    let pictures = picture::all(&data);
    let folder = dir.join("report");
    for picture in &pictures {
        picture.write(&folder)?;
    }
    let path = dir.join("report.html");
    write_whole(&path, page::html(&data, &pictures))?;
    Ok(path)
}
