//! `external`: a program that decides, over JSON Lines on its standard input and output (`docs/protocol.md`).
//!
//! | file | noun |
//! |---|---|
//! | `command` | the words of a command line |
//! | `process` | a running program and its three streams |
//! | `message` | the messages of the protocol |
//! | `view` | a view as a message shows it |
//! | `session` | the conversation with one process |
//! | `answer` | the answers of a program |
//! | `introduction` | a program's name, version and author |
//! | `sandbox`, `trial` | a program in a sandbox; whether that works here |
//! | `thoughts` | the optional fields beside an action |
//! | `check` | the checks that a program keeps the protocol |
//!
//! Invariant: whatever the program does, a call returns within its time limit with a legal action or an [`Offence`].
//! After an offence the process is killed; the next hand starts another.

mod answer;
pub mod check;
mod command;
pub mod custom;
mod introduction;
mod message;
mod process;
mod sandbox;
mod session;
#[cfg(test)]
mod tests;
mod thoughts;
mod trial;
mod view;

use std::path::PathBuf;
use std::time::Duration;

use spariglio_engine::{Action, Card, Game, HandScore, View};

use crate::agent::{Budget, Decision, MatchStanding};
use crate::options::{OptionPass, Options, SpecError};
use crate::table::{Offence, OffenceKind, Program};
use message::{HandMessage, Hello};
use session::Session;
use thoughts::Belief;

pub use answer::Answer;
pub use introduction::Introduction;
pub use message::PROTOCOL;
pub use view::ViewMessage;

/// The expected value of the option `command`.
const COMMAND: &str = "a program and its arguments, quotes closed, without `:`";

/// Options of `external`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalConfig {
    /// The program and its arguments, separated by spaces; quotes keep a word together.
    pub command: String,
    /// Its name in tables; if empty, the name that the program gives itself.
    pub name: String,
    /// Wall-clock limit of a decision in milliseconds.
    pub millis: u32,
    /// Wall-clock limit from the start of the program to its `ready`, in milliseconds.
    pub start_millis: u32,
    /// Whether it runs in a sandbox by bubblewrap.
    pub sandbox: bool,
}

impl Default for ExternalConfig {
    fn default() -> ExternalConfig {
        ExternalConfig {
            command: String::new(),
            name: String::new(),
            millis: 1000,
            start_millis: 10_000,
            sandbox: false,
        }
    }
}

impl ExternalConfig {
    /// The files that the command runs: the program if it is given with a folder, and the first argument that is a file
    /// (the script of an interpreter). Later arguments may be files that the program writes.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let words = command::words(&self.command).unwrap_or_default();
        let mut paths = words.into_iter().map(PathBuf::from);
        let program = paths.next().filter(|path| path.components().count() > 1 && path.is_file());
        let script = paths.find(|path| path.is_file());
        program.into_iter().chain(script).collect()
    }

    /// The folders that the program can read if it runs in a sandbox, besides those of the system.
    #[must_use]
    pub fn sandbox_folders(&self) -> Vec<PathBuf> {
        sandbox::folders(&self.files())
    }

    /// The command line to start: the program and its arguments, in a sandbox if the option says so.
    fn words(&self) -> Result<Vec<String>, SpecError> {
        let words = command::words(&self.command).ok_or_else(|| SpecError::BadValue {
            agent: "external".to_owned(),
            option: "command".to_owned(),
            value: self.command.clone(),
            expected: COMMAND.to_owned(),
        })?;
        Ok(if self.sandbox {
            sandbox::shut_in(&words, &self.files())
        } else {
            command::from_anywhere(words)
        })
    }

    fn start_limit(&self) -> Duration {
        Duration::from_millis(self.start_millis.into())
    }

    /// Starts the program for `game`, asks who it is, and ends it.
    ///
    /// # Errors
    /// The program's offence, if it does not introduce itself. A command that names no program counts as a crash.
    pub fn introduction(&self, game: &Game) -> Result<Introduction, Offence> {
        let words = self.words().map_err(|error| OffenceKind::Crashed(error.to_string()))?;
        let session = Session::open(&words, &Hello::new(game, self), self.start_limit())?;
        Ok(session.introduction().clone())
    }
}

impl Options for ExternalConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        let sound = |text: &str| command::words(text).is_some() && !text.contains(':');
        pass.text("command", &mut self.command, sound, COMMAND, "the program and its arguments, started in an empty folder of its own; quotes keep a word with spaces together")?;
        pass.label("name", &mut self.name, "name in tables; without it, the one that the program gives itself")?;
        pass.count("millis", &mut self.millis, 1..=3_600_000, "wall-clock time per decision, in milliseconds")?;
        pass.count(
            "start_millis",
            &mut self.start_millis,
            1..=3_600_000,
            "wall-clock time from the program's start to its greeting, in milliseconds",
        )?;
        pass.flag("sandbox", &mut self.sandbox, "run it in bubblewrap: no network, a read-only system")
    }
}

/// A player that is another program.
pub struct External {
    words: Vec<String>,
    config: ExternalConfig,
    hello: Hello,
    session: Option<Session>,
    /// The offence of the hand in progress. If there is one, the program takes no further part in the hand.
    offence: Option<Offence>,
    /// The seed of a hand, if the program has not been told of the hand yet.
    untold: Option<u64>,
    standing: Option<MatchStanding>,
    /// Its last belief about hidden cards.
    belief: Belief,
}

impl External {
    /// A program for hands of `game`; the first hand starts it.
    ///
    /// # Errors
    /// The command names no program, or it needs a sandbox and bubblewrap does not work here.
    pub fn new(game: &Game, config: &ExternalConfig) -> Result<External, SpecError> {
        if config.sandbox {
            trial::check().map_err(|why| SpecError::NoSandbox { command: config.command.clone(), why })?;
        }
        Ok(External {
            words: config.words()?,
            config: config.clone(),
            hello: Hello::new(game, config),
            session: None,
            offence: None,
            untold: None,
            standing: None,
            belief: Belief::new(),
        })
    }

    fn ask(&mut self, view: &View<'_>, actions: &[Action], limit: Duration) -> Result<Answer, Offence> {
        if let Some(offence) = &self.offence {
            return Err(offence.clone());
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::open(&self.words, &self.hello, self.config.start_limit())
                .map_err(|offence| self.out(offence))?,
        };
        if let Some(seed) = self.untold.take() {
            session.hand(&HandMessage::new(view, seed, self.standing.as_ref()));
        }
        match session.act(view, actions, limit) {
            Ok(answer) => {
                self.session = Some(session);
                Ok(answer)
            }
            Err(kind) => Err(self.out(session.abort(kind))),
        }
    }

    /// Takes the program out of this hand.
    fn out(&mut self, offence: Offence) -> Offence {
        self.offence = Some(offence.clone());
        offence
    }
}

impl Program for External {
    fn note_standing(&mut self, standing: &MatchStanding) {
        self.standing = Some(standing.clone());
    }

    /// Starts the program if none is running. If the start fails, the offence counts at its first decision.
    fn start_hand(&mut self, seed: u64) {
        self.offence = None;
        self.untold = Some(seed);
        if self.session.is_none() {
            match Session::open(&self.words, &self.hello, self.config.start_limit()) {
                Ok(session) => self.session = Some(session),
                Err(offence) => self.offence = Some(offence),
            }
        }
    }

    /// A budget in milliseconds replaces the configured limit.
    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Result<Decision, Offence> {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let limit = Duration::from_millis(budget.millis.unwrap_or(self.config.millis).into());
        self.belief.clear();
        let answer = self.ask(view, &actions, limit)?;
        self.belief = answer.belief(view);
        Ok(answer.decision(view, actions))
    }

    fn belief(&self) -> &[(Card, Vec<f32>)] {
        &self.belief
    }

    fn end_hand(&mut self, game: &Game, score: &HandScore, history: &[Action]) {
        if let (Some(session), None) = (&mut self.session, self.untold) {
            session.end(game, score, history);
        }
    }
}
