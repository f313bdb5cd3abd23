//! Errors of self-play.

use std::path::PathBuf;

use crate::shard::ShardError;
use spariglio_engine::FormatError;
use spariglio_files::run_dir::RunDirError;
use spariglio_files::threads::ThreadsError;
use spariglio_files::{ConfigError, FileError, Part};

/// An error of self-play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// The work was asked to stop; finished shards stay, and the same call resumes.
    #[error("stopped")]
    Stopped,
    /// An existing shard belongs to something else.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The requested part contains no shard.
    #[error("part {part}: expected at least one of the {shards} shards: use more shards or fewer parts")]
    EmptyPart {
        /// The part.
        part: Part,
        /// Number of shards in the generation.
        shards: u32,
    },
    /// An agent cannot be made for this game.
    #[error("agent {agent}: {text}")]
    Agent {
        /// The agent.
        agent: String,
        /// The reason.
        text: String,
    },
    /// An agent chose an action that the rules forbid.
    #[error("an agent chose an illegal action: {text}")]
    IllegalAction {
        /// The engine's message.
        text: String,
    },
    /// An agent of the host program failed.
    #[error("generation {generation}, shard {shard}, hand {hand}: the agent of seat {seat} failed: {said}")]
    Failed {
        /// The generation.
        generation: u32,
        /// The shard.
        shard: u32,
        /// The hand in the shard.
        hand: u32,
        /// The seat.
        seat: usize,
        /// The agent's message.
        said: String,
    },
    /// A policy or a value is not a finite number, and no row can hold it.
    #[error(
        "generation {generation}, shard {shard}, hand {hand}: the agent of seat {seat} gives the policy {policy:?} and the value {value}, \
         expected shares that add up to 1 and a finite value; the weights of its network are too large"
    )]
    NotFinite {
        /// The generation.
        generation: u32,
        /// The shard.
        shard: u32,
        /// The hand in the shard.
        hand: u32,
        /// The seat.
        seat: usize,
        /// The policy.
        policy: Vec<f32>,
        /// The value.
        value: f32,
    },
    /// A file of hand records cannot be read.
    #[error("{file}: line {line}: expected a readable file, found: {source}")]
    Unreadable {
        /// The file.
        file: String,
        /// The line at which reading failed.
        line: usize,
        /// The system's error.
        source: std::io::Error,
    },
    /// A hand record is invalid.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A valid hand record does not belong in this data set.
    #[error("{file}: line {line}: {field}: expected {expected}, found {found}")]
    Record {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The field of the record.
        field: &'static str,
        /// The value that the data set needs.
        expected: String,
        /// The value in the record.
        found: String,
    },
    /// A file of rows, games or records could not be written.
    #[error("{}: cannot be written: {text}", path.display())]
    Encode {
        /// The file.
        path: PathBuf,
        /// The encoder's message.
        text: String,
    },
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}
