//! Reviews of recorded hands: points lost per decision, with their errors.

use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::Value;
use spariglio_agents::AgentSpec;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_review::{Level, ReviewConfig, decision_row, hand_row, turn_row};

use crate::arguments;
use crate::error;
use crate::work::wait;

/// Judges decisions of recorded hands, as `spariglio review` does (docs/how-to/review.md). Its figures depend on the
/// seed, not on the threads.
///
/// `agent`: the search that judges; `None` for the strongest quick one of each game. `level`: `"quick"` or `"deep"`.
/// `threads`: 0 for one per core.
#[pyclass(frozen, module = "spariglio")]
pub struct Reviewer {
    reviewer: Arc<spariglio_review::Reviewer>,
}

#[pymethods]
impl Reviewer {
    #[new]
    #[pyo3(signature = (agent: "str | None" = None, *, level = "quick", seed: "typing.SupportsIndex" = 1, threads: "typing.SupportsIndex" = 0, partners_open = false))]
    fn new(
        agent: Option<&str>,
        level: &str,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::threads)] threads: usize,
        partners_open: bool,
    ) -> PyResult<Reviewer> {
        let wrong = || error::value(format!("level is {level:?}: expected \"quick\" or \"deep\""));
        let simulations = Level::of(level).ok_or_else(wrong)?.simulations();
        let agent = agent.map(AgentSpec::resolve).transpose().map_err(error::value)?;
        let config = ReviewConfig { simulations, seed, threads, partners_open, ..ReviewConfig::default() };
        let reviewer = spariglio_review::Reviewer::new(agent, config).map_err(error::value)?;
        Ok(Reviewer { reviewer: Arc::new(reviewer) })
    }

    /// The review of one decision of a record (`Hand.record`): the row `decision` of docs/reference/review_rows.md. `turn`:
    /// the place of the decision among the turns of the hand, from 0. `open_loss` needs a whole hand and is `None`;
    /// `before` is absent.
    #[pyo3(signature = (record, turn: "typing.SupportsIndex") -> "dict[str, typing.Any]")]
    fn turn<'py>(
        &self,
        py: Python<'py>,
        record: &str,
        #[pyo3(from_py_with = arguments::turn)] turn: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (record, reviewer) = (read(record)?, Arc::clone(&self.reviewer));
        if turn >= record.turns.len() {
            return Err(error::index("turn", turn, record.turns.len()));
        }
        let row = wait(py, move |_| {
            let decision = reviewer.turn(&record, 1, turn)?;
            Ok::<_, spariglio_review::ReviewError>(turn_row(record.game(), &[], 1, &decision))
        })?;
        loaded(py, &row.map_err(error::value)?)
    }

    /// The review of a whole hand: its row `hand` of docs/reference/review_rows.md, and the rows of its decisions in order.
    #[pyo3(signature = (record) -> "tuple[dict[str, typing.Any], list[dict[str, typing.Any]]]")]
    fn hand<'py>(&self, py: Python<'py>, record: &str) -> PyResult<(Bound<'py, PyAny>, Vec<Bound<'py, PyAny>>)> {
        let (record, reviewer) = (read(record)?, Arc::clone(&self.reviewer));
        let review = wait(py, move |_| reviewer.hand(&record, 1, || ()))?.map_err(error::value)?;
        let rows = review
            .decisions
            .iter()
            .map(|decision| loaded(py, &decision_row(&review, decision)));
        Ok((loaded(py, &hand_row(&review))?, rows.collect::<PyResult<_>>()?))
    }
}

fn read(line: &str) -> PyResult<HandRecord> {
    Replayer::new(false).feed(line.as_bytes()).map_err(error::value)
}

/// A row as objects of Python.
fn loaded<'py>(py: Python<'py>, row: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (row.to_string(),))
}
