//! What can stop an arena. Every text names the agent, file or field.

use std::path::Path;

use spariglio_agents::{AgentError, AgentSpec};
use spariglio_files::{FileError, ThreadsError};

/// An arena that could not be set up or finished.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// An agent's specification cannot be read or built for these rules.
    #[error("agent \"{agent}\": {source}")]
    Agent {
        /// The specification as given.
        agent: String,
        /// What the agents crate says.
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
        /// Who played.
        seat: usize,
    },
    /// An agent committed an offence.
    #[error("agent \"{agent}\": {source} (deal {deal} of seed {seed}, seat {seat})")]
    Offence {
        /// The agent's specification.
        agent: String,
        /// What it did.
        source: spariglio_agents::Offence,
        /// Index of the deal.
        deal: u64,
        /// The run's seed.
        seed: u64,
        /// Who was to act.
        seat: usize,
    },
    /// An agent of the host program failed.
    #[error("agent \"{agent}\" failed: {said} (deal {deal} of seed {seed}, seat {seat})")]
    Failed {
        /// The agent's specification.
        agent: String,
        /// What it said.
        said: String,
        /// Index of the deal.
        deal: u64,
        /// The run's seed.
        seed: u64,
        /// Who was to act.
        seat: usize,
    },
    /// A rule set that is no game.
    #[error("rules \"{rules}\": {message}")]
    Rules {
        /// The rule set's name.
        rules: String,
        /// What is wrong with it.
        message: String,
    },
    /// An agent gave no legal action in a match, where that is no forfeit, or failed in one.
    #[error("agent \"{agent}\": {problem} (match {id} of seed {seed}, hand {hand}, seat {seat})")]
    Foul {
        /// The agent's specification.
        agent: String,
        /// What it did.
        problem: String,
        /// The match: the number of its set, or its place in a tournament.
        id: String,
        /// The run's seed.
        seed: u64,
        /// The hand of the match, from 0.
        hand: u64,
        /// Who was to act.
        seat: usize,
    },
    /// Fewer than two agents.
    #[error("an arena needs at least two agents, got {0}")]
    TooFewAgents(usize),
    /// A result that is of another arena: the difference.
    #[error("the result is of another arena: {0}")]
    OtherArena(String),
    /// Parts were asked for of what cannot be played in parts.
    #[error("a sequential test and a schedule that looks at results cannot be played or merged in parts")]
    NoParts,
    /// A part of the deals without any.
    #[error("part {0}: expected at least one deal in it; more hands or fewer parts")]
    EmptyPart(crate::pairs::Part),
    /// A sequential test on paired deals with a program that is not shut in: it might end before second plays can be compared
    /// with first ones.
    #[error(
        "sequential test: agent \"{0}\" may know the deals of second plays again: expected it to be shut in (--sandbox), or every deal \
         played once (--unpaired)"
    )]
    UntrustedTest(String),
    /// A sequential test whose numbers make none.
    #[error("sequential test: {0}")]
    Sprt(String),
    /// A deal that is in two results, or twice in one.
    #[error("deal {0} was played twice: expected results over different deals")]
    PlayedTwice(u64),
    /// No hands at all.
    #[error("hands: expected at least 1, got 0")]
    NoHands,
    /// The worker threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A file that cannot be read or written, or does not hold what it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// Rules for which there is no table of match equity.
    #[error("match equity of {rules}: {problem}")]
    Equity {
        /// The rule set's name.
        rules: String,
        /// What was found and what was expected.
        problem: String,
    },
}

impl ArenaError {
    /// An agent that cannot be made, and why.
    pub(crate) fn agent(spec: &AgentSpec, source: AgentError) -> ArenaError {
        ArenaError::Agent {
            agent: spec.to_string(),
            source: Box::new(source),
        }
    }
}

/// The contents of `path` are not as expected.
pub(crate) fn wrong(path: &Path, message: impl std::fmt::Display) -> ArenaError {
    FileError::contents(path, message).into()
}
