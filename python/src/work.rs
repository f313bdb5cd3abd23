//! Long work: it runs on a thread of its own without the interpreter's lock, and Ctrl-C ends the wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Set where work shall end early.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Shall it end?
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What `work` gives. Where a signal interrupts the wait, `work` is told to stop and its result is dropped.
///
/// # Errors
/// A signal's exception; the work panicked, which is a fault of this project.
pub fn wait<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send + 'static) -> PyResult<T> {
    let stop = Stop::default();
    let (done, mut result) = channel();
    let told = stop.clone();
    let worker = std::thread::spawn(move || {
        // The receiver is gone where the wait was interrupted.
        let _ = done.send(work(&told));
    });
    loop {
        let (got, back) = py.detach(move || (result.recv_timeout(LOOK), result));
        result = back;
        match got {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let said = py.detach(|| worker.join()).err();
                let said = said.and_then(|panic| panic.downcast_ref::<String>().cloned());
                let said = said.unwrap_or_else(|| "no message".to_owned());
                return Err(PyRuntimeError::new_err(format!("an error of spariglio itself: {said}")));
            }
        }
        if let Err(signal) = py.check_signals() {
            stop.0.store(true, Ordering::Relaxed);
            return Err(signal);
        }
    }
}
