//! Errors in an agent as text or table: each names the fault and the expected value.

use thiserror::Error;

use crate::table::Offence;

/// Reason why a text or table is not an agent.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No agent type of this name.
    #[error("unknown agent type `{name}`{hint}; the types are: {known}")]
    UnknownType {
        /// The given name.
        name: String,
        /// A question for a type of a similar name, or nothing.
        hint: String,
        /// All types.
        known: String,
    },
    /// A list has no name before, between or after its commas.
    #[error("agents `{0}`: a name is missing beside a comma, expected one before and after each")]
    NoName(String),
    /// The text names an agent of a host program.
    #[error(
        "agents of a host program cannot be named here: `custom` stands for them in results only; the types are: {0}"
    )]
    OfHost(String),
    /// The type has no such option.
    #[error("agent `{agent}` has no option `{option}`{hint}; {known}")]
    UnknownOption {
        /// The agent's type.
        agent: String,
        /// The given name.
        option: String,
        /// A question for an option of a similar name, or nothing.
        hint: String,
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
        /// The given value.
        value: String,
        /// The values that the option takes.
        expected: String,
    },
    /// The option has no effect beside the values of others.
    #[error("agent `{agent}`: option `{option}` has no effect here, expected {expected}")]
    NoEffect {
        /// The agent's type.
        agent: String,
        /// The option.
        option: String,
        /// The condition under which it has an effect.
        expected: String,
    },
    /// A program needs a sandbox that cannot be made.
    #[error(
        "program `{command}`, option `sandbox`: expected bubblewrap that works, and folders without pipes, found: {why}"
    )]
    NoSandbox {
        /// The command.
        command: String,
        /// The failure of the attempt.
        why: String,
    },
    /// A program does not answer its first greeting.
    #[error("program `{command}`, greeted before the first hand: {offence} (`spariglio check-agent` tests a program)")]
    NoGreeting {
        /// The command.
        command: String,
        /// The program's offence.
        offence: Box<Offence>,
    },
    /// An endpoint does not answer.
    #[error("chat endpoint `{url}`, asked for its models before the first hand: {why}")]
    NoEndpoint {
        /// Its address.
        url: String,
        /// The failure.
        why: String,
    },
    /// A required option is not given.
    #[error("agent `{agent}` needs the option `{option}` ({expected})")]
    MissingOption {
        /// The agent's type.
        agent: String,
        /// The option.
        option: String,
        /// The values that the option takes.
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
    #[error(
        "agent `{agent}`: expected key=value{}, found `{part}` (a value with `:` or `,` needs quotes)",
        such_as(agent)
    )]
    NotKeyValue {
        /// The agent's type.
        agent: String,
        /// The given part.
        part: String,
    },
    /// A quote in the string form is not closed.
    #[error("agent `{agent}`: expected a closing quote, found `{part}`")]
    OpenQuote {
        /// The agent's type.
        agent: String,
        /// The given part.
        part: String,
    },
    /// A table without `type`, or its `type` is not a string.
    #[error("an agent table needs `type`, one of: {0}")]
    NoType(String),
    /// The value is neither a string nor a table.
    #[error("an agent is a string `type:key=value:...` or a table with `type`, not a TOML {0}")]
    NotAnAgent(&'static str),
    /// A text of TOML is wrong.
    #[error("{0}")]
    Toml(String),
    /// An error in a file.
    #[error("{path}: {message}")]
    InFile {
        /// The file.
        path: String,
        /// The error.
        message: String,
    },
}

/// An example of the option that users of a type need first.
fn such_as(agent: &str) -> &'static str {
    match agent {
        "external" => " such as `command=python3 bot.py`",
        "chat" => " such as `url='http://127.0.0.1:8000/v1'`",
        "net" | "net-search" => " such as `net=FOLDER`",
        _ => "",
    }
}

impl SpecError {
    /// [`SpecError::BadValue`] of an option.
    pub(crate) fn bad(
        agent: &str,
        option: &str,
        value: impl std::fmt::Display,
        expected: impl Into<String>,
    ) -> SpecError {
        let mut value = value.to_string();
        if option == "key" && value.contains(|sign: char| sign.is_lowercase()) {
            // It may be the key itself.
            "[hidden]".clone_into(&mut value);
        }
        SpecError::BadValue {
            agent: agent.to_owned(),
            option: option.to_owned(),
            value,
            expected: expected.into(),
        }
    }
}
