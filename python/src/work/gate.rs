//! The gate between threads and Python: who is in Python, or comes back to it, holds a pass. A thread that comes back after
//! Python has ended would end the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;

/// How long the end of Python waits for the passes that are out.
const PATIENCE: Duration = Duration::from_secs(5);

/// Passes that are out.
static OUT: Mutex<usize> = Mutex::new(0);
static RETURNED: Condvar = Condvar::new();
/// Whether Python ends: then there are no more passes.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Leave to use Python.
pub struct Pass(());

impl Pass {
    /// A pass; none where Python ends.
    pub fn new() -> Option<Pass> {
        let mut out = OUT.lock().unwrap_or_else(PoisonError::into_inner);
        if CLOSED.load(Ordering::Relaxed) {
            return None;
        }
        *out += 1;
        Some(Pass(()))
    }

    /// Whether Python ends, and waits for it.
    pub fn expired(&self) -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        *OUT.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        RETURNED.notify_all();
    }
}

/// Python ends: no thread of Rust calls it from now on, and for some seconds those are waited for that are in a call.
#[pyfunction]
pub fn leave(py: Python<'_>) {
    py.detach(|| {
        let out = OUT.lock().unwrap_or_else(PoisonError::into_inner);
        CLOSED.store(true, Ordering::Relaxed);
        drop(RETURNED.wait_timeout_while(out, PATIENCE, |out| *out > 0));
    });
}
