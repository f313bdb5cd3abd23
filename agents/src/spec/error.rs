//! Why an agent cannot be made for a game.

use thiserror::Error;

use crate::net::NetError;
use crate::options::SpecError;

/// Why an agent cannot be made for a game.
#[derive(Debug, Error)]
pub enum AgentError {
    /// The spec itself is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The network cannot be read, or is not for this game.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The agent looks at hidden cards, where only fair agents may sit.
    #[error("agent `{0}` looks at hidden cards: it can play in an arena only")]
    Cheats(String),
    /// The agent cannot judge all actions of a position alike.
    #[error("agent `{agent}` cannot review: {why}")]
    NoReviewer {
        /// The agent.
        agent: String,
        /// What was expected.
        why: &'static str,
    },
    /// The agent cannot search for what beats another one.
    #[error("agent `{agent}` cannot search against a known player: {why}")]
    NoExploiter {
        /// The agent.
        agent: String,
        /// What was expected.
        why: &'static str,
    },
    /// The host program cannot make its agent: what it says.
    #[error("cannot be made: {0}")]
    NotMade(String),
    /// The agent is one of the host program, where an action must come.
    #[error(
        "agent `{0}` is one of the host program, which may fail: it can play in arenas, matches, tournaments, self-play and `play` only"
    )]
    OfHost(String),
    /// The agent is a program, where an action must come.
    #[error("agent `{0}` is a program, which may fail: it can play in arenas, matches, tournaments and `play` only")]
    Program(String),
}
