//! Agents written in Python, for all functions that take agents.

use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use spariglio_agents::{AgentSpec, BatchAgent, Custom, CustomAgent, SpecError, Turn};
use spariglio_engine::{Action, Game};

use crate::action::choose;
use crate::arguments;
use crate::batch::Rows;
use crate::error;
use crate::raised::Run;
use crate::vector::Observation;
use crate::view::View;
use crate::work::Pass;

/// Makes the agent for a run.
type Make = dyn Fn(&Run) -> Result<AgentSpec, SpecError> + Send + Sync;

/// An agent of a run, from Spariglio or from Python.
#[pyclass(frozen, module = "spariglio._core", from_py_object)]
#[derive(Clone)]
pub struct Entrant {
    name: String,
    make: Arc<Make>,
}

impl Entrant {
    /// An agent from Python: `custom` makes it for each run.
    pub fn of_python(custom: impl Fn(&Run) -> Result<Custom, SpecError> + Send + Sync + 'static) -> PyResult<Entrant> {
        let first = custom(&Run::default()).map_err(error::value)?;
        Ok(Entrant {
            name: first.name().to_owned(),
            make: Arc::new(move |run| Ok(custom(run)?.with_around(attached).into())),
        })
    }

    /// The agent for a run.
    pub fn of_run(&self, run: &Run) -> Result<AgentSpec, SpecError> {
        (self.make)(run)
    }
}

#[pymethods]
impl Entrant {
    /// An agent of Spariglio (docs/explanation/agents.md).
    #[staticmethod]
    fn named(text: &str) -> PyResult<Entrant> {
        let spec = AgentSpec::resolve(text).map_err(error::value)?;
        Ok(Entrant { name: spec.to_string(), make: Arc::new(move |_| Ok(spec.clone())) })
    }

    /// An agent that decides one view at a time. `make()` returns an object for each seat, with the methods
    /// `start_hand(seed)` and `act(view)`.
    #[staticmethod]
    fn single(name: String, version: String, make: Py<PyAny>) -> PyResult<Entrant> {
        let make = Arc::new(make);
        Entrant::of_python(move |run| {
            let (make, run) = (Arc::clone(&make), run.clone());
            Custom::new(&name, &version, move |game| {
                Ok(Box::new(OneByOne {
                    game: Arc::new(game.clone()),
                    agent: run.ask(|py| make.call0(py))?,
                    run: run.clone(),
                    failed: None,
                }))
            })
        })
    }

    /// An agent that decides many rows at once. `make()` returns an object for each thread. Its method `wave(batch)`
    /// returns an `int64` array of places in the rows' lists of actions. `width` hands are played at once; `obs`
    /// selects the observations of the batch.
    #[staticmethod]
    #[pyo3(signature = (name, version, make, width: "typing.SupportsIndex", obs))]
    fn batched(
        name: String,
        version: String,
        make: Py<PyAny>,
        #[pyo3(from_py_with = arguments::width)] width: usize,
        obs: &str,
    ) -> PyResult<Entrant> {
        let observation = Observation::parse(obs).map_err(error::value)?;
        let make = Arc::new(make);
        Entrant::of_python(move |run| {
            let (make, run) = (Arc::clone(&make), run.clone());
            let custom = Custom::batched(&name, &version, move |game| {
                Ok(Box::new(Waves {
                    agent: run.ask(|py| make.call0(py))?,
                    rows: Rows::new(game, observation),
                    run: run.clone(),
                }))
            });
            custom?.with_width(width)
        })
    }

    /// The name in tables; for an agent of Spariglio, its specification.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __str__(&self) -> &str {
        &self.name
    }
}

/// The texts of agents separated by commas. Commas within quotes separate nothing.
#[pyfunction]
pub fn agent_texts(agents: &str) -> Vec<&str> {
    AgentSpec::texts(agents)
}

/// Runs all the work of a thread with one state of the interpreter. A new state for each decision would take longer
/// than most decisions.
pub fn attached(work: &mut (dyn FnMut() + Send)) {
    match Pass::new() {
        Some(_pass) => Python::attach(|py| py.detach(work)),
        None => work(),
    }
}

struct OneByOne {
    game: Arc<Game>,
    agent: Py<PyAny>,
    run: Run,
    /// The exception of `start_hand`, reported at the next decision.
    failed: Option<String>,
}

impl CustomAgent for OneByOne {
    fn start_hand(&mut self, seed: u64) {
        let outcome = self.run.ask(|py| self.agent.call_method1(py, "start_hand", (seed,)));
        self.failed = outcome.err();
    }

    fn act(&mut self, view: &spariglio_engine::View<'_>) -> Result<Action, String> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let own_view = View::of(&self.game, view);
        self.run.ask(|py| {
            let choice = self.agent.call_method1(py, "act", (own_view,))?;
            choose(choice.bind(py), &legal, self.game.deck(), view.seat())
        })
    }
}

struct Waves {
    agent: Py<PyAny>,
    rows: Rows,
    run: Run,
}

impl BatchAgent for Waves {
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
        self.rows.clear();
        for turn in turns {
            self.rows.push(&turn.view, turn.seed);
        }
        self.run.ask(|py| self.ask(py))
    }
}

impl Waves {
    fn ask(&self, py: Python<'_>) -> PyResult<Vec<Action>> {
        let rows = &self.rows;
        let batch = rows.give(py)?;
        let places: PyReadonlyArray1<'_, i64> = self.agent.call_method1(py, "wave", (batch,))?.extract(py)?;
        let places = places.as_array();
        if places.len() != rows.len() {
            let (found, expected) = (places.len(), rows.len());
            return Err(error::value(format!("{found} places of actions: expected {expected}, one for each row")));
        }
        let action = |(row, &place): (usize, &i64)| {
            let legal = rows.legal(row);
            let action = usize::try_from(place).ok().and_then(|place| legal.get(place)).copied();
            action.ok_or_else(|| error::index(&format!("row {row}: action"), place, legal.len()))
        };
        places.iter().enumerate().map(action).collect()
    }
}
