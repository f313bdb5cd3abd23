//! Search with an evaluator written in Python, for many positions at once.

use std::sync::{Arc, Mutex};

use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use spariglio_agents::net::inputs::Encoder;
use spariglio_agents::search::{EvalBatch, HostSearch, HostSearchConfig};
use spariglio_agents::{BatchAgent, Custom, Decision, Turn};
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Game};

use crate::agents::Entrant;
use crate::arguments::{self, Items};
use crate::batch::Batch;
use crate::error;
use crate::raised::{Raised, Run};
use crate::view::View;
use crate::work::wait;

/// Fills a batch of leaves.
type Evaluate<'a> = dyn FnMut(&mut EvalBatch) -> Result<(), String> + 'a;

/// The most views of a search.
const MOST_VIEWS: usize = 1 << 16;

/// Searches of many positions of one game. Their leaves are evaluated together.
struct Searches {
    game: Arc<Game>,
    config: HostSearchConfig,
    simulations: u32,
    machines: Vec<HostSearch>,
    leaves: EvalBatch,
}

impl Searches {
    fn new(game: Arc<Game>, config: HostSearchConfig, simulations: u32) -> Searches {
        Searches { game, config, simulations, machines: Vec::new(), leaves: EvalBatch::default() }
    }

    /// Decides for the observer of each view. A decision depends only on its own view and seed.
    fn decide(
        &mut self,
        views: &[(spariglio_engine::View<'_>, u64)],
        evaluate: &mut Evaluate<'_>,
    ) -> Result<Vec<Decision>, String> {
        while self.machines.len() < views.len() {
            self.machines.push(HostSearch::new(&self.game, &self.config));
        }
        let machines = &mut self.machines[..views.len()];
        for (machine, (view, seed)) in machines.iter_mut().zip(views) {
            machine.start_hand(*seed);
            machine.begin(view, self.simulations);
        }
        loop {
            self.leaves.clear();
            let mut searching = false;
            for (machine, (view, _)) in machines.iter_mut().zip(views) {
                if !machine.is_done() {
                    machine.collect(view, &mut self.leaves);
                    searching = true;
                }
            }
            if !searching {
                return Ok(machines.iter_mut().map(HostSearch::decision).collect());
            }
            if !self.leaves.is_empty() {
                evaluate(&mut self.leaves)?;
            }
            for (machine, (view, _)) in machines.iter_mut().zip(views) {
                machine.apply(view, &self.leaves);
            }
        }
    }
}

/// An evaluator from Python. `outputs(batch)` returns two `float32` arrays: a value per row and a logit per action.
struct Evaluator {
    object: Arc<Py<PyAny>>,
    run: Run,
    /// Number of inputs of views.
    width: usize,
}

impl Evaluator {
    fn new(object: Arc<Py<PyAny>>, run: Run, game: &Game) -> Evaluator {
        Evaluator { object, run, width: Encoder::new(game).view_len() }
    }

    fn evaluate(&self, leaves: &mut EvalBatch) -> Result<(), String> {
        self.run.ask(|py| self.ask(py, leaves))
    }

    fn ask(&self, py: Python<'_>, leaves: &mut EvalBatch) -> PyResult<()> {
        let (len, actions) = (leaves.len(), leaves.residual().len());
        let batch = Batch::with_ones(py, leaves, self.width, &vec![0; len])?;
        let outputs = self.object.call_method1(py, "outputs", (batch,))?;
        let (values, logits): (PyReadonlyArray1<'_, f32>, PyReadonlyArray1<'_, f32>) = outputs.extract(py)?;
        if values.len() != len || logits.len() != actions {
            let counts = format!("{} values and {} logits", values.len(), logits.len());
            return Err(error::value(format!(
                "{counts}: expected {len} values, one for each row, and {actions} logits, one for each action"
            )));
        }
        let (values, logits) = (values.as_slice()?, logits.as_slice()?);
        if let Some(wrong) = values.iter().chain(logits).find(|output| !output.is_finite()) {
            return Err(error::value(format!("an output is {wrong}: expected finite numbers")));
        }
        leaves.set(values, logits);
        Ok(())
    }
}

/// A search with a Python evaluator, as an agent that decides a wave at a time.
struct SearchAgent {
    searches: Searches,
    evaluator: Evaluator,
}

impl BatchAgent for SearchAgent {
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
        let views: Vec<_> = turns.iter().map(|turn| (turn.view, turn.seed)).collect();
        let evaluator = &self.evaluator;
        let decisions = self.searches.decide(&views, &mut |leaves| evaluator.evaluate(leaves))?;
        Ok(decisions.into_iter().map(|decision| decision.action).collect())
    }
}

/// The Rust search with a Python evaluator, an object with `outputs(batch)`.
#[pyclass(frozen, module = "spariglio._core")]
pub struct Searcher {
    config: HostSearchConfig,
    simulations: u32,
    evaluator: Arc<Py<PyAny>>,
    /// The searches of the last call, kept because their tables are expensive to make.
    kept: Mutex<Option<Searches>>,
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(signature = (evaluator, simulations: "typing.SupportsIndex", leaves: "typing.SupportsIndex"))]
    fn new(
        evaluator: Py<PyAny>,
        #[pyo3(from_py_with = arguments::simulations)] simulations: u32,
        #[pyo3(from_py_with = arguments::leaves)] leaves: u32,
    ) -> Searcher {
        let config = HostSearchConfig { batch: leaves, ..HostSearchConfig::default() };
        Searcher { config, simulations, evaluator: Arc::new(evaluator), kept: Mutex::new(None) }
    }

    /// The search as an agent. Each thread plays `width` hands at once.
    #[pyo3(signature = (name, version, width: "typing.SupportsIndex"))]
    fn entrant(
        &self,
        name: String,
        version: String,
        #[pyo3(from_py_with = arguments::width)] width: usize,
    ) -> PyResult<Entrant> {
        let (object, config, simulations) = (Arc::clone(&self.evaluator), self.config.clone(), self.simulations);
        Entrant::of_python(move |run| {
            let (object, config, run) = (Arc::clone(&object), config.clone(), run.clone());
            let custom = Custom::batched(&name, &version, move |game| {
                Ok(Box::new(SearchAgent {
                    searches: Searches::new(Arc::new(game.clone()), config.clone(), simulations),
                    evaluator: Evaluator::new(Arc::clone(&object), run.clone(), game),
                }))
            });
            custom?.with_width(width)
        })
    }

    /// Decides for all `views` at once. A decision depends only on its own view and `seed`. Fails if the views are of
    /// different games, or if a view's seat is not to act.
    #[pyo3(signature = (views, seed: "typing.SupportsIndex"))]
    fn search(
        &self,
        py: Python<'_>,
        views: Items<PyRef<'_, View>, MOST_VIEWS>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
    ) -> PyResult<Vec<crate::search::Decision>> {
        let views = views.0;
        let Some(first) = views.first() else {
            return Ok(Vec::new());
        };
        let game = Arc::clone(&first.game);
        for view in &views {
            view.acting()?;
            if view.game.fingerprint() != game.fingerprint() {
                return Err(error::value("views of different games: expected one game"));
            }
        }
        let views: Vec<View> = views.iter().map(|view| (**view).clone()).collect();
        let deck = game.deck();
        let earlier = self.kept.lock().map_err(error::value)?.take();
        let earlier = earlier.filter(|earlier| earlier.game.fingerprint() == game.fingerprint());
        let mut searches = earlier.unwrap_or_else(|| Searches::new(game, self.config.clone(), self.simulations));
        let (object, raised) = (Arc::clone(&self.evaluator), Raised::default());
        let kept_exception = raised.clone();
        let (decisions, searches) = wait(py, move |stop| {
            let run = Run { stop: stop.clone(), raised: kept_exception };
            let evaluator = Evaluator::new(object, run, &searches.game);
            let seeded: Vec<_> = views.iter().map(|view| (view.view(), seed)).collect();
            let decisions = searches.decide(&seeded, &mut |leaves| evaluator.evaluate(leaves));
            (decisions, searches)
        })?;
        let decisions = decisions.map_err(|message| raised.error_of_run(py, message))?;
        *self.kept.lock().map_err(error::value)? = Some(searches);
        let with_points = |decision: Decision| {
            let points = decision.value.map(|value| value * UTILITY_SCALE);
            crate::search::Decision::new(decision, deck, points)
        };
        Ok(decisions.into_iter().map(with_points).collect())
    }
}
