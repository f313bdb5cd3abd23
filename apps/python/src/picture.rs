//! Pictures: SVG documents as pixels.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use spariglio_report::picture;

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
