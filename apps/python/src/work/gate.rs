//! The gate between threads and Python. A thread holds a pass while it is in Python or about to return to it. A thread
//! that returned after Python has ended would end the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;

/// The most time that the shutdown of Python waits for passes.
const PATIENCE: Duration = Duration::from_secs(5);

/// Number of passes that are held.
static OUT: Mutex<usize> = Mutex::new(0);
static RETURNED: Condvar = Condvar::new();
/// Whether Python is shutting down. If so, no more passes are given.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Permission to use Python.
pub struct Pass(());

impl Pass {
    /// A pass, or `None` if Python is shutting down.
    pub fn new() -> Option<Pass> {
        let mut out = OUT.lock().unwrap_or_else(PoisonError::into_inner);
        if CLOSED.load(Ordering::Relaxed) {
            return None;
        }
        *out += 1;
        Some(Pass(()))
    }

    /// Whether Python is shutting down and waits for this pass.
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

/// Called when Python shuts down. Rust threads call Python no more, and calls in progress get some seconds to end.
#[pyfunction]
pub fn leave(py: Python<'_>) {
    py.detach(|| {
        let out = OUT.lock().unwrap_or_else(PoisonError::into_inner);
        CLOSED.store(true, Ordering::Relaxed);
        drop(RETURNED.wait_timeout_while(out, PATIENCE, |out| *out > 0));
    });
}
