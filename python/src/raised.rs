//! What an agent of Python raised, kept until the run that it ended tells of it.

use std::fmt::Display;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The first exception of an agent. Copies are one.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Keeps an exception, and says it in words.
    pub fn keep(&self, py: Python<'_>, exception: PyErr) -> String {
        let text = match exception.value(py).str() {
            Ok(message) => format!("{}: {message}", exception.get_type(py)),
            Err(_) => exception.to_string(),
        };
        let text = text.replace("<class '", "").replace("'>", "");
        if let Ok(mut first) = self.0.lock() {
            first.get_or_insert(exception);
        }
        text
    }

    /// The exception, which is kept no longer.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().ok()?.take()
    }
}

/// The error of a run, with the exception of an agent as its cause where one of them raised one.
pub fn error_of_run(py: Python<'_>, error: impl Display, raised: &[Raised]) -> PyErr {
    match raised.iter().find_map(Raised::take) {
        Some(cause) => {
            let told = PyRuntimeError::new_err(error.to_string());
            told.set_cause(py, Some(cause));
            told
        }
        None => crate::error::value(error),
    }
}
