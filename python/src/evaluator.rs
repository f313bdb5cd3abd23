//! Search with an evaluator that is written in Python, for many positions at once.

use std::sync::{Arc, Mutex};

use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use spariglio_agents::features::{FEATURES, encode_rules};
use spariglio_agents::net::EvalBatch;
use spariglio_agents::search::{NetSearch, NetSearchConfig};
use spariglio_agents::{BatchAgent, Budget, Custom, Decision, Turn};
use spariglio_engine::{Action, Game, UTILITY_SCALE};

use crate::agents::{Entrant, attached};
use crate::batch::Rows;
use crate::error;
use crate::raised::{Raised, error_of_run};
use crate::vector::Observation;
use crate::view::View;
use crate::work::wait;

/// Fills a batch of leaves; the other argument is the features of the rules.
type Evaluate<'a> = dyn FnMut(&[u8], &mut EvalBatch) -> Result<(), String> + 'a;

/// The most leaves of one search that are evaluated together.
const MOST_LEAVES: u32 = 256;

/// Searches of many positions of one game, whose leaves are evaluated together.
struct Searches {
    game: Arc<Game>,
    config: NetSearchConfig,
    machines: Vec<NetSearch>,
    leaves: EvalBatch,
    /// The features of the rules.
    rules: Vec<u8>,
}

impl Searches {
    fn new(game: Arc<Game>, config: NetSearchConfig) -> Searches {
        let mut rules = vec![0; FEATURES];
        encode_rules(&game, &mut rules[..]);
        Searches {
            game,
            config,
            machines: Vec::new(),
            leaves: EvalBatch::new(),
            rules,
        }
    }

    /// A decision for the observer of each view, each from its own view and seed alone.
    fn decide(
        &mut self,
        views: &[(spariglio_engine::View<'_>, u64)],
        evaluate: &mut Evaluate<'_>,
    ) -> Result<Vec<Decision>, String> {
        while self.machines.len() < views.len() {
            self.machines.push(NetSearch::new(&self.game, &self.config));
        }
        let machines = &mut self.machines[..views.len()];
        for (machine, (view, seed)) in machines.iter_mut().zip(views) {
            machine.start_hand(*seed);
            machine.begin(view, Budget::OWN);
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
                return Ok(machines.iter_mut().map(NetSearch::decision).collect());
            }
            if !self.leaves.is_empty() {
                evaluate(&self.rules, &mut self.leaves)?;
            }
            for (machine, (view, _)) in machines.iter_mut().zip(views) {
                machine.apply(view, &self.leaves);
            }
        }
    }
}

/// The evaluator of Python: `outputs(batch)` gives two `float32` arrays, a value for each row and a logit for each action.
struct Evaluator {
    object: Py<PyAny>,
    raised: Raised,
}

impl Evaluator {
    fn evaluate(&self, rules: &[u8], leaves: &mut EvalBatch) -> Result<(), String> {
        let mut rows = Rows::new(Observation::Features);
        for row in 0..leaves.len() {
            let row = leaves.row(row);
            rows.push_sparse(rules, row.features, row.actions);
        }
        Python::attach(|py| {
            let done = self.ask(py, &mut rows, leaves);
            done.map_err(|exception| self.raised.keep(py, exception))
        })
    }

    fn ask(&self, py: Python<'_>, rows: &mut Rows, leaves: &mut EvalBatch) -> PyResult<()> {
        let (len, actions) = (rows.len(), rows.actions());
        let batch = rows.give(py)?;
        let outputs = self.object.call_method1(py, "outputs", (batch,))?;
        let (values, logits): (PyReadonlyArray1<'_, f32>, PyReadonlyArray1<'_, f32>) = outputs.extract(py)?;
        if values.len() != len || logits.len() != actions {
            let found = format!("{} values and {} logits", values.len(), logits.len());
            return Err(error::value(format!(
                "{found}: expected {len} values, one for each row, and {actions} logits, one for each action"
            )));
        }
        let (values, logits) = (values.as_slice()?, logits.as_slice()?);
        if let Some(wrong) = values.iter().chain(logits).find(|output| !output.is_finite()) {
            return Err(error::value(format!("an output is {wrong}: expected finite numbers")));
        }
        let (mut values, mut rest) = (values.iter(), logits);
        leaves.fill(|row, out| {
            let (own, others) = rest.split_at(row.actions.len());
            out.copy_from_slice(own);
            rest = others;
            values.next().copied().unwrap_or_default()
        });
        Ok(())
    }
}

/// `net-search` with an evaluator of Python, as an agent that decides a wave at a time.
struct SearchAgent {
    searches: Searches,
    evaluator: Arc<Evaluator>,
}

impl BatchAgent for SearchAgent {
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
        let views: Vec<_> = turns.iter().map(|turn| (turn.view, turn.seed)).collect();
        let evaluator = &self.evaluator;
        let decisions = self
            .searches
            .decide(&views, &mut |rules, leaves| evaluator.evaluate(rules, leaves))?;
        Ok(decisions.into_iter().map(|decision| decision.action).collect())
    }
}

/// The search of Rust with an evaluator of Python: an object with `outputs(batch)`.
#[pyclass(frozen, module = "spariglio._core")]
pub struct Searcher {
    config: NetSearchConfig,
    evaluator: Arc<Evaluator>,
    /// What the last call searched with: its tables are dear to make.
    kept: Mutex<Option<Searches>>,
}

#[pymethods]
impl Searcher {
    #[new]
    fn new(evaluator: Py<PyAny>, simulations: u32, leaves: u32) -> PyResult<Searcher> {
        let mut config = NetSearchConfig::default();
        if simulations == 0 || !(1..=MOST_LEAVES).contains(&leaves) {
            return Err(error::value(format!(
                "simulations is {simulations} and leaves is {leaves}: expected 1 or more simulations and 1 to \
                 {MOST_LEAVES} leaves"
            )));
        }
        config.search.budget = Budget::simulations(simulations);
        config.guidance.batch = leaves;
        Ok(Searcher {
            config,
            evaluator: Arc::new(Evaluator {
                object: evaluator,
                raised: Raised::default(),
            }),
            kept: Mutex::new(None),
        })
    }

    /// It as an agent; `width` hands are played at once on each thread.
    fn entrant(&self, name: &str, version: &str, width: usize) -> PyResult<Entrant> {
        let (evaluator, config) = (Arc::clone(&self.evaluator), self.config.clone());
        let custom = Custom::batched(name, version, move |game| {
            Ok(Box::new(SearchAgent {
                searches: Searches::new(Arc::new(game.clone()), config.clone()),
                evaluator: Arc::clone(&evaluator),
            }))
        });
        let custom = custom.and_then(|custom| custom.with_width(width));
        Ok(Entrant {
            spec: custom.map_err(error::value)?.with_around(attached).into(),
            raised: self.evaluator.raised.clone(),
        })
    }

    /// Decisions for all `views` at once, each from its own view and `seed` alone. They are of one game, and of seats that are to
    /// act.
    fn search(&self, py: Python<'_>, views: Vec<PyRef<'_, View>>, seed: u64) -> PyResult<Vec<crate::search::Decision>> {
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
        let kept = self.kept.lock().map_err(error::value)?.take();
        let kept = kept.filter(|kept| kept.game.fingerprint() == game.fingerprint());
        let mut searches = kept.unwrap_or_else(|| Searches::new(game, self.config.clone()));
        let evaluator = Arc::clone(&self.evaluator);
        let (decisions, searches) = wait(py, move |stop| {
            let seeded: Vec<_> = views.iter().map(|view| (view.view(), seed)).collect();
            let decisions = searches.decide(&seeded, &mut |rules, leaves| {
                if stop.is_set() {
                    return Err("stopped".to_owned());
                }
                evaluator.evaluate(rules, leaves)
            });
            (decisions, searches)
        })?;
        let raised = std::slice::from_ref(&self.evaluator.raised);
        let decisions = decisions.map_err(|said| error_of_run(py, said, raised))?;
        *self.kept.lock().map_err(error::value)? = Some(searches);
        let told = |decision: Decision| {
            let points = decision.value * UTILITY_SCALE;
            crate::search::Decision::new(decision, deck, Some(points))
        };
        Ok(decisions.into_iter().map(told).collect())
    }
}
