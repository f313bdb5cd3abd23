//! Errors of agent specs and of building agents: each names the thing and what was expected.

use thiserror::Error;

use crate::net::NetError;

/// Why a text or table is no agent.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub enum SpecError {
    /// No agent type of this name.
    #[error("unknown agent type `{name}`; the types are: {known}")]
    UnknownType {
        /// What was given.
        name: String,
        /// All types.
        known: String,
    },
    /// The type has no such option.
    #[error("agent `{agent}` has no option `{option}`; {known}")]
    UnknownOption {
        /// The agent's type.
        agent: String,
        /// What was given.
        option: String,
        /// A phrase that lists the options.
        known: String,
    },
    /// The option cannot have this value.
    #[error("agent `{agent}`, option `{option}`: `{value}` is not {expected}")]
    BadValue {
        /// The agent's type.
        agent: String,
        /// The option.
        option: String,
        /// What was given.
        value: String,
        /// What the option takes.
        expected: String,
    },
    /// An option that must be given is not.
    #[error("agent `{agent}` needs the option `{option}` ({expected})")]
    MissingOption {
        /// The agent's type.
        agent: String,
        /// The option.
        option: String,
        /// What the option takes.
        expected: String,
    },
    /// An option is given twice.
    #[error("agent `{agent}`: option `{option}` is given twice")]
    Repeated {
        /// The agent's type.
        agent: String,
        /// The option.
        option: String,
    },
    /// A part of the string form is not `key=value`.
    #[error("agent `{agent}`: expected key=value, found `{part}`")]
    NotKeyValue {
        /// The agent's type.
        agent: String,
        /// What was given.
        part: String,
    },
    /// A table without `type`, or with one that is not a string.
    #[error("an agent table needs `type`, one of: {0}")]
    NoType(String),
    /// Neither a string nor a table.
    #[error("an agent is a string `type:key=value:...` or a table with `type`, not a TOML {0}")]
    NotAnAgent(&'static str),
    /// Not TOML at all.
    #[error("not valid TOML: {0}")]
    Toml(String),
    /// An error in a file.
    #[error("{path}: {message}")]
    InFile {
        /// The file.
        path: String,
        /// What is wrong with it.
        message: String,
    },
}

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
    /// The agent is a program, where an action must come.
    #[error("agent `{0}` is a program, which may fail: it can play in arenas, matches and tournaments only")]
    Program(String),
    /// The agent cannot play this game.
    #[error("agent `{agent}` cannot play `{rules}`: {reason}")]
    Unfit {
        /// The agent.
        agent: String,
        /// The rule set.
        rules: String,
        /// Why.
        reason: String,
    },
}
