//! Errors of the crates as Python exceptions.

use std::fmt::Display;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::{PyErr, PyResult};
use spariglio_engine::Game;

/// An unexpected value; the text states the expected one.
pub fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A place out of range.
pub fn index(what: &str, given: impl Display, below: usize) -> PyErr {
    PyIndexError::new_err(format!("{what} {given}: expected a number from 0 to {}", below.saturating_sub(1)))
}

/// Checks a seat of the game.
pub fn seat(game: &Game, seat: usize) -> PyResult<usize> {
    place("seat", seat, game.players())
}

/// Checks the seat of a dealer.
pub fn dealer(game: &Game, dealer: usize) -> PyResult<usize> {
    place("dealer", dealer, game.players())
}

/// Checks a side of the game.
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
