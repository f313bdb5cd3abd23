//! The file that names a run's best network: `nets/best.json`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::portable;
use crate::run_dir::net_folder;
use crate::whole::{FileError, read_if_there, write_whole};

/// How the best network was found.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Choice {
    /// It has the largest mean of all evaluations.
    Evaluation,
    /// It passed the gate, or stayed the best one there.
    Gate,
    /// It is the newest one: there is no evaluation, or the gate has not judged yet.
    Newest,
}

/// The contents of `nets/best.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// The generation of the best network.
    pub generation: u32,
    /// Its folder, relative to the run directory.
    pub path: PathBuf,
    /// How it was found.
    pub by: Choice,
    /// Mean of its evaluation over the opponents, points per hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

impl Best {
    /// The file that names the best network of the run in `root`.
    #[must_use]
    pub fn file(root: &Path) -> PathBuf {
        root.join("nets").join("best.json")
    }

    /// The network of a generation.
    #[must_use]
    pub fn new(generation: u32, by: Choice) -> Best {
        Best {
            generation,
            path: portable(&net_folder(Path::new(""), generation)).into(),
            by,
            mean: None,
            interval: None,
        }
    }

    /// Names this network the best one of the run in `root`. Leaves the file alone if it does so already.
    ///
    /// # Errors
    /// The file cannot be read or written.
    ///
    /// # Panics
    /// Never: the name has a JSON form.
    pub fn write(&self, root: &Path) -> Result<(), FileError> {
        let file = Best::file(root);
        let text = serde_json::to_string(self).expect("a name has a JSON form") + "\n";
        if read_if_there(&file)?.is_some_and(|found| found == text) {
            return Ok(());
        }
        write_whole(&file, text)
    }
}
