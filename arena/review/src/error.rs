//! Why hands cannot be reviewed.

use spariglio_agents::spec::AgentError;
use spariglio_engine::FormatError;
use spariglio_files::threads::ThreadsError;
use thiserror::Error;

/// An error of a review.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped,
    /// The reviewer cannot be made for the game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The hand is over: no decision is due.
    #[error("the hand is over: expected a position with a decision")]
    Over,
    /// A record is invalid.
    #[error(transparent)]
    Record(#[from] FormatError),
}
