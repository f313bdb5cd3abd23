//! How a server is started.

use std::net::IpAddr;
use std::path::PathBuf;

use spariglio_agents::AgentSpec;
use spariglio_files::whole::FileError;
use spariglio_report::Language;
use spariglio_review::ReviewError;
use thiserror::Error;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct ServeConfig {
    /// The address that is listened at.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Other names by which browsers may call the server.
    pub names: Vec<String>,
    /// Agents that may sit at tables, beside every fair type.
    pub agents: Vec<AgentSpec>,
    /// The agent whose search gives hints and reviews; without it, the strongest that ships for the rules.
    pub hints: Option<AgentSpec>,
    /// Threads of hints and reviews; 0 = one per core.
    pub threads: usize,
    /// The language of pages; without it, what the browser prefers.
    pub language: Option<Language>,
    /// Where tables and the token are kept, so that they outlive the server; without it, they do not.
    pub state: Option<PathBuf>,
    /// A folder with the files of the pages, read anew for each request.
    pub assets: Option<PathBuf>,
}

/// Why a server cannot be started, or stopped.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened at.
    #[error("cannot listen at {address}")]
    Listen {
        /// The address.
        address: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// Two agents have the same name.
    #[error("--agents: two agents are called `{0}`: expected different ones (name=... names a program)")]
    SameName(String),
    /// The folder of the state cannot be used.
    #[error(transparent)]
    State(#[from] FileError),
    /// The threads that judge cannot be started.
    #[error(transparent)]
    Judges(#[from] ReviewError),
    /// The server failed while it ran.
    #[error("the server failed")]
    Failed(#[from] std::io::Error),
}
