//! A program's answers: its introduction, or an action.
//!
//! Invariant: an answer counts only if it repeats the id of the line that asked for it. An action counts only if it is
//! legal.

use spariglio_engine::format::plain::plain;
use spariglio_engine::{Action, View};
use spariglio_text::{Reading, Wording};

use super::introduction::Introduction;
use super::message::{IncomingLine, PROTOCOL};
use super::process::shown;
use super::thoughts::{Belief, Thoughts};
use crate::agent::Decision;
use crate::table::OffenceKind;

/// An action that a program chose, and its thoughts.
pub struct Answer {
    action: Action,
    thoughts: Thoughts,
}

impl Answer {
    /// Reads the answer to line `asked`, which asked for one of the `legal` actions. With a wording, the action may be
    /// told in words.
    ///
    /// # Errors
    /// The offence, described in text that is safe to show.
    pub fn read(
        line: &[u8],
        asked: u64,
        view: &View<'_>,
        legal: &[Action],
        wording: Option<&Wording<'_>>,
    ) -> Result<Answer, OffenceKind> {
        let (text, thoughts) = match read(line)? {
            IncomingLine::Action { id, action, thoughts } => {
                check_id(id, asked)?;
                (action, thoughts)
            }
            IncomingLine::Ready(_) => return Err(unexpected("ready", "action")),
        };
        let deck = view.game().deck();
        let named = match wording.map(|wording| wording.read(view, &text)) {
            Some(Reading::Action(action)) => Some(action),
            Some(Reading::Illegal(_) | Reading::Unclear(_)) => None,
            None => legal.iter().copied().find(|action| action.text(deck) == text),
        };
        let action = named.ok_or_else(|| OffenceKind::illegal(&shown(text.as_bytes()), view.game(), legal))?;
        Ok(Answer { action, thoughts })
    }

    /// The action.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// The decision among the `legal` actions.
    #[must_use]
    pub fn decision(&self, view: &View<'_>, legal: Vec<Action>) -> Decision {
        self.thoughts.decision(view, self.action, legal)
    }

    /// The program's belief about hidden cards; empty if it tells none.
    #[must_use]
    pub fn belief(&self, view: &View<'_>) -> Belief {
        self.thoughts.belief(view)
    }
}

impl Introduction {
    /// Reads the answer to the greeting, which was line `asked`.
    ///
    /// # Errors
    /// As [`Answer::read`].
    pub fn read(line: &[u8], asked: u64) -> Result<Introduction, OffenceKind> {
        let IncomingLine::Ready(ready) = read(line)? else {
            return Err(unexpected("action", "ready"));
        };
        check_id(ready.id, asked)?;
        if ready.protocol != PROTOCOL {
            let text = format!("the program speaks protocol {}, expected {PROTOCOL}", ready.protocol);
            return Err(OffenceKind::Protocol(text));
        }
        Introduction::new(ready)
    }
}

fn read(line: &[u8]) -> Result<IncomingLine, OffenceKind> {
    serde_json::from_slice(line).map_err(|error| {
        let error = plain(&error.to_string());
        let way = if error.contains(" line 1 column 1") {
            "; expected one JSON object per line: print other text to standard error"
        } else {
            ""
        };
        OffenceKind::Protocol(format!("an answer that cannot be read: {error}, in {}{way}", shown(line)))
    })
}

fn check_id(found: u64, expected: u64) -> Result<(), OffenceKind> {
    if found == expected {
        return Ok(());
    }
    let text = format!("an answer with id {found}, expected {expected}: repeat the id of the question");
    Err(OffenceKind::Protocol(text))
}

fn unexpected(found: &str, expected: &str) -> OffenceKind {
    OffenceKind::Protocol(format!("an answer of type `{found}`, expected `{expected}`"))
}
