//! Why a run stops.

use std::path::PathBuf;

use spariglio_arena::ArenaError;
use spariglio_files::{ConfigError, FileError, RunDirError};
use spariglio_selfplay::{SelfplayError, ShardError};
use thiserror::Error;

/// Why a run stops.
#[derive(Debug, Error)]
pub enum GradientError {
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
    /// What search played cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// No search to learn from.
    #[error("labels: no decision had a full search; expected a higher `labels.playout_cap.share` or more hands")]
    NoLabels,
    /// Threads that cannot be started.
    #[error("{threads} threads cannot be started: {source}")]
    Threads {
        /// How many; 0 is one per core.
        threads: usize,
        /// Why.
        source: rayon::ThreadPoolBuildError,
    },
    /// A match of an evaluation cannot be played.
    #[error("evaluation against {opponent}: {source}")]
    Match {
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
