//! The conversation with one process: the greeting, then hands.
//!
//! Invariant: an answer counts only if it repeats the id of the line that asked for it.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use spariglio_engine::plain::plain;
use spariglio_engine::{Action, Game, HandScore, View};

use super::introduction::Introduction;
use super::message::{Act, End, HandMessage, Hello, IncomingLine, Message, OutgoingLine, PROTOCOL};
use super::process::{Process, shown};
use super::thoughts::Thoughts;
use crate::table::{Offence, OffenceKind};

/// How long a program may take to end after `quit`, where nobody waits for it.
const FAREWELL: Duration = Duration::from_millis(250);

/// A program that has answered the greeting.
pub(super) struct Session {
    process: Process,
    next_id: u64,
    introduction: Introduction,
    dealer: usize,
    /// Every line carries a field that the protocol does not have.
    puzzling: bool,
    closed: bool,
}

impl Session {
    /// Starts the program and greets it.
    pub(super) fn open(words: &[String], hello: &Hello, limit: Duration) -> Result<Session, Offence> {
        Session::open_with(words, hello, limit, false)
    }

    /// As [`Session::open`]; `puzzling` lines carry a field that the protocol does not have.
    pub(super) fn open_with(
        words: &[String],
        hello: &Hello,
        limit: Duration,
        puzzling: bool,
    ) -> Result<Session, Offence> {
        let until = Instant::now() + limit;
        let mut session = Session {
            process: Process::spawn(words)?,
            next_id: 0,
            introduction: Introduction::default(),
            dealer: 0,
            puzzling,
            closed: false,
        };
        let id = session.send(Message::Hello(hello));
        // The start of the program counts; the limit itself is what an error names.
        let left = until.saturating_duration_since(Instant::now());
        let answer = session.answer(left).map_err(|kind| match kind {
            OffenceKind::Timeout { .. } => OffenceKind::Timeout {
                limit_millis: u32::try_from(limit.as_millis()).unwrap_or(u32::MAX),
            },
            other => other,
        });
        match answer.and_then(|answer| welcome(answer, id)) {
            Ok(introduction) => {
                session.introduction = introduction;
                Ok(session)
            }
            Err(kind) => Err(session.abort(kind)),
        }
    }

    /// Who answered the greeting.
    pub(super) fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Tells that a hand begins.
    pub(super) fn hand(&mut self, hand: &HandMessage<'_>) {
        self.dealer = hand.dealer;
        self.send(Message::Hand(hand));
    }

    /// Asks for one of the `legal` actions.
    pub(super) fn act(
        &mut self,
        view: &View<'_>,
        legal: &[Action],
        limit: Duration,
    ) -> Result<(Action, Thoughts), OffenceKind> {
        self.process.stray()?;
        let asked = self.send(Message::Act(&Act::new(view, legal)));
        let (text, thoughts) = match self.answer(limit)? {
            IncomingLine::Action { id, action, thoughts } => {
                check_id(id, asked)?;
                (action, thoughts)
            }
            IncomingLine::Ready(_) => return Err(unexpected("ready", "action")),
        };
        let deck = view.game().deck();
        let named = legal.iter().copied().find(|action| action.text(deck) == text);
        let action = named.ok_or_else(|| OffenceKind::Illegal(shown(text.as_bytes())))?;
        Ok((action, thoughts))
    }

    /// Tells how a hand ended.
    pub(super) fn end(&mut self, game: &Game, score: &HandScore, history: &[Action]) {
        let end = End::new(game, self.dealer, score, history);
        self.send(Message::End(&end));
    }

    /// An error where the program said something that nobody asked for.
    pub(super) fn silent(&mut self) -> Result<(), OffenceKind> {
        self.process.stray()
    }

    /// Says `quit` and waits for the end of the program, no longer than `limit`.
    pub(super) fn quit(mut self, limit: Duration) -> Option<ExitStatus> {
        self.send(Message::Quit {});
        self.hang_up(limit)
    }

    /// Closes the program's input and waits for its end, no longer than `limit`.
    pub(super) fn hang_up(&mut self, limit: Duration) -> Option<ExitStatus> {
        self.closed = true;
        self.process.finish(limit)
    }

    /// Ends the program by force, for an offence.
    pub(super) fn abort(mut self, kind: OffenceKind) -> Offence {
        self.closed = true;
        Offence {
            kind,
            heard: self.process.kill(),
        }
    }

    fn send(&mut self, message: Message<'_>) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let line = OutgoingLine {
            id,
            message,
            unknown: self.puzzling.then_some([1, 2]),
        };
        self.process
            .send(serde_json::to_vec(&line).expect("messages have text keys and finite numbers"));
        id
    }

    fn answer(&mut self, limit: Duration) -> Result<IncomingLine, OffenceKind> {
        let line = self.process.receive(limit)?;
        serde_json::from_slice(&line).map_err(|error| {
            let error = plain(&error.to_string());
            OffenceKind::Protocol(format!("an answer that cannot be read: {error}, in {}", shown(&line)))
        })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !self.closed {
            self.send(Message::Quit {});
            self.hang_up(FAREWELL);
        }
    }
}

fn welcome(answer: IncomingLine, asked: u64) -> Result<Introduction, OffenceKind> {
    let IncomingLine::Ready(ready) = answer else {
        return Err(unexpected("action", "ready"));
    };
    check_id(ready.id, asked)?;
    if ready.protocol != PROTOCOL {
        let text = format!("the program speaks protocol {}, expected {PROTOCOL}", ready.protocol);
        return Err(OffenceKind::Protocol(text));
    }
    Ok(Introduction::new(ready))
}

fn check_id(found: u64, expected: u64) -> Result<(), OffenceKind> {
    if found == expected {
        return Ok(());
    }
    let text = format!("an answer to line {found}, expected one to line {expected}");
    Err(OffenceKind::Protocol(text))
}

fn unexpected(found: &str, expected: &str) -> OffenceKind {
    OffenceKind::Protocol(format!("an answer of type `{found}`, expected `{expected}`"))
}
