//! The report of a run directory: one page that needs nothing but itself, and its pictures as files.
//!
//! Reads `arena/*.json` (results of [`mod@crate::round_robin`]) and `metrics.jsonl`; writes
//! `report/*.svg` and `report.html`. What a run does not have yet is left out.

mod data;
mod metrics;
mod page;
mod picture;

use std::fs;
use std::path::{Path, PathBuf};

pub use data::RunData;
pub use metrics::{Evaluation, Gate, Metrics, TrainStep};
pub use picture::Picture;

use crate::error::ArenaError;

/// Writes the report of the run in `dir` and returns the page's path.
///
/// # Errors
/// No such directory, nothing in it to report, a file that is broken, a page that cannot be written.
pub fn write(dir: &Path) -> Result<PathBuf, ArenaError> {
    let data = RunData::load(dir)?;
    let pictures = picture::all(&data)?;
    let folder = dir.join("report");
    fs::create_dir_all(&folder).map_err(|source| ArenaError::Io {
        path: folder.clone(),
        source,
    })?;
    for picture in &pictures {
        put(&folder.join(format!("{}.svg", picture.name)), &picture.svg)?;
    }
    let path = dir.join("report.html");
    put(&path, &page::html(&data, &pictures))?;
    Ok(path)
}

/// Writes under a temporary name, then renames: what has its final name is whole.
fn put(path: &Path, text: &str) -> Result<(), ArenaError> {
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, text)
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(|source| {
            // The first error is the one worth telling.
            let _ = fs::remove_file(&temporary);
            ArenaError::Io {
                path: path.to_path_buf(),
                source,
            }
        })
}
