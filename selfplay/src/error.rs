//! What can stop self-play.

use crate::shard::ShardError;
use spariglio_files::{ConfigError, FileError, RunDirError};

/// An error of self-play.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The run directory cannot be used.
    #[error(transparent)]
    RunDir(#[from] RunDirError),
    /// A shard that is there belongs to something else.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// An agent cannot be made for this game.
    #[error("agent {agent}: {text}")]
    Agent {
        /// The agent.
        agent: String,
        /// What is wrong.
        text: String,
    },
    /// An agent chose what the rules forbid.
    #[error("an agent chose an illegal action: {text}")]
    IllegalAction {
        /// The engine's word on it.
        text: String,
    },
    /// The rule set gives more points than a row can hold.
    #[error("a side made {points} points of one kind, a row holds up to 32767")]
    TooManyPoints {
        /// The points.
        points: i32,
    },
    /// The rows could not be encoded.
    #[error("shard {shard} cannot be encoded: {text}")]
    Encode {
        /// The shard.
        shard: u32,
        /// What the encoder says.
        text: String,
    },
    /// The threads could not be started.
    #[error("{threads} threads cannot be started: {text}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the system says.
        text: String,
    },
    /// Another thread failed first.
    #[error("stopped")]
    Stopped,
}
