//! The command line.

use std::ffi::OsString;

use pyo3::prelude::*;
use spariglio_cli::Absent;

use crate::arguments::Items;

/// The most words of a command line; no system accepts as many.
const MOST: usize = 1 << 22;

/// Runs a command line of `spariglio`, its program name first, and returns the exit status.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Items<OsString, MOST>) -> u8 {
    py.detach(|| spariglio_cli::main(&arguments.0, &Absent))
}
