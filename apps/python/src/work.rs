//! Long work: it runs on its own thread without the interpreter's lock, and Ctrl-C ends the wait for it. If the work
//! calls Python, it first passes the gate, so that Python does not shut down during a call (`leave`).

mod gate;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PySystemExit};
use pyo3::prelude::*;

pub use gate::{Pass, leave};

/// Interval between checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Set if work should end early.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the work to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The result of `work`. If a signal interrupts the wait, `work` is told to stop, is not waited for, and its result is
/// dropped.
///
/// # Errors
/// A signal's exception, or the work panicked, which is a fault of this project.
pub fn wait<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send + 'static) -> PyResult<T> {
    let mut waiting = Waiting::new(work);
    waiting.end(py).inspect_err(|_| waiting.stop.set())
}

/// Like [`wait`], for work that ends soon after it is told to stop. If a signal interrupts the wait, waits for that end
/// too, unless a second signal arrives.
///
/// # Errors
/// As [`wait`].
pub fn wait_for_end<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send + 'static) -> PyResult<T> {
    let mut waiting = Waiting::new(work);
    waiting.end(py).inspect_err(|_| {
        waiting.stop.set();
        // A second signal ends this wait too; the result of the work is dropped.
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
        let flag = stop.clone();
        let worker = std::thread::spawn(move || {
            // The receiver is gone if the wait was interrupted.
            let _ = done.send(work(&flag));
        });
        Waiting { stop, worker: Some(worker), result: Mutex::new(result) }
    }

    /// The result, a signal's exception, or an error with the message of the panic.
    fn end(&mut self, py: Python<'_>) -> PyResult<T> {
        match receive(py, &self.result)? {
            Some(result) => Ok(result),
            None => Err(self.panicked(py)),
        }
    }

    fn panicked(&mut self, py: Python<'_>) -> PyErr {
        let joined = self.worker.take().map(|worker| py.detach(|| worker.join()));
        let panic = joined.and_then(Result::err);
        let message = panic.and_then(|panic| panic.downcast_ref::<String>().cloned());
        let message = message.unwrap_or_else(|| "no message".to_owned());
        PyRuntimeError::new_err(format!("an error of spariglio itself: {message}"))
    }
}

/// Receives from a channel without the interpreter's lock; `None` if the other end is gone.
///
/// # Errors
/// A signal's exception, or `SystemExit` if Python is shutting down.
pub fn receive<T: Send>(py: Python<'_>, channel: &Mutex<Receiver<T>>) -> PyResult<Option<T>> {
    let pass = Pass::new().ok_or_else(|| PySystemExit::new_err(()))?;
    loop {
        match py.detach(|| channel.lock().ok().map(|channel| channel.recv_timeout(LOOK))) {
            Some(Ok(result)) => return Ok(Some(result)),
            Some(Err(RecvTimeoutError::Timeout)) if pass.expired() => return Err(PySystemExit::new_err(())),
            Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
            Some(Err(RecvTimeoutError::Disconnected)) | None => return Ok(None),
        }
    }
}
