//! `external`: a program that decides, over JSON Lines on its standard input and output (`docs/reference/protocol.md`).
//!
//! | file | noun |
//! |---|---|
//! | `command` | the words that start a program |
//! | `process` | a running program and its three streams |
//! | `answerer` | a program that answers each line with a line, outside the protocol |
//! | `message` | the messages of the protocol |
//! | `session` | the conversation with one process |
//! | `answer` | the answers of a program |
//! | `introduction` | a program's name, version and author |
//! | `greetings` | the answers of a program to its first greetings |
//! | `starts` | how many of its processes start at once |
//! | `sandbox`, `trial` | a program in a sandbox; whether that works here |
//! | `thoughts` | the optional fields beside an action |
//! | `transcript` | what programs are sent, answer and complain, in a folder |
//! | `check` | the checks that a program keeps the protocol |
//!
//! Invariant: whatever the program does, a call returns within its time limit with a legal action or a [`Refusal`].
//! After an offence the process is killed; the next hand starts another.

mod answer;
mod answerer;
pub mod check;
mod command;
mod filter;
mod greetings;
mod introduction;
mod message;
mod process;
mod sandbox;
mod session;
mod starts;
#[cfg(test)]
mod tests;
mod thoughts;
mod transcript;
mod trial;

use std::path::PathBuf;
use std::time::Duration;

use spariglio_engine::{Action, Card, Game, HandScore, MatchState, View};

use crate::agent::{Budget, Decision};
use crate::options::{COMMAND, SpecError, names_program, option_table};
use crate::quotes::joined;
use crate::table::{Offence, OffenceKind, Program, Refusal};
use message::Hello;
use session::Session;
use thoughts::Belief;

pub use answer::Answer;
pub use answerer::Answerer;
pub use greetings::Greetings;
pub use introduction::Introduction;
pub use message::PROTOCOL;
pub use transcript::keep_transcripts;

/// How much longer than usual a process may take to start if another one was late: the program has started before, so
/// the machine is probably busy.
const PATIENCE: u32 = 4;

option_table! {
    /// Options of `external`.
    #[derive(Eq)]
    ExternalConfig {
        /// The program and its arguments.
        command: Vec<String> = Vec::new(), command(),
            "the program and its arguments, started in an empty folder of its own; quotes keep a word with spaces together";
        /// Its name in tables; if empty, the name that the program gives itself.
        name: String = String::new(), label(), "name in tables; without it, the one that the program gives itself";
        /// Wall-clock limit of a decision in milliseconds.
        millis: u32 = 1000, count(1..=3_600_000), "wall-clock time per decision, in milliseconds";
        /// Wall-clock limit from the start of the program to its `ready`, in milliseconds.
        start_millis: u32 = 10_000, count(1..=3_600_000),
            "wall-clock time from the program's start to its greeting, in milliseconds";
        /// Whether it runs in a sandbox by bubblewrap.
        sandbox: bool = false, flag(), "run it in bubblewrap: no network, a read-only system";
        /// Its answers to its first greetings.
        greetings: Greetings = Greetings::default();
    }
}

impl ExternalConfig {
    /// The files that the command runs: the program if it is given with a folder, and the first argument that is a file
    /// (the script of an interpreter). Later arguments may be files that the program writes.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut paths = self.command.iter().map(PathBuf::from);
        let program = paths.next().filter(|path| path.components().count() > 1 && path.is_file());
        let script = paths.find(|path| path.is_file());
        program.into_iter().chain(script).collect()
    }

    /// The folders that the program can read if it runs in a sandbox, besides those of the system.
    #[must_use]
    pub fn sandbox_folders(&self) -> Vec<PathBuf> {
        sandbox::folders(&self.files())
    }

    /// Fails if the program could read what it must not, or if its folders have pipes.
    fn check_folders(&self) -> Result<(), String> {
        let folders = self.sandbox_folders();
        match transcript::open_to(&folders) {
            Some(path) => Err(format!("the transcripts in {} could be read by the program", path.display())),
            None => sandbox::check(&folders),
        }
    }

    /// The command line to start: the program and its arguments, in a sandbox if the option says so.
    fn words(&self) -> Result<Vec<String>, SpecError> {
        if !names_program(&self.command) {
            return Err(SpecError::bad("external", "command", joined(&self.command), COMMAND));
        }
        Ok(if self.sandbox {
            sandbox::shut_in(&self.command, &self.files())
        } else {
            command::from_anywhere(self.command.clone())
        })
    }

    fn start_limit(&self) -> Duration {
        Duration::from_millis(self.start_millis.into())
    }

    /// Starts the program for `game`, asks who it is, and ends it. Later calls return the first answer.
    ///
    /// # Errors
    /// The command names no program, the program does not introduce itself, or it needs a sandbox and bubblewrap does
    /// not work here.
    pub fn greet(&self, game: &Game) -> Result<Introduction, SpecError> {
        let command = || joined(&self.command);
        if self.sandbox {
            let folders = || self.check_folders();
            let checked = trial::check().and_then(|()| self.greetings.checked(folders));
            checked.map_err(|why| SpecError::NoSandbox { command: command(), why })?;
        }
        let words = self.words()?;
        let ask = || {
            let session = Session::open(&words, &Hello::new(game, self), self.start_limit(), false)?;
            Ok(session.introduction().clone())
        };
        let first = self.greetings.first(game, ask);
        first.map_err(|offence| SpecError::NoGreeting { command: command(), offence: Box::new(offence) })
    }
}

/// A player that is another program.
pub struct External {
    words: Vec<String>,
    config: ExternalConfig,
    hello: Hello,
    /// Its answer to the first greeting.
    first: Introduction,
    session: Option<Session>,
    /// The refusal of the hand in progress. If there is one, the program takes no further part in the hand.
    refusal: Option<Refusal>,
    /// The seed of a hand, if the program has not been told of the hand yet.
    untold: Option<u64>,
    standing: Option<MatchState>,
    /// Its last belief about hidden cards.
    belief: Belief,
}

impl External {
    /// A program for hands of `game`. It is greeted now if nobody has greeted it for this game; the first hand starts
    /// its process.
    ///
    /// # Errors
    /// As [`ExternalConfig::greet`].
    pub fn new(game: &Game, config: &ExternalConfig) -> Result<External, SpecError> {
        Ok(External {
            first: config.greet(game)?,
            words: config.words()?,
            config: config.clone(),
            hello: Hello::new(game, config),
            session: None,
            refusal: None,
            untold: None,
            standing: None,
            belief: Belief::new(),
        })
    }

    fn ask(&mut self, view: &View<'_>, actions: &[Action], limit: Duration) -> Result<Answer, Refusal> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.open().map_err(|refusal| self.out(refusal))?,
        };
        if let Some(seed) = self.untold.take() {
            session.hand(view, seed, self.standing.as_ref());
        }
        match session.act(view, actions, limit) {
            Ok(answer) => {
                self.session = Some(session);
                Ok(answer)
            }
            Err(kind) => Err(self.out(session.abort(kind).into())),
        }
    }

    /// Starts a process.
    ///
    /// # Errors
    /// The program's offence. If it introduces itself in another way than at first, it fails: the run is not one of a
    /// single agent.
    fn open(&self) -> Result<Session, Refusal> {
        let session = self.greeted()?;
        let [first, now] = [&self.first, session.introduction()];
        if first == now {
            return Ok(session);
        }
        let expected = "expected the same name, version and author from every process";
        Err(Refusal::Failed(format!("it says \"{now}\", at its first greeting \"{first}\": {expected}")))
    }

    /// A process that has answered the greeting. If one is late, another is started, with more time.
    fn greeted(&self) -> Result<Session, Offence> {
        let _turn = self.config.greetings.turn();
        let limit = self.config.start_limit();
        let open = |limit| Session::open(&self.words, &self.hello, limit, false);
        match open(limit) {
            Err(Offence { kind: OffenceKind::Timeout { .. }, .. }) => open(PATIENCE * limit),
            opened => opened,
        }
    }

    /// Takes the program out of this hand.
    fn out(&mut self, refusal: Refusal) -> Refusal {
        self.refusal = Some(refusal.clone());
        refusal
    }
}

impl Program for External {
    fn note_standing(&mut self, standing: &MatchState) {
        self.standing = Some(standing.clone());
    }

    /// Starts the program if none is running. If the start fails, that counts at its first decision.
    fn start_hand(&mut self, seed: u64) {
        self.refusal = None;
        self.untold = Some(seed);
        if self.session.is_none() {
            match self.open() {
                Ok(session) => self.session = Some(session),
                Err(refusal) => self.refusal = Some(refusal),
            }
        }
    }

    /// A budget in milliseconds replaces the configured limit.
    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Result<Decision, Refusal> {
        let mut actions = Vec::new();
        view.legal_in_any_order(&mut actions);
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
