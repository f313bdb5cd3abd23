//! Why a run stops.

use std::path::PathBuf;

use spariglio_arena::ArenaError;
use spariglio_files::{ConfigError, FileError, RunDirError, ThreadsError};
use spariglio_selfplay::{SelfplayError, ShardError};
use thiserror::Error;

use crate::config::Target;

/// Why a run stops.
#[derive(Debug, Error)]
pub enum LearnError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The run directory cannot be used.
    #[error(transparent)]
    RunDir(#[from] RunDirError),
    /// A file cannot be read or written, or is not as it should be.
    #[error(transparent)]
    File(#[from] FileError),
    /// Search cannot play.
    #[error("labels: {0}")]
    Labels(#[from] SelfplayError),
    /// The rows of a search cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// No row to learn from.
    #[error(
        "{}: `distil.target` is {target}: expected rows with a choice{}, found none",
        folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", "),
        if *target == Target::Search { " and a full search (`all` learns the other rows too)" } else { "" }
    )]
    NoTargets {
        /// The folders that were read.
        folders: Vec<PathBuf>,
        /// The rows that were looked for.
        target: Target,
    },
    /// A folder has no rows.
    #[error("{}: expected a finished generation (manifest.json) or folders with one, found none", folder.display())]
    NoData {
        /// The folder.
        folder: PathBuf,
    },
    /// Threads that cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A match of a network cannot be played.
    #[error("{stage} against {opponent}: {source}")]
    Match {
        /// `evaluation` or `gate`.
        stage: &'static str,
        /// The opponent.
        opponent: String,
        /// Why.
        source: Box<ArenaError>,
    },
    /// The observer stopped the run.
    #[error("stopped after {decisions} decisions; the same command goes on from there")]
    Stopped {
        /// Decisions made.
        decisions: u64,
    },
    /// The gradient or a weight is no number any more.
    #[error(
        "the learning diverged after {decisions} decisions: {what}; the last good state is {}; \
         try a lower `gradient.rate` or `distil.rate` in a new run directory",
        checkpoint.display()
    )]
    Diverged {
        /// What is wrong.
        what: &'static str,
        /// Decisions made.
        decisions: u64,
        /// The last checkpoint.
        checkpoint: PathBuf,
    },
}
