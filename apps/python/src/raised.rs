//! Questions to Python agents during a run. Their first exception is kept until the run that it ended reports it.

use std::fmt::Display;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::work::{Pass, Stop};

/// A run that asks Python agents. Clones share their state.
#[derive(Clone, Default)]
pub struct Run {
    /// Set if the run should end.
    pub stop: Stop,
    pub raised: Raised,
}

impl Run {
    /// Asks Python. Refuses if the run should end or if Python is shutting down.
    ///
    /// # Errors
    /// The text of the exception that was raised; the exception is kept.
    pub fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, String> {
        let pass = Pass::new().filter(|_| !self.stop.is_set());
        if pass.is_none() {
            return Err("the run was stopped".to_owned());
        }
        Python::attach(|py| question(py).map_err(|exception| self.raised.keep(py, exception)))
    }
}

/// The first exception of a run. Clones share it.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Takes the kept exception out.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().ok()?.take()
    }

    /// The error of a run. If an agent raised an exception, that is its cause.
    pub fn error_of_run(&self, py: Python<'_>, error: impl Display) -> PyErr {
        match self.take() {
            Some(cause) => {
                let exception = PyRuntimeError::new_err(error.to_string());
                exception.set_cause(py, Some(cause));
                exception
            }
            None => crate::error::value(error),
        }
    }

    /// Keeps an exception and returns its text.
    fn keep(&self, py: Python<'_>, exception: PyErr) -> String {
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
}
