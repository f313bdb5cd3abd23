//! Ladders in pieces, for many machines.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use spariglio_arena::PairResult;
use spariglio_arena::studies::Piece;
use spariglio_arena::studies::ladder::{Ladders, Settings};
use spariglio_files::json;

use crate::arguments::{self, Items};
use crate::error;
use crate::machines::timed;
use crate::work::wait;

/// The most files of a study.
const MOST_FILES: usize = 1000;

/// Ladders with the results of their folder, which no other process may change until `close`.
#[pyclass(frozen, module = "spariglio._core")]
pub struct Study {
    open: Mutex<Option<Ladders>>,
}

#[pymethods]
impl Study {
    /// Opens ladder files with their results in the folder `out`. Every pair is cut into about `parts` pieces.
    #[staticmethod]
    #[pyo3(signature = (files, out, *, parts: "typing.SupportsIndex", only = None, hands_scale = None))]
    fn ladder(
        py: Python<'_>,
        files: Items<PathBuf, MOST_FILES>,
        out: PathBuf,
        #[pyo3(from_py_with = arguments::parts)] parts: u64,
        only: Option<String>,
        hands_scale: Option<f64>,
    ) -> PyResult<Study> {
        let origin = Some(spariglio_cli::origin());
        let settings = Settings { only, hands_scale, origin, ..Settings::default() };
        let ladders = wait(py, move |_| Ladders::open(&files.0, &out, settings, parts))?;
        Ok(Study { open: Mutex::new(Some(ladders.map_err(error::value)?)) })
    }

    /// The pieces that can be played now, as JSON, and the agents in them that have a time budget. Without pieces the
    /// ladders are whole.
    fn missing(&self, py: Python<'_>) -> PyResult<(Vec<String>, Vec<String>)> {
        py.detach(|| {
            let pieces = opened(&mut self.lock())?.missing().map_err(error::value)?;
            let specs = pieces
                .iter()
                .map(Piece::specs)
                .collect::<Result<Vec<_>, _>>()
                .map_err(error::value)?;
            let texts = pieces
                .iter()
                .map(serde_json::to_string)
                .collect::<Result<_, _>>()
                .map_err(error::value)?;
            Ok((texts, timed(specs.iter().flatten())))
        })
    }

    /// Adds the figures of a piece, both as JSON. Returns the title of its pair, the hands played and to play, the
    /// first agent's mean in points per hand, and its standard error.
    fn add(&self, py: Python<'_>, piece: &str, figures: &str) -> PyResult<(String, u64, u64, f64, f64)> {
        py.detach(|| {
            let piece: Piece = json::read(piece).map_err(error::value)?;
            let figures: PairResult = json::read(figures).map_err(error::value)?;
            let done = opened(&mut self.lock())?.add(&piece, &figures).map_err(error::value)?;
            Ok((piece.title, done.played, done.of, done.mean, done.standard_error))
        })
    }

    /// Closes the files: other processes may change them again.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.lock().take());
    }
}

impl Study {
    fn lock(&self) -> MutexGuard<'_, Option<Ladders>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn opened(open: &mut Option<Ladders>) -> PyResult<&mut Ladders> {
    open.as_mut().ok_or_else(|| error::value("the study is closed"))
}

/// Plays a piece and returns its figures, both as JSON.
#[pyfunction]
#[pyo3(signature = (piece, threads: "typing.SupportsIndex" = 0))]
pub fn play_piece(
    py: Python<'_>,
    piece: &str,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
) -> PyResult<String> {
    let piece: Piece = json::read(piece).map_err(error::value)?;
    let figures = wait(py, move |_| piece.play(threads))?;
    let figures = figures.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    serde_json::to_string(&figures).map_err(error::value)
}
