//! What can stop a learning loop. Every text names the file, the agent or the configuration's key.

use spariglio_arena::ArenaError;
use spariglio_files::{ConfigError, FileError, RunDirError};
use spariglio_selfplay::SelfplayError;
use spariglio_train::TrainError;

/// An error of the learning loop.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The run directory cannot be used.
    #[error(transparent)]
    RunDir(#[from] RunDirError),
    /// A file cannot be read or written, or does not hold what it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// Self-play stopped.
    #[error(transparent)]
    Selfplay(#[from] SelfplayError),
    /// Training stopped.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A match of a new network stopped.
    #[error("{stage}: {} against {}: {source}", agents[0], agents[1])]
    Match {
        /// `gate` or `evaluation`.
        stage: &'static str,
        /// The two agents.
        agents: [String; 2],
        /// What the arena says.
        source: Box<ArenaError>,
    },
}
