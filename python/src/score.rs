//! The score of a hand.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use spariglio_engine::{HandScore, PointKind};

/// The points of a hand that is over.
#[pyclass(frozen, module = "spariglio")]
pub struct Score {
    score: HandScore,
}

impl Score {
    pub fn new(score: HandScore) -> Score {
        Score { score }
    }
}

#[pymethods]
impl Score {
    /// Points by side. A shutout (cappotto) counts as the glossary says.
    #[getter]
    fn points(&self) -> Vec<i32> {
        (0..self.score.sides()).map(|side| self.score.points(side)).collect()
    }

    /// By side: its points less those of the best other side.
    #[getter]
    fn margins(&self) -> Vec<i32> {
        (0..self.score.sides()).map(|side| self.score.margin(side)).collect()
    }

    /// By side: the points of each kind that is not 0, such as `{"cards": 1, "single": 1}`.
    #[getter]
    fn kinds(&self) -> Vec<BTreeMap<&'static str, i32>> {
        let of = |side| {
            let points = PointKind::ALL.into_iter().zip(self.score.by_kind(side));
            points
                .filter(|&(_, points)| points != 0)
                .map(|(kind, points)| (kind.name(), points))
                .collect()
        };
        (0..self.score.sides()).map(of).collect()
    }

    /// The side that made a shutout, or `None`.
    #[getter]
    fn shutout(&self) -> Option<usize> {
        self.score.shutout()
    }

    /// The side that captured last, or `None`.
    #[getter]
    fn last_capture(&self) -> Option<usize> {
        self.score.last_capture()
    }

    fn __repr__(&self) -> String {
        format!("Score(points={:?})", self.points())
    }
}
