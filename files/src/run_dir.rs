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

/// The folder of the rows in that of a generation.
pub const ROWS: &str = "rows";
/// The folder of the games in that of a generation.
pub const GAMES: &str = "games";
/// The folder of the records in that of a generation.
pub const RECORDS: &str = "records";

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

    /// The folder of a generation's data, made if missing.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make_data(&self, generation: u32) -> Result<PathBuf, RunDirError> {
        let folder = data_folder(&self.root, generation);
        make_folder(&folder)?;
        Ok(folder)
    }
}

/// The name of a generation in paths.
pub fn generation_name(generation: u32) -> String {
    format!("gen-{generation:04}")
}

/// The folder of a generation's data: its card, its manifest, and a folder for each of its tables.
pub fn data_folder(root: &Path, generation: u32) -> PathBuf {
    root.join("data").join(generation_name(generation))
}

/// The folder of a generation's network.
pub fn net_folder(root: &Path, generation: u32) -> PathBuf {
    root.join("nets").join(generation_name(generation))
}

/// The file of a shard in the folder of its generation. Only shards lie beside it, so that other programs can read
/// their folder as one table.
pub fn shard_name(shard: u32) -> String {
    format!("{ROWS}/shard-{shard:05}.parquet")
}

/// The file of a shard's games in the folder of its generation.
pub fn games_name(shard: u32) -> String {
    format!("{GAMES}/shard-{shard:05}.parquet")
}

/// The folder of the entries of shards that no manifest states yet, in the folder of their generation.
pub const WRITTEN: &str = "written";

/// The file of a shard's entry in the folder of its generation.
pub fn entry_name(shard: u32) -> String {
    format!("{WRITTEN}/shard-{shard:05}.json")
}

/// The file of a shard's records in the folder of its generation.
pub fn records_name(shard: u32) -> String {
    format!("{RECORDS}/shard-{shard:05}.jsonl.zst")
}
