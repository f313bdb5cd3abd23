//! The conversation with one process: the greeting, then hands.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use spariglio_engine::{Action, Game, HandScore, MatchState, View};

use super::answer::Answer;
use super::command::missing_file;
use super::introduction::Introduction;
use super::message::{Act, End, HandMessage, Hello, Message, OutgoingLine};
use super::process::{LONGEST_LINE, Process};
use super::transcript::Transcript;
use crate::table::{Offence, OffenceKind};

/// How long a program may take to end after `quit`, if its session is dropped.
const FAREWELL: Duration = Duration::from_millis(250);

/// What is wrong if an answer comes when the input ends.
const BUFFERED: &str = "its answer waits in a buffer and came when its input ended; expected a flush after each line (Python: `print(..., flush=True)`, C: `fflush(stdout)`)";

/// A program that has answered the greeting.
pub(super) struct Session {
    process: Process,
    next_id: u64,
    introduction: Introduction,
    dealer: usize,
    /// Whether every line carries a field unknown to the protocol.
    puzzling: bool,
    closed: bool,
}

impl Session {
    /// Starts the program and greets it. If `puzzling`, every line carries a field unknown to the protocol.
    pub(super) fn open(words: &[String], hello: &Hello, limit: Duration, puzzling: bool) -> Result<Session, Offence> {
        let until = Instant::now() + limit;
        let mut session = Session {
            process: Process::spawn(words, LONGEST_LINE, Transcript::of(words)?)?,
            next_id: 0,
            introduction: Introduction::default(),
            dealer: 0,
            puzzling,
            closed: false,
        };
        let id = session.send(Message::Hello(hello));
        // The start of the program counts too, but an error names the whole limit.
        let left = until.saturating_duration_since(Instant::now());
        let line = session.process.receive(left).map_err(|kind| match kind {
            OffenceKind::Timeout { .. } => {
                OffenceKind::Timeout { limit_millis: u32::try_from(limit.as_millis()).unwrap_or(u32::MAX) }
            }
            other => other,
        });
        let line = line.map_err(|kind| session.kept_back(kind));
        match line.and_then(|line| Introduction::read(&line, id)) {
            Ok(introduction) => {
                session.introduction = introduction;
                Ok(session)
            }
            Err(OffenceKind::Crashed(how)) => {
                let missing = missing_file(words).map(|file| format!("; `{file}` is no file in this folder"));
                Err(session.abort(OffenceKind::Crashed(how + &missing.unwrap_or_default())))
            }
            Err(kind) => Err(session.abort(kind)),
        }
    }

    /// Says if a program that seems silent has an answer, which comes when its input ends.
    pub(super) fn kept_back(&mut self, kind: OffenceKind) -> OffenceKind {
        let is_late = matches!(kind, OffenceKind::Timeout { .. });
        match is_late.then(|| self.process.line_at_the_end()).flatten() {
            Some(_) => OffenceKind::Protocol(format!("{kind}: {BUFFERED}")),
            None => kind,
        }
    }

    /// The program's answer to the greeting.
    pub(super) fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Tells that a hand begins.
    pub(super) fn hand(&mut self, view: &View<'_>, seed: u64, standing: Option<&MatchState>) {
        self.dealer = view.dealer();
        let wording = self.introduction.wording(view.game());
        self.send(Message::Hand(&HandMessage::new(view, seed, standing, wording.as_ref())));
    }

    /// Asks for one of the `legal` actions.
    pub(super) fn act(&mut self, view: &View<'_>, legal: &[Action], limit: Duration) -> Result<Answer, OffenceKind> {
        self.process.stray()?;
        let wording = self.introduction.wording(view.game());
        let id = self.send(Message::Act(&Act::new(view, legal, wording.as_ref())));
        Answer::read(&self.process.receive(limit)?, id, view, legal, wording.as_ref())
    }

    /// Tells how a hand ended.
    pub(super) fn end(&mut self, game: &Game, score: &HandScore, history: &[Action]) {
        let end = End::new(game, self.dealer, score, history);
        self.send(Message::End(&end));
    }

    /// Fails if the program sent a line that nobody asked for.
    pub(super) fn silent(&mut self) -> Result<(), OffenceKind> {
        self.process.stray()
    }

    /// Says `quit` and waits for the end of the program, at most `limit`.
    pub(super) fn quit(mut self, limit: Duration) -> Option<ExitStatus> {
        self.send(Message::Quit {});
        self.hang_up(limit)
    }

    /// Closes the program's input and waits for its end, at most `limit`.
    pub(super) fn hang_up(&mut self, limit: Duration) -> Option<ExitStatus> {
        self.closed = true;
        self.process.finish(limit)
    }

    /// Ends the program by force after an offence.
    pub(super) fn abort(mut self, kind: OffenceKind) -> Offence {
        self.closed = true;
        self.process.note_offence(&kind);
        Offence { kind, heard: self.process.kill() }
    }

    fn send(&mut self, message: Message<'_>) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let line = OutgoingLine { id, message, unknown: self.puzzling.then_some([1, 2]) };
        self.process
            .send(serde_json::to_vec(&line).expect("messages have text keys and finite numbers"));
        id
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
