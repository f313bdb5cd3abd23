//! The score of a hand.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use spariglio_engine::{HandScore, MAX_SEATS, PointKind};

use crate::arguments::Items;

/// Numbers by side.
type Sides<T> = Items<T, MAX_SEATS>;
/// The points of each kind that is not 0.
type Kinds = BTreeMap<String, i32>;
/// The fields, for pickle.
type ScoreFields = (Vec<i32>, Vec<i32>, Vec<Kinds>, Option<usize>, Option<usize>);

/// The points of a hand that is over.
#[pyclass(frozen, eq, hash, get_all, module = "spariglio")]
#[derive(Clone, Eq, PartialEq, Hash)]
pub struct Score {
    /// Points by side. For a shutout (cappotto) see docs/reference/glossary.md.
    points: Vec<i32>,
    /// By side: its points minus those of the best other side.
    margins: Vec<i32>,
    /// By side: the points of each kind that is not 0, such as `{"cards": 1, "single": 1}`.
    kinds: Vec<Kinds>,
    /// The side that made a shutout, or `None`.
    shutout: Option<usize>,
    /// The side that captured last, or `None`.
    last_capture: Option<usize>,
}

impl Score {
    pub fn new(score: &HandScore) -> Score {
        let sides = 0..score.sides();
        let kinds = |side| {
            let points = PointKind::ALL.into_iter().zip(score.by_kind(side));
            points
                .filter(|&(_, points)| points != 0)
                .map(|(kind, points)| (kind.name().to_owned(), points))
                .collect()
        };
        Score {
            points: sides.clone().map(|side| score.points(side)).collect(),
            margins: sides.clone().map(|side| score.margin(side)).collect(),
            kinds: sides.map(kinds).collect(),
            shutout: score.shutout(),
            last_capture: score.last_capture(),
        }
    }
}

#[pymethods]
impl Score {
    /// Restores a pickled score.
    #[staticmethod]
    #[pyo3(signature = (points, margins, kinds, shutout, last_capture))]
    fn _of(
        points: Sides<i32>,
        margins: Sides<i32>,
        kinds: Sides<Kinds>,
        shutout: Option<usize>,
        last_capture: Option<usize>,
    ) -> Score {
        Score { points: points.0, margins: margins.0, kinds: kinds.0, shutout, last_capture }
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, ScoreFields)> {
        let Score { points, margins, kinds, shutout, last_capture } = slf.get().clone();
        Ok((slf.getattr("_of")?, (points, margins, kinds, shutout, last_capture)))
    }

    fn __repr__(&self) -> String {
        format!("Score(points={:?})", self.points)
    }
}
