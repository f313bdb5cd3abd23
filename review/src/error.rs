//! Why hands cannot be reviewed.

use spariglio_agents::spec::AgentError;
use spariglio_engine::FormatError;
use thiserror::Error;

/// Why hands cannot be reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The reviewer cannot be made for the game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The threads cannot be started.
    #[error("cannot start {threads} threads")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        source: rayon::ThreadPoolBuildError,
    },
    /// The hand is over, so no decision is due.
    #[error("the hand is over: expected a position with a decision")]
    Over,
    /// A record is wrong.
    #[error(transparent)]
    Record(#[from] FormatError),
}
