//! The foul: a seat gave no legal action (`docs/reference/rules.md` E.6). The offence: a program's reason for giving
//! none. The caller decides about the consequences: an arena stops, a tournament takes the match from the offender.
//!
//! Only external programs commit offences; other agents never do.

use spariglio_engine::{Action, Game};
use thiserror::Error;

/// The most legal actions that a text names.
#[cfg(feature = "system")]
const MOST_NAMED: usize = 12;

/// A seat that gave no legal action; `E` is the type of reasons for no action at all.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Foul<E = Offence> {
    /// The seat.
    pub seat: usize,
    /// Its kind.
    pub kind: FoulKind<E>,
}

/// The kind of a foul.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FoulKind<E = Offence> {
    /// The seat chose an illegal action.
    IllegalAction(Action),
    /// The seat gave no action, for this reason.
    NoAction(E),
}

impl<E: std::fmt::Display> FoulKind<E> {
    /// The foul in words, in a hand of `game`.
    #[must_use]
    pub fn text(&self, game: &Game) -> String {
        match self {
            FoulKind::IllegalAction(action) => format!("plays `{}`, which is not legal", action.text(game.deck())),
            FoulKind::NoAction(refusal) => refusal.to_string(),
        }
    }
}

/// The kind of an offence.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub enum OffenceKind {
    /// The program gave no answer in time.
    #[error("no answer within {limit_millis} ms")]
    Timeout {
        /// The limit in milliseconds of wall-clock time.
        limit_millis: u32,
    },
    /// The program ended, or could not be started; the text is the system's.
    #[error("{0}")]
    Crashed(String),
    /// The program gave an illegal action; the text quotes it, and the legal ones.
    #[error("plays {0}")]
    Illegal(String),
    /// The endpoint of a language model refuses to answer, by a filter or in words; no fault of play.
    #[error("refuses to answer: {0}")]
    Refused(String),
    /// The program broke the protocol; the text has the answer and the expected one.
    #[error("{0}")]
    Protocol(String),
}

#[cfg(feature = "system")]
impl OffenceKind {
    /// The offence of a player of `game` who gave `played`, as the text quotes it, instead of a `legal` action.
    pub(crate) fn illegal(played: &str, game: &Game, legal: &[Action]) -> OffenceKind {
        let mut names: Vec<String> = legal
            .iter()
            .take(MOST_NAMED)
            .map(|action| format!("`{}`", action.text(game.deck())))
            .collect();
        if legal.len() > MOST_NAMED {
            names.push(format!("{} more", legal.len() - MOST_NAMED));
        }
        OffenceKind::Illegal(format!("{played}, which is not legal; legal: {}", names.join(", ")))
    }
}

/// An offence of a player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Offence {
    /// Its kind.
    pub kind: OffenceKind,
    /// The last lines that the program wrote to its standard error, if any.
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
