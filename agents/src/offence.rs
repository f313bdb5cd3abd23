//! The offence: why a player gave no action that stands (`rules.md` E.6). What it costs is for the table to say: an arena
//! stops, a tournament takes the match from the offender.
//!
//! Only programs outside this one commit offences; fair and cheating agents never do.

use thiserror::Error;

/// What a player did instead of acting.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub enum OffenceKind {
    /// No answer in time.
    #[error("no answer within {limit_millis} ms")]
    Timeout {
        /// The limit in milliseconds of wall-clock time.
        limit_millis: u32,
    },
    /// The program ended, or could not be started: what the system says.
    #[error("{0}")]
    Crashed(String),
    /// An action that is not legal: its text, in quotes.
    #[error("plays {0}, which is not legal")]
    Illegal(String),
    /// An answer that the protocol does not know: what was found and what was expected.
    #[error("{0}")]
    Protocol(String),
}

/// An offence of a player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Offence {
    /// What happened.
    pub kind: OffenceKind,
    /// The last line that the program wrote to its standard error, where it wrote any.
    pub heard: Option<String>,
}

impl std::fmt::Display for Offence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind.fmt(f)?;
        match &self.heard {
            Some(line) => write!(f, " (its last words: {line})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Offence {}

impl From<OffenceKind> for Offence {
    fn from(kind: OffenceKind) -> Offence {
        Offence { kind, heard: None }
    }
}
