//! Long work: it runs on a thread of its own without the interpreter's lock, and Ctrl-C ends the wait for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use spariglio_cli::common::MOST_THREADS;

use crate::error;

/// Between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// A number of threads that may be asked for, 0 for one per core.
///
/// # Errors
/// There are too many.
pub fn check_threads(threads: usize) -> PyResult<()> {
    if threads <= MOST_THREADS {
        return Ok(());
    }
    let expected = format!("a number from 0 (one per core) to {MOST_THREADS}");
    Err(error::value(format!("threads is {threads}: expected {expected}")))
}

/// Set where work shall end early.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Says that it shall end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Shall it end?
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What `work` gives. Where a signal interrupts the wait, `work` is told to stop, is left to itself, and its result is dropped.
///
/// # Errors
/// A signal's exception; the work panicked, which is a fault of this project.
pub fn wait<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send + 'static) -> PyResult<T> {
    let mut waiting = Waiting::new(work);
    waiting.end(py).inspect_err(|_| waiting.stop.set())
}

/// The same for work that ends soon after it was told to: where a signal interrupts the wait, its end is waited for, unless a
/// second signal comes.
///
/// # Errors
/// As [`wait`].
pub fn wait_for_end<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send + 'static) -> PyResult<T> {
    let mut waiting = Waiting::new(work);
    waiting.end(py).inspect_err(|_| {
        waiting.stop.set();
        // A second signal ends this wait too; what the work still gives is dropped.
        let _ = receive(py, &waiting.result);
    })
}

/// Work on its thread.
struct Waiting<T> {
    stop: Stop,
    worker: Option<JoinHandle<()>>,
    result: Mutex<Receiver<T>>,
}

impl<T: Send + 'static> Waiting<T> {
    fn new(work: impl FnOnce(&Stop) -> T + Send + 'static) -> Waiting<T> {
        let stop = Stop::default();
        let (done, result) = channel();
        let told = stop.clone();
        let worker = std::thread::spawn(move || {
            // The receiver is gone where the wait was interrupted.
            let _ = done.send(work(&told));
        });
        Waiting {
            stop,
            worker: Some(worker),
            result: Mutex::new(result),
        }
    }

    /// Its result; a signal's exception; what it said when it panicked.
    fn end(&mut self, py: Python<'_>) -> PyResult<T> {
        match receive(py, &self.result)? {
            Some(result) => Ok(result),
            None => Err(self.panicked(py)),
        }
    }

    fn panicked(&mut self, py: Python<'_>) -> PyErr {
        let joined = self.worker.take().map(|worker| py.detach(|| worker.join()));
        let panic = joined.and_then(Result::err);
        let said = panic.and_then(|panic| panic.downcast_ref::<String>().cloned());
        let said = said.unwrap_or_else(|| "no message".to_owned());
        PyRuntimeError::new_err(format!("an error of spariglio itself: {said}"))
    }
}

/// What comes through a channel, waited for without the interpreter's lock; none where the other end is gone.
///
/// # Errors
/// A signal's exception.
pub fn receive<T: Send>(py: Python<'_>, channel: &Mutex<Receiver<T>>) -> PyResult<Option<T>> {
    loop {
        match py.detach(|| channel.lock().ok().map(|channel| channel.recv_timeout(LOOK))) {
            Some(Ok(result)) => return Ok(Some(result)),
            Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
            Some(Err(RecvTimeoutError::Disconnected)) | None => return Ok(None),
        }
    }
}
