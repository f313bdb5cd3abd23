//! Errors of a run.

use std::path::PathBuf;

use spariglio_arena::ArenaError;
use spariglio_files::run_dir::RunDirError;
use spariglio_files::threads::ThreadsError;
use spariglio_files::{ConfigError, FileError};
use spariglio_selfplay::SelfplayError;
use spariglio_selfplay::shard::ShardError;
use thiserror::Error;

use crate::config::Target;

/// An error that ends a run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The run directory cannot be used.
    #[error(transparent)]
    RunDir(#[from] RunDirError),
    /// A file cannot be read or written, or is invalid.
    #[error(transparent)]
    File(#[from] FileError),
    /// The self-play of searches failed.
    #[error("labels: {0}")]
    Labels(#[from] SelfplayError),
    /// The rows of a search cannot be read.
    #[error("{0}; a lost or damaged shard comes back by the same command that made it")]
    Shard(#[from] ShardError),
    /// There is no row to learn from.
    #[error(
        "{}: `distil.target` is {target}: expected rows with a choice{}, found none",
        folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", "),
        if *target == Target::Search { " and a full search (`all` learns the other rows too)" } else { "" }
    )]
    NoTargets {
        /// The folders that were read.
        folders: Vec<PathBuf>,
        /// The rows that were wanted.
        target: Target,
    },
    /// A folder has no rows.
    #[error("{}: expected a generation with whole shards or folders with one, found none", folder.display())]
    NoData {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder has shards, but nothing says which rows they should have.
    #[error(
        "{}: expected manifest.json or written/ for its {shards} shards, found neither: let `spariglio selfplay` finish this \
         generation, or name the folders of others", folder.display()
    )]
    NoManifest {
        /// The folder.
        folder: PathBuf,
        /// Its shards.
        shards: usize,
    },
    /// Helpers cannot be admitted.
    #[error("helpers cannot be admitted: {0}")]
    Crew(std::io::Error),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A match of a network cannot be played.
    #[error("{stage} against {opponent}: {source}")]
    Match {
        /// `evaluation` or `gate`.
        stage: &'static str,
        /// The opponent.
        opponent: String,
        /// The reason.
        source: Box<ArenaError>,
    },
    /// The observer stopped the run.
    #[error("stopped after {decisions} decisions")]
    Stopped {
        /// Decisions made.
        decisions: u64,
    },
    /// The gradient or a weight is no longer finite.
    #[error(
        "the learning diverged after {decisions} decisions: {what}; the last good state is {}; \
         try a lower `gradient.rate` or `distil.rate` in a new run directory",
        checkpoint.display()
    )]
    Diverged {
        /// The reason.
        what: &'static str,
        /// Decisions made.
        decisions: u64,
        /// The last checkpoint.
        checkpoint: PathBuf,
    },
}
