//! A run directory: the paths of each stage's files, the lock of the writer, and the run's resolved settings.
//!
//! Invariant: a file with its final name is whole (see [`crate::whole`]); one process at a time holds the lock; and
//! `run.toml` never changes once it is there.

mod error;
mod run_file;

use std::path::{Path, PathBuf};

pub use error::RunDirError;
pub use run_file::RunFile;

use crate::lock::Lock;
use crate::whole::{make_folder, remove_temporaries};

/// The description of the run in its directory.
pub const RUN_FILE: &str = "run.toml";

/// An open run directory; the lock is held until it is dropped.
#[derive(Debug)]
pub struct RunDir {
    root: PathBuf,
    _lock: Lock,
}

impl RunDir {
    /// Opens `root` for the run that `run` describes: makes the folder if it is missing, takes the lock, removes the
    /// partial files of killed processes, and writes `run.toml` or compares the existing one.
    ///
    /// # Errors
    /// The folder cannot be made or written, another process holds the lock, or the directory holds another run: the
    /// error then prints the difference.
    pub fn open(root: &Path, run: &RunFile) -> Result<RunDir, RunDirError> {
        make_folder(root)?;
        let lock = Lock::take(&root.join("lock"))?;
        remove_temporaries(root)?;
        run.write_or_compare(&root.join(RUN_FILE))?;
        Ok(RunDir { root: root.to_path_buf(), _lock: lock })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of a generation's shards, made if missing.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make_data(&self, generation: u32) -> Result<PathBuf, RunDirError> {
        make(data_folder(&self.root, generation))
    }

    /// The folder of a generation's records, made if missing.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make_records(&self, generation: u32) -> Result<PathBuf, RunDirError> {
        make(self.root.join("records").join(generation_name(generation)))
    }
}

/// The name of a generation in paths.
pub fn generation_name(generation: u32) -> String {
    format!("gen-{generation:04}")
}

/// The folder of a generation's shards.
pub fn data_folder(root: &Path, generation: u32) -> PathBuf {
    root.join("data").join(generation_name(generation))
}

/// The folder of a generation's network.
pub fn net_folder(root: &Path, generation: u32) -> PathBuf {
    root.join("nets").join(generation_name(generation))
}

/// The name of a shard's file.
pub fn shard_name(shard: u32) -> String {
    format!("shard-{shard:05}.parquet")
}

fn make(folder: PathBuf) -> Result<PathBuf, RunDirError> {
    make_folder(&folder)?;
    Ok(folder)
}
