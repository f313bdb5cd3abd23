//! Agents that are written in Python, for everything that takes agents.

use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use spariglio_agents::{AgentSpec, BatchAgent, Custom, CustomAgent, Turn};
use spariglio_engine::{Action, Game};

use crate::action::choose;
use crate::batch::Rows;
use crate::error;
use crate::raised::Raised;
use crate::vector::Observation;
use crate::view::View;

/// An agent that takes part: one of Spariglio or one of Python.
#[pyclass(frozen, module = "spariglio._core", from_py_object)]
#[derive(Clone)]
pub struct Entrant {
    pub spec: AgentSpec,
    pub raised: Raised,
}

#[pymethods]
impl Entrant {
    /// An agent of Spariglio (docs/agents.md).
    #[staticmethod]
    fn named(text: &str) -> PyResult<Entrant> {
        Ok(Entrant {
            spec: AgentSpec::resolve(text).map_err(error::value)?,
            raised: Raised::default(),
        })
    }

    /// An agent that decides one view at a time: `make()` gives an object for each seat, with `start_hand(seed)` and
    /// `act(view)`.
    #[staticmethod]
    fn single(name: &str, version: &str, make: Py<PyAny>) -> PyResult<Entrant> {
        let raised = Raised::default();
        let kept = raised.clone();
        let custom = Custom::new(name, version, move |game| {
            let agent = made(&make, &kept)?;
            Ok(Box::new(OneByOne {
                game: Arc::new(game.clone()),
                agent,
                raised: kept.clone(),
                failed: None,
            }))
        });
        Ok(Entrant {
            spec: custom.map_err(error::value)?.with_around(attached).into(),
            raised,
        })
    }

    /// An agent that decides many rows at once: `make()` gives an object for each thread, with `wave(batch)`, an `int64` array of
    /// places in the rows' lists of actions. `width` hands are played at once, `obs` is what the batch shows.
    #[staticmethod]
    fn batched(name: &str, version: &str, make: Py<PyAny>, width: usize, obs: &str) -> PyResult<Entrant> {
        let observation = Observation::parse(obs).map_err(error::value)?;
        let raised = Raised::default();
        let kept = raised.clone();
        let custom = Custom::batched(name, version, move |_| {
            let agent = made(&make, &kept)?;
            Ok(Box::new(Waves {
                agent,
                observation,
                raised: kept.clone(),
            }))
        });
        let custom = custom.and_then(|custom| custom.with_width(width));
        Ok(Entrant {
            spec: custom.map_err(error::value)?.with_around(attached).into(),
            raised,
        })
    }

    fn __str__(&self) -> String {
        self.spec.to_string()
    }
}

/// Does the work of a thread with one state of the interpreter for all of it: to make a new one at each decision would take
/// longer than most decisions.
pub fn attached(work: &mut (dyn FnMut() + Send)) {
    Python::attach(|py| py.detach(work));
}

/// The object that `make` gives.
fn made(make: &Py<PyAny>, raised: &Raised) -> Result<Py<PyAny>, String> {
    Python::attach(|py| make.call0(py).map_err(|exception| raised.keep(py, exception)))
}

struct OneByOne {
    game: Arc<Game>,
    agent: Py<PyAny>,
    raised: Raised,
    /// What `start_hand` raised; told at the next decision.
    failed: Option<String>,
}

impl CustomAgent for OneByOne {
    fn start_hand(&mut self, seed: u64) {
        Python::attach(|py| {
            if let Err(exception) = self.agent.call_method1(py, "start_hand", (seed,)) {
                self.failed = Some(self.raised.keep(py, exception));
            }
        });
    }

    fn act(&mut self, view: &spariglio_engine::View<'_>) -> Result<Action, String> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let shown = View::of(&self.game, view);
        Python::attach(|py| {
            let choice = self.agent.call_method1(py, "act", (shown,));
            let action = choice.and_then(|choice| choose(choice.bind(py), &legal, self.game.deck(), view.seat()));
            action.map_err(|exception| self.raised.keep(py, exception))
        })
    }
}

struct Waves {
    agent: Py<PyAny>,
    observation: Observation,
    raised: Raised,
}

impl BatchAgent for Waves {
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
        let mut rows = Rows::new(self.observation);
        for turn in turns {
            rows.push(&turn.view, turn.seed);
        }
        Python::attach(|py| {
            let chosen = self.ask(py, &mut rows);
            chosen.map_err(|exception| self.raised.keep(py, exception))
        })
    }
}

impl Waves {
    fn ask(&self, py: Python<'_>, rows: &mut Rows) -> PyResult<Vec<Action>> {
        let batch = rows.give(py)?;
        let places: PyReadonlyArray1<'_, i64> = self.agent.call_method1(py, "wave", (batch,))?.extract(py)?;
        let places = places.as_array();
        if places.len() != rows.len() {
            let (found, expected) = (places.len(), rows.len());
            return Err(error::value(format!(
                "{found} places of actions: expected {expected}, one for each row"
            )));
        }
        let action = |(row, &place): (usize, &i64)| {
            let legal = rows.legal(row);
            let action = usize::try_from(place).ok().and_then(|place| legal.get(place)).copied();
            action.ok_or_else(|| error::index(&format!("row {row}: action"), place, legal.len()))
        };
        places.iter().enumerate().map(action).collect()
    }
}
