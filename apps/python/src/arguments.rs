//! Arguments from Python: integers, with errors that state their name and range, and sequences, read item by item.

use std::ops::RangeInclusive;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};
use pyo3::{type_hint_identifier, type_hint_subscript};
use spariglio_engine::hand::STEPS;

use crate::error;
use crate::limits::{MOST_HANDS, MOST_LEAVES};

/// The items of a sequence of at most `MOST`. Its claimed length is not trusted: memory grows as the items arrive.
pub struct Items<T, const MOST: usize>(pub Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>, const MOST: usize> FromPyObject<'_, 'py> for Items<T, MOST> {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr =
        type_hint_subscript!(type_hint_identifier!("collections.abc", "Sequence"), T::INPUT_TYPE);

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a string: expected a sequence"));
        }
        let mut items = Vec::new();
        for item in given.try_iter()? {
            if items.len() == MOST {
                return Err(error::value(format!("more than {MOST} items: expected at most {MOST}")));
            }
            items.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Items(items))
    }
}

/// Makes functions for `from_py_with` that read an integer of the same name. They raise `ValueError` if it is out of
/// range.
macro_rules! numbers {
    ($($name:ident: $kind:ty, $range:expr;)*) => {$(
        pub fn $name(given: &Bound<'_, PyAny>) -> PyResult<$kind> {
            within(stringify!($name), given, $range).map(|number| number as $kind)
        }
    )*};
}

/// Makes functions that read places. They raise `IndexError` if the place is out of range.
macro_rules! places {
    ($($name:ident: $below:expr;)*) => {$(
        pub fn $name(given: &Bound<'_, PyAny>) -> PyResult<usize> {
            place(stringify!($name), given, $below)
        }
    )*};
}

/// Makes functions that accept `None` too.
macro_rules! optional {
    ($($name:ident: $of:ident, $kind:ty;)*) => {$(
        pub fn $name(given: &Bound<'_, PyAny>) -> PyResult<Option<$kind>> {
            (!given.is_none()).then(|| $of(given)).transpose()
        }
    )*};
}

numbers! {
    generation: u32, 0..=u64::from(u32::MAX);
    hands: u64, 0..=u64::MAX;
    in_flight: usize, 0..=spariglio_arena::in_flight::MOST_IN_FLIGHT;
    leaves: u32, 1..=u64::from(MOST_LEAVES);
    matches: u64, 0..=u64::MAX;
    millis: u32, 0..=3_600_000;
    most: usize, 0..=100_000_000;
    num_envs: usize, 1..=MOST_HANDS as u64;
    rounds: usize, 0..=u64::from(u32::MAX);
    seed: u64, 0..=u64::MAX;
    simulations: u32, 1..=1_000_000_000;
    threads: usize, 0..=spariglio_cli::common::MOST_THREADS as u64;
    turns: usize, 0..=100_000;
    width: usize, 1..=spariglio_agents::custom::MOST_WIDTH as u64;
}

places! {
    hand: MOST_HANDS;
    step: STEPS;
    turn: usize::MAX;
}

optional! {
    optional_generation: generation, u32;
    optional_millis: millis, u32;
    optional_seed: seed, u64;
    optional_simulations: simulations, u32;
}

/// A place in a list of `len`.
///
/// # Errors
/// `TypeError` if it is not an integer, `IndexError` if it is out of range.
pub fn place(what: &str, given: &Bound<'_, PyAny>, len: usize) -> PyResult<usize> {
    let number = integer(what, given)?;
    let place = number.extract().ok().filter(|&place: &usize| place < len);
    place.ok_or_else(|| error::index(what, text(&number), len))
}

/// A dealer: any integer. `Game::dealer` knows the seats.
pub fn dealer(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    Ok(integer("dealer", given)?.extract().unwrap_or(i64::MAX))
}

/// An integer of Python, of NumPy, or of another type with `__index__`; a `bool` is refused.
fn integer<'py>(what: &str, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyInt>> {
    let wrong = || {
        // 1e4 is a float.
        let whole = given.cast::<PyFloat>().ok().filter(|number| number.value().fract() == 0.0);
        let whole = whole.map_or_else(String::new, |number| format!(": {:.0}", number.value()));
        PyTypeError::new_err(format!("{what} is {}: expected an integer{whole}", shown(given)))
    };
    if given.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    if let Ok(number) = given.cast::<PyInt>() {
        return Ok(number.clone());
    }
    let number = given.call_method0("__index__").map_err(|raised| {
        let py = given.py();
        let none = raised.is_instance_of::<PyAttributeError>(py) || raised.is_instance_of::<PyTypeError>(py);
        if none { wrong() } else { raised }
    })?;
    Ok(number.cast_into()?)
}

fn within(what: &str, given: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = integer(what, given)?;
    let value = number.extract().ok().filter(|value| range.contains(value));
    value.ok_or_else(|| {
        let (least, most) = range.into_inner();
        let value = text(&number);
        error::value(format!("{what} is {value}: expected an integer from {least} to {most}"))
    })
}

/// The digits of an integer. Python refuses to write very long integers.
fn text(number: &Bound<'_, PyInt>) -> String {
    number
        .str()
        .map_or_else(|_| "too long to be shown".to_owned(), |text| text.to_string())
}

fn shown(given: &Bound<'_, PyAny>) -> String {
    let repr = given.repr().map(|text| text.to_string());
    repr.unwrap_or_else(|_| given.get_type().to_string())
}
