//! Ctrl-C, SIGTERM and a reader of standard output that goes away: the first asks the work to stop and to keep what is
//! finished. A second Ctrl-C or SIGTERM ends the program.

#[cfg(unix)]
use std::io::IsTerminal;
use std::sync::{LazyLock, OnceLock};

use anyhow::{Context, Result};
use spariglio_agents::agent::Stop;
use spariglio_arena::ArenaError;
use spariglio_files::tell;

use crate::Status;

static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);
static LISTENING: OnceLock<()> = OnceLock::new();

/// Exit status if Ctrl-C ended the program.
const INTERRUPTED: i32 = 130;

/// Listens for the wish to stop, if that was not done before.
pub fn listen() -> Result<()> {
    if LISTENING.set(()).is_err() {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        if stopped() {
            std::process::exit(INTERRUPTED);
        }
        STOP.ask();
        tell!("stopping; Ctrl-C again ends the program at once");
    })
    .context("cannot listen for Ctrl-C")?;
    std::thread::spawn(|| {
        if reader_goes() {
            STOP.ask();
        }
    });
    Ok(())
}

/// Ends the program when the reader of standard output goes away, for work that keeps nothing.
pub fn end_without_reader() {
    std::thread::spawn(|| {
        if reader_goes() {
            std::process::exit(0);
        }
    });
}

/// Waits until nobody can read standard output any more; `false` if that cannot be known. A terminal that closes sends a
/// signal.
fn reader_goes() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;

        use nix::errno::Errno;
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        let output = std::io::stdout();
        if output.is_terminal() {
            return false;
        }
        let mut ends = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while poll(&mut ends, PollTimeout::NONE) == Err(Errno::EINTR) {}
        let gone = PollFlags::POLLERR | PollFlags::POLLHUP;
        ends[0].revents().is_some_and(|events| events.intersects(gone))
    }
    #[cfg(not(unix))]
    false
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
        Then::NeedsOut => "with --out it could be resumed",
        Then::StartsOver => "the same command starts over",
    };
    tell!("stopped before everything was played; {how}");
    Status::Fault
}

/// The outcome of work that goes on as `then` says; `None`, with a message, if it was stopped early.
pub fn unless_stopped<T>(outcome: Result<T, ArenaError>, then: Then) -> Result<Option<T>> {
    match outcome {
        Err(ArenaError::Stopped) => {
            ended_early(then);
            Ok(None)
        }
        outcome => Ok(Some(outcome?)),
    }
}

/// Whether the program was asked to stop.
pub fn stopped() -> bool {
    STOP.is_due()
}

/// Does work that ends when the program is asked to stop: searches and waits for programs end at once. The work must
/// drop their last decisions.
pub fn during<T>(work: impl FnOnce() -> T) -> T {
    STOP.during(work)
}
