//! Why an agent gets no score, or a score does not hold.

use spariglio_agents::spec::AgentError;
use spariglio_files::FileError;
use spariglio_files::threads::ThreadsError;
use spariglio_review::ReviewError;
use thiserror::Error;

/// An error of a run or of its check.
#[derive(Debug, Error)]
pub enum ScoreError {
    /// A file cannot be read or written, or has other contents than expected.
    #[error(transparent)]
    File(#[from] FileError),
    /// An agent cannot be made.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A position cannot be valued.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The agent can play none of the games.
    #[error("the agent plays no game of the suite: {0}")]
    NoGame(String),
    /// The agent failed in a way that is no offence.
    #[error("{task}: the agent failed: {message}")]
    Failed {
        /// The task.
        task: String,
        /// The agent's message.
        message: String,
    },
    /// The folder holds a run with other settings.
    #[error("{folder}: it has a run with {field} = {found}, expected {expected}; choose another folder")]
    Other {
        /// The folder.
        folder: String,
        /// The setting.
        field: &'static str,
        /// Its value in the folder.
        found: String,
        /// Its value in this run.
        expected: String,
    },
    /// A score does not hold.
    #[error("{0}")]
    Untrue(String),
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
}
