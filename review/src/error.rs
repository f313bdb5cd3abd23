//! Why hands cannot be reviewed.

use spariglio_agents::spec::AgentError;
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
    /// A record's action is not legal.
    #[error("turn {turn}: the action is not legal")]
    Illegal {
        /// Its place in the record.
        turn: usize,
    },
}
