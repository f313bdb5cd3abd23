//! What is wrong with an agent as text or table: each error names the thing and what was expected.

use thiserror::Error;

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
    /// An agent of a host program, as text.
    #[error(
        "agents of a host program cannot be named here: `custom` stands for them in results only; the types are: {0}"
    )]
    OfHost(String),
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
    /// An option that does nothing beside the values of others.
    #[error("agent `{agent}`: option `{option}` has no effect here, expected {expected}")]
    NoEffect {
        /// The agent's type.
        agent: String,
        /// The option.
        option: String,
        /// With what it has one.
        expected: String,
    },
    /// A program that shall be shut in where that cannot be done.
    #[error("program `{command}`, option `sandbox`: expected bubblewrap that works, found: {why}")]
    NoSandbox {
        /// The command.
        command: String,
        /// What happened where it was tried.
        why: String,
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
