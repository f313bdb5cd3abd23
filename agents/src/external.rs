//! `external`: a program that decides, over JSON Lines on its standard input and output (`docs/protocol.md`).
//!
//! | file | noun |
//! |---|---|
//! | `command` | the words of a command line |
//! | `process` | a running program and its three streams |
//! | `message` | what is said, line by line |
//! | `view` | a view as a message shows it |
//! | `session` | the conversation with one process |
//! | `check` | whether a program keeps the protocol |
//!
//! Invariant: whatever the program does, a call returns within its limit of time with a legal action or an [`Offence`].
//! After an offence the process is killed; the next hand starts another.

pub mod check;
mod command;
mod message;
mod process;
mod session;
#[cfg(test)]
mod tests;
mod view;

use std::time::Duration;

use spariglio_engine::{Action, Game, HandScore, View};

use crate::agent::{Budget, Decision};
use crate::offence::Offence;
use crate::spec::{AgentError, OptionPass, Options, SpecError};
use crate::standing::Standing;
use message::{Hand, Hello};
use session::Session;

pub use message::PROTOCOL;

/// Options of `external`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalConfig {
    /// The program and its arguments, separated by spaces; quotes hold a word together.
    pub command: String,
    /// Wall-clock time of a decision in milliseconds.
    pub millis: u32,
    /// Wall-clock time from the start of the program to its `ready`, in milliseconds.
    pub start_millis: u32,
}

impl Default for ExternalConfig {
    fn default() -> ExternalConfig {
        ExternalConfig {
            command: String::new(),
            millis: 1000,
            start_millis: 10_000,
        }
    }
}

impl Options for ExternalConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        let sound = |text: &str| command::words(text).is_some() && !text.contains(':');
        pass.text(
            "command",
            &mut self.command,
            sound,
            "a program and its arguments, quotes closed, without `:`",
        )?;
        pass.count("millis", &mut self.millis, 1..=3_600_000)?;
        pass.count("start_millis", &mut self.start_millis, 1..=3_600_000)
    }
}

/// A player that is another program.
pub struct External {
    words: Vec<String>,
    config: ExternalConfig,
    hello: Hello,
    session: Option<Session>,
    /// The offence of the hand in progress: the program takes no further part in it.
    offence: Option<Offence>,
    /// The seed of a hand that the program has not been told of.
    untold: Option<u64>,
    standing: Option<Standing>,
}

impl External {
    /// A program for hands of `game`; it is started by the first hand.
    ///
    /// # Errors
    /// The command names no program.
    pub fn new(game: &Game, config: &ExternalConfig) -> Result<External, AgentError> {
        let words = command::words(&config.command).ok_or_else(|| AgentError::Unfit {
            agent: "external".to_owned(),
            rules: game.rules().name.clone(),
            reason: format!("`{}` names no program", config.command),
        })?;
        Ok(External {
            words,
            config: config.clone(),
            hello: Hello::new(game, config),
            session: None,
            offence: None,
            untold: None,
            standing: None,
        })
    }

    /// As [`Agent::note_standing`](crate::Agent::note_standing).
    pub fn note_standing(&mut self, standing: &Standing) {
        self.standing = Some(standing.clone());
    }

    /// Prepares for a hand; starts the program where none is running. A program that does not start commits its offence
    /// when it is to act.
    pub fn start_hand(&mut self, seed: u64) {
        self.offence = None;
        self.untold = Some(seed);
        if self.session.is_none() {
            match Session::open(&self.words, &self.hello, self.start_limit()) {
                Ok(session) => self.session = Some(session),
                Err(offence) => self.offence = Some(offence),
            }
        }
    }

    /// Decides for the view's observer; a budget in milliseconds replaces the configured limit.
    ///
    /// # Errors
    /// The program's offence; further calls in the same hand give it again.
    pub fn decide(&mut self, view: &View<'_>, budget: Budget) -> Result<Decision, Offence> {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let limit = Duration::from_millis(budget.millis.unwrap_or(self.config.millis).into());
        let action = self.ask(view, &actions, limit)?;
        Ok(Decision::certain(action, actions))
    }

    /// The action of [`External::decide`] with the configured limit.
    ///
    /// # Errors
    /// As [`External::decide`].
    pub fn act(&mut self, view: &View<'_>) -> Result<Action, Offence> {
        self.decide(view, Budget::OWN).map(|decision| decision.action)
    }

    /// Tells the program how the hand in which it took part ended.
    pub fn end_hand(&mut self, game: &Game, score: &HandScore, history: &[Action]) {
        if let (Some(session), None) = (&mut self.session, self.untold) {
            session.end(game, score, history);
        }
    }

    fn start_limit(&self) -> Duration {
        Duration::from_millis(self.config.start_millis.into())
    }

    fn ask(&mut self, view: &View<'_>, actions: &[Action], limit: Duration) -> Result<Action, Offence> {
        if let Some(offence) = &self.offence {
            return Err(offence.clone());
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::open(&self.words, &self.hello, self.start_limit()).map_err(|offence| self.out(offence))?,
        };
        if let Some(seed) = self.untold.take() {
            session.hand(&Hand::new(view, seed, self.standing.as_ref()));
        }
        match session.act(view, actions, limit) {
            Ok(action) => {
                self.session = Some(session);
                Ok(action)
            }
            Err(kind) => Err(self.out(session.abort(kind))),
        }
    }

    /// Out of this hand.
    fn out(&mut self, offence: Offence) -> Offence {
        self.offence = Some(offence.clone());
        offence
    }
}
