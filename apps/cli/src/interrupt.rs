//! Ctrl-C and SIGTERM: the first asks the work to stop at the next point with a valid result, the second ends the
//! program.

use std::sync::{LazyLock, OnceLock};

use anyhow::{Context, Result};
use spariglio_agents::Stop;
use spariglio_arena::ArenaError;
use spariglio_files::tell;

use crate::Status;

static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);
static LISTENING: OnceLock<()> = OnceLock::new();

/// Exit status if Ctrl-C ended the program.
const INTERRUPTED: i32 = 130;

/// Installs the signal handler, if that was not done before.
pub fn listen() -> Result<()> {
    if LISTENING.set(()).is_err() {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        if stopped() {
            std::process::exit(INTERRUPTED);
        }
        STOP.ask();
        tell!("stopping after the work in progress; Ctrl-C again stops at once");
    })
    .context("cannot listen for Ctrl-C")
}

/// Ends the program if it was asked to stop; for work whose files already hold all that can be kept.
pub fn end_if_stopped(then: Then) {
    if stopped() {
        ended_early(then);
        std::process::exit(1);
    }
}

/// How work that was stopped early can be done.
#[derive(Copy, Clone, Eq, PartialEq)]
pub enum Then {
    /// Its files keep what was played.
    Resumes,
    /// It could keep what was played, if it were given a file.
    NeedsOut,
    /// It keeps nothing.
    StartsOver,
}

/// Says that the work was stopped early, and returns the status of that.
pub fn ended_early(then: Then) -> Status {
    let how = match then {
        Then::Resumes => "the same command resumes from here",
        Then::NeedsOut => "with --out FILE it could be resumed",
        Then::StartsOver => "the same command starts over",
    };
    tell!("stopped before everything was played; {how}");
    Status::Fault
}

/// The outcome of work whose files keep what was played; `None`, with a message, if it was stopped early.
pub fn unless_stopped<T>(outcome: Result<T, ArenaError>) -> Result<Option<T>> {
    match outcome {
        Err(ArenaError::Stopped) => {
            ended_early(Then::Resumes);
            Ok(None)
        }
        outcome => Ok(Some(outcome?)),
    }
}

/// Whether the program was asked to stop.
pub fn stopped() -> bool {
    STOP.is_due()
}

/// Does work whose searches end when the program is asked to stop. The work must drop their last decisions.
pub fn during<T>(work: impl FnOnce() -> T) -> T {
    STOP.during(work)
}
