//! The file that names a run's best network: `nets/best.json`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::run_dir::net_folder;
use crate::whole::{FileError, read_if_there, write_whole};

/// The contents of `nets/best.json`.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// The generation of the best network.
    pub generation: u32,
    /// Its folder, relative to the run directory.
    pub path: PathBuf,
}

impl Best {
    /// The file that names the best network of the run in `root`.
    #[must_use]
    pub fn file(root: &Path) -> PathBuf {
        root.join("nets").join("best.json")
    }
}

/// Names the best network of the run in `root`. Leaves the file alone if it does so already.
///
/// # Errors
/// The file cannot be read or written.
///
/// # Panics
/// Never: the name has a JSON form.
pub fn write_best(root: &Path, generation: u32) -> Result<(), FileError> {
    let (file, path) = (Best::file(root), net_folder(Path::new(""), generation));
    let text = serde_json::to_string(&Best { generation, path }).expect("a name has a JSON form") + "\n";
    if read_if_there(&file)?.is_some_and(|found| found == text) {
        return Ok(());
    }
    write_whole(&file, text)
}
