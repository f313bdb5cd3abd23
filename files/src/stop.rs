//! Ends work early: if another thread asks, or at a time on the wall clock. A search then gives its best action so far,
//! and a wait for a program ends. Work that keeps results drops what was in progress.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Longest time between two looks at the stop while waiting.
const LOOK: Duration = Duration::from_millis(50);

thread_local! {
    /// The stop of the work that this thread does.
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// A wish to end work, shared between the thread that works and the one that asks. The threads of a
/// [`pool`](crate::pool) have the stop of the work that makes the pool.
///
/// # Examples
/// ```
/// use spariglio_files::{Stop, pool};
///
/// let stop = Stop::default();
/// let pool = stop.during(|| pool(2))?;
/// assert!(!pool.install(Stop::is_due_here));
/// stop.ask();
/// assert!(pool.install(Stop::is_due_here));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl Stop {
    /// A stop that comes by itself at `until`, if that is given.
    #[must_use]
    pub fn new(until: Option<Instant>) -> Stop {
        Stop { asked: Arc::default(), until }
    }

    /// Asks for the end.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Does work that looks at this stop.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(Some(self.clone()));
        let done = work();
        CURRENT.set(before);
        done
    }

    /// Makes this the stop of a new thread, if the work that starts the thread has one.
    pub fn hand_on(stop: Option<&Stop>) {
        CURRENT.set(stop.cloned());
    }

    /// The stop of the work that this thread does, if there is one.
    #[must_use]
    pub fn current() -> Option<Stop> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Whether the stop of the work that this thread does is due.
    #[must_use]
    pub fn is_due_here() -> bool {
        CURRENT.with_borrow(|stop| stop.as_ref().is_some_and(Stop::is_due))
    }

    /// The next message of a channel. Waits at most `limit`, and no longer than until the stop of this thread is due.
    ///
    /// # Errors
    /// No message came in time, or the other end is gone.
    pub fn receive<T>(channel: &Receiver<T>, limit: Duration) -> Result<T, RecvTimeoutError> {
        let began = Instant::now();
        loop {
            let left = limit.saturating_sub(began.elapsed());
            match channel.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) if left > LOOK && !Stop::is_due_here() => {}
                outcome => return outcome,
            }
        }
    }

    /// Whether the end was asked for, or its time has come.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
