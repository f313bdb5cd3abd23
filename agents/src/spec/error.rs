//! Errors of making an agent for a game.

use thiserror::Error;

use crate::net::NetError;
use crate::options::SpecError;

/// Reason why an agent cannot be made for a game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The spec is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The network cannot be read, or is not for this game.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The agent looks at hidden cards, but only fair agents may sit here.
    #[error("agent `{0}` looks at hidden cards: it can play in an arena only")]
    Cheats(String),
    /// The agent cannot compare all actions of a position.
    #[error("agent `{agent}` cannot review: {why}")]
    NoReviewer {
        /// The agent.
        agent: String,
        /// The expectation that it does not meet.
        why: &'static str,
    },
    /// The host program cannot make its agent; the text is its reason.
    #[error("cannot be made: {0}")]
    NotMade(String),
    /// The agent is one of the host program and may fail, but the caller needs an action every time.
    #[error(
        "agent `{0}` is one of the host program, which may fail: it can play in arenas, matches, tournaments, self-play and `play` only"
    )]
    OfHost(String),
    /// The agent is a program and may fail, but the caller needs an action every time.
    #[error(
        "agent `{0}` is a program, which may fail: only `arena`, `ladder`, `play`, `score`, `serve` and `tournament` take programs"
    )]
    Program(String),
}
