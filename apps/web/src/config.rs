//! The configuration of a server.

use std::net::IpAddr;
use std::path::PathBuf;

use spariglio_agents::{AgentSpec, SpecError};
use spariglio_files::whole::FileError;
use spariglio_report::Language;
use spariglio_review::ReviewError;
use thiserror::Error;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServeConfig {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Other hosts that browsers may use for the server: `name` at any port, or `name:port`.
    pub names: Vec<String>,
    /// Agents that may play at tables, in addition to every fair type.
    pub agents: Vec<AgentSpec>,
    /// The agent whose search gives hints and reviews. If absent, the strongest that ships for the rules.
    pub hints: Option<AgentSpec>,
    /// Threads of hints and reviews; 0 for one per core.
    pub threads: usize,
    /// The language of pages. If absent, the browser's preference.
    pub language: Option<Language>,
    /// The folder of tables and token, so that they survive a restart. If absent, they do not.
    pub state: Option<PathBuf>,
    /// A folder with the files of the pages, which are read for each request.
    pub assets: Option<PathBuf>,
}

/// Why a server cannot start, or why it failed.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// Two agents have the same name.
    #[error("--agents: two agents are called `{0}`: expected different ones (name=... names a program)")]
    SameName(String),
    /// A program does not answer its greeting.
    #[error("--agents: agent {agent}")]
    Greeting {
        /// The agent's specification.
        agent: String,
        /// The program's fault.
        source: Box<SpecError>,
    },
    /// Another server uses the state folder.
    #[error("{}: another server keeps its tables here", .folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The address that the other server printed, if this user may read it.
        address: Option<String>,
    },
    /// The state folder cannot be used.
    #[error(transparent)]
    State(#[from] FileError),
    /// The threads of reviewers cannot be started.
    #[error(transparent)]
    Judges(#[from] ReviewError),
    /// The server failed while it ran.
    #[error("the server failed")]
    Failed(#[from] std::io::Error),
}
