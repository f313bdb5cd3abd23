//! Errors of the crates as Python exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyValueError};

/// An unexpected value; the text states the expected one.
pub fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A place out of range.
pub fn index(what: &str, given: impl Display, below: usize) -> PyErr {
    PyIndexError::new_err(format!("{what} {given}: expected a number from 0 to {}", below.saturating_sub(1)))
}
