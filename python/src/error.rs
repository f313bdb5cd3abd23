//! Errors of the crates as exceptions of Python.

use std::fmt::Display;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::{PyErr, PyResult};
use spariglio_engine::Game;

/// A value that is not what was expected; the text says what was.
pub fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A place that is not there.
pub fn index(what: &str, given: impl Display, below: usize) -> PyErr {
    PyIndexError::new_err(format!(
        "{what} {given}: expected a number from 0 to {}",
        below.saturating_sub(1)
    ))
}

/// A seat of the game.
pub fn seat(game: &Game, seat: usize) -> PyResult<usize> {
    place("seat", seat, game.players())
}

/// The seat of a dealer.
pub fn dealer(game: &Game, dealer: usize) -> PyResult<usize> {
    place("dealer", dealer, game.players())
}

/// A side of the game.
pub fn side(game: &Game, side: usize) -> PyResult<usize> {
    place("side", side, game.sides())
}

fn place(what: &str, place: usize, below: usize) -> PyResult<usize> {
    if place < below {
        Ok(place)
    } else {
        Err(index(what, place, below))
    }
}
