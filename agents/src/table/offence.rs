//! The foul: a seat gave no action that stands (`docs/rules.md` E.6); and the offence, a player's reason for giving none.
//! What a foul costs is for the caller to say: an arena stops, a tournament takes the match from the offender.
//!
//! Only programs outside this one commit offences; other agents never do.

use spariglio_engine::{Action, Game};
use thiserror::Error;

/// A seat that gave no legal action; `E` is why a seat gives none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Foul<E = Offence> {
    /// The seat.
    pub seat: usize,
    /// What it did.
    pub kind: FoulKind<E>,
}

/// What a seat did instead of a legal action.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FoulKind<E = Offence> {
    /// It chose an action that is not legal.
    IllegalAction(Action),
    /// It gave none.
    NoAction(E),
}

impl<E: std::fmt::Display> FoulKind<E> {
    /// What the seat did, in words, in a hand of `game`.
    #[must_use]
    pub fn text(&self, game: &Game) -> String {
        match self {
            FoulKind::IllegalAction(action) => format!("plays `{}`, which is not legal", action.text(game.deck())),
            FoulKind::NoAction(refusal) => refusal.to_string(),
        }
    }
}

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
