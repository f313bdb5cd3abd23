//! Pictures: SVG documents as pixels.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use spariglio_report::cards::{Style, symbols_of};
use spariglio_report::{Language, picture};

use crate::card::Cards;
use crate::error;

/// The SVG document that `spariglio.show` draws of something.
pub fn drawn(name: &str, shown: &Bound<'_, PyAny>) -> PyResult<String> {
    shown
        .py()
        .import("spariglio.show")?
        .getattr(name)?
        .call1((shown,))?
        .str()?
        .extract()
}

/// The drawings of cards in a style, `regional`, `french` or `plain`: a hidden `<svg>` with the symbols `card-7d`, ... and
/// `card-back`.
#[pyfunction]
pub fn card_symbols(cards: Cards<'_>, style: &str) -> PyResult<String> {
    let named = style.parse::<Style>();
    let style = named.map_err(|expected| error::value(format!("style is {style:?}: {expected}")))?;
    Ok(symbols_of(cards.0.iter().map(|card| (card.pack(), card.card)), style, Language::English))
}

/// The PNG file of an SVG document, at twice its size.
#[pyfunction]
pub fn png<'py>(py: Python<'py>, svg: &str) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| picture::png("the picture", svg)).map_err(error::value)?;
    Ok(PyBytes::new(py, &bytes))
}

/// The pixels of an SVG document: width, height, and red, green, blue and opacity of each pixel, row by
/// row.
#[pyfunction]
pub fn raster<'py>(py: Python<'py>, svg: &str) -> PyResult<(u32, u32, Bound<'py, PyBytes>)> {
    let (width, height, bytes) = py.detach(|| picture::raster("the picture", svg)).map_err(error::value)?;
    Ok((width, height, PyBytes::new(py, &bytes)))
}
