//! The command line.

use std::ffi::OsString;

use pyo3::prelude::*;
use spariglio_cli::Apart;

/// Runs a command line of `spariglio`, its program first, and gives its exit status.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| spariglio_cli::main(&arguments, &Apart::new(&arguments)))
}
