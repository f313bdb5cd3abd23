//! Errors of an arena. Every text names the agent, file or field.

use std::path::Path;

use spariglio_agents::{AgentError, AgentSpec};
use spariglio_files::FileError;
use spariglio_files::threads::ThreadsError;

/// An arena that could not be set up or finished.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// An agent's specification cannot be read or built for these rules.
    #[error("agent \"{agent}\": {source}")]
    Agent {
        /// The specification as given.
        agent: String,
        /// The error of the agents crate.
        source: Box<AgentError>,
    },
    /// An agent chose an action that is not legal.
    #[error("agent \"{agent}\" plays \"{action}\", which is not legal (deal {deal} of seed {seed}, seat {seat})")]
    IllegalAction {
        /// The agent's specification.
        agent: String,
        /// Its action.
        action: String,
        /// Index of the deal.
        deal: u64,
        /// The run's seed.
        seed: u64,
        /// The seat that acted.
        seat: usize,
    },
    /// An agent committed an offence.
    #[error("agent \"{agent}\": {source} (deal {deal} of seed {seed}, seat {seat})")]
    Offence {
        /// The agent's specification.
        agent: String,
        /// The offence.
        source: spariglio_agents::table::Offence,
        /// Index of the deal.
        deal: u64,
        /// The run's seed.
        seed: u64,
        /// The seat to act.
        seat: usize,
    },
    /// An agent of the host program failed.
    #[error("agent \"{agent}\" failed: {said} (deal {deal} of seed {seed}, seat {seat})")]
    Failed {
        /// The agent's specification.
        agent: String,
        /// The agent's error text.
        said: String,
        /// Index of the deal.
        deal: u64,
        /// The run's seed.
        seed: u64,
        /// The seat to act.
        seat: usize,
    },
    /// A rule set that does not make a game.
    #[error("rules \"{rules}\": {message}")]
    Rules {
        /// The rule set's name.
        rules: String,
        /// The problem.
        message: String,
    },
    /// An agent failed in a match, or gave no legal action and the match is not forfeited.
    #[error("agent \"{agent}\": {problem} (match {id} of seed {seed}, hand {hand}, seat {seat})")]
    Foul {
        /// The agent's specification.
        agent: String,
        /// The problem.
        problem: String,
        /// The match: the number of its set, or its place in a tournament.
        id: String,
        /// The run's seed.
        seed: u64,
        /// The hand of the match, from 0.
        hand: u64,
        /// The seat to act.
        seat: usize,
    },
    /// Fewer than two agents.
    #[error("an arena needs at least two agents, got {0}")]
    TooFewAgents(usize),
    /// A result of another arena: the difference.
    #[error("the result is of another arena: {0}")]
    OtherArena(String),
    /// Parts were requested, but the contest cannot be played in parts.
    #[error("a sequential test and a schedule that looks at results cannot be played or merged in parts")]
    NoParts,
    /// The part contains no deal.
    #[error("part {0}: expected at least one deal: use more hands or fewer parts")]
    EmptyPart(spariglio_files::Part),
    /// Invalid settings of a sequential test.
    #[error("sequential test: {0}")]
    Sprt(String),
    /// A duplicate set (a deal, or a series of deals for matches) that is in two results, or twice in one.
    #[error("duplicate set {0} was played twice: expected results over different deals")]
    PlayedTwice(u64),
    /// No hands were requested.
    #[error("hands: expected at least 1, got 0")]
    NoHands,
    /// The worker threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A file that cannot be read or written, or that has unexpected contents.
    #[error(transparent)]
    File(#[from] FileError),
    /// The run was asked to stop before its end; its files hold what was played.
    #[error("stopped before everything was played")]
    Stopped,
    /// The records of a bout that a host played are not those of its match.
    #[error("match {id}: {message}")]
    Hosted {
        /// The place of the match in its tournament.
        id: String,
        /// The problem.
        message: String,
    },
    /// Rules that have no table of match equity.
    #[error("match equity of {rules}: {problem}")]
    Equity {
        /// The rule set's name.
        rules: String,
        /// The value that was found and the expected one.
        problem: String,
    },
}

impl ArenaError {
    /// The error of an agent that cannot be built.
    pub(crate) fn agent(spec: &AgentSpec, source: AgentError) -> ArenaError {
        ArenaError::Agent { agent: spec.to_string(), source: Box::new(source) }
    }
}

/// The error of a file with unexpected contents.
pub(crate) fn wrong(path: &Path, message: impl std::fmt::Display) -> ArenaError {
    FileError::contents(path, message).into()
}
