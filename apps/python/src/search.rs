//! Decisions of agents, and exact values of a hand with open cards.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use spariglio_agents::agent::SearchStats;
use spariglio_agents::{AgentSpec, Budget, Solver};
use spariglio_engine::{Deck, Game};

use crate::action::Action;
use crate::arguments::{self, Items};
use crate::error;
use crate::game::Rules;
use crate::hand::Hand;
use crate::hand::hash_of;
use crate::view::{View, Viewed};
use crate::work::{receive, wait};

/// A decision of an agent.
#[pyclass(frozen, module = "spariglio")]
pub struct Decision {
    /// The chosen action.
    #[pyo3(get)]
    action: Action,
    /// All legal actions, in canonical order.
    #[pyo3(get)]
    actions: Vec<Action>,
    /// A probability for each of `actions`; the sum is 1.
    #[pyo3(get)]
    policy: Vec<f32>,
    /// The expected margin of the agent's side in points, or `None` if the agent does not estimate it.
    #[pyo3(get)]
    points: Option<f32>,
    stats: SearchStats,
}

/// The most actions of a pickled decision.
const MOST_ACTIONS: usize = 1 << 16;

/// The state of a decision for pickle.
type SearchFields = (Action, Vec<Action>, Vec<f32>, Option<f32>, u32, f32);

impl Decision {
    /// A decision of the search. `points` is its expected margin, if it has one.
    pub fn new(decision: spariglio_agents::Decision, deck: Deck, points: Option<f32>) -> Decision {
        Decision {
            action: Action::new(decision.action, deck),
            actions: Action::list(&decision.actions, deck),
            policy: decision.policy,
            points,
            stats: decision.stats,
        }
    }
}

#[pymethods]
impl Decision {
    /// Restores a pickled decision.
    #[staticmethod]
    #[pyo3(signature = (action, actions, policy, points, simulations, millis))]
    fn _of(
        action: Action,
        actions: Items<Action, MOST_ACTIONS>,
        policy: Items<f32, MOST_ACTIONS>,
        points: Option<f32>,
        simulations: u32,
        millis: f32,
    ) -> Decision {
        Decision {
            action,
            actions: actions.0,
            policy: policy.0,
            points,
            stats: SearchStats { simulations, millis, ..SearchStats::default() },
        }
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, SearchFields)> {
        let Decision { action, actions, policy, points, stats } = slf.get();
        let fields = (*action, actions.clone(), policy.clone(), *points, stats.simulations, stats.millis);
        Ok((slf.getattr("_of")?, fields))
    }

    /// Number of simulations; 0 if the agent does not search.
    #[getter]
    fn simulations(&self) -> u32 {
        self.stats.simulations
    }

    /// Processor time in milliseconds.
    #[getter]
    fn millis(&self) -> f32 {
        self.stats.millis
    }

    /// Decisions are equal if all but their time is.
    fn __eq__(&self, other: &Decision) -> bool {
        let figures = |decision: &Decision| (decision.points, decision.stats.simulations);
        (self.action, &self.actions, &self.policy) == (other.action, &other.actions, &other.policy)
            && figures(self) == figures(other)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.action, &self.actions))
    }

    fn __repr__(&self) -> String {
        let points = self.points.map_or("None".to_owned(), |points| format!("{points:.3}"));
        format!("Decision({}, points={points}, simulations={})", self.action.text(), self.stats.simulations)
    }
}

/// An agent of Spariglio, made once for a game. It decides for any view of that game, on its own thread.
#[pyclass(frozen, module = "spariglio")]
pub struct Thinker {
    spec: AgentSpec,
    game: Arc<Game>,
    /// The process of its thread.
    process: u32,
    questions: Mutex<Sender<Question>>,
}

impl Thinker {
    fn of(game: Arc<Game>, agent: &str) -> PyResult<Thinker> {
        let spec = AgentSpec::resolve(agent).map_err(error::value)?;
        let mut agent = spec.build(&game).map_err(error::value)?;
        let (questions, asked) = channel::<Question>();
        std::thread::spawn(move || {
            for question in asked {
                agent.start_hand(question.seed);
                // Nobody receives the answer if a signal interrupted the wait.
                let _ = question.answer.send(agent.decide(&question.view.view(), question.budget));
            }
        });
        let questions = Mutex::new(questions);
        Ok(Thinker { spec, game, process: std::process::id(), questions })
    }
}

/// A requested decision, and the channel for the answer.
struct Question {
    view: View,
    seed: u64,
    budget: Budget,
    answer: Sender<spariglio_agents::Decision>,
}

#[pymethods]
impl Thinker {
    /// Makes an agent from a specification such as `"ismcts:simulations=4000"` (docs/explanation/agents.md). The game
    /// is a `Game`, the name of a preset, or the path of a rule set file.
    #[new]
    #[pyo3(signature = (game: "Game | str | os.PathLike[str]", agent))]
    fn new(game: Rules, agent: &str) -> PyResult<Thinker> {
        Thinker::of(game.0.game, agent)
    }

    /// Decides for the seat of `view`. Fails if this seat is not to act. `simulations` or `millis`, if given, replace
    /// the agent's own budget. With a budget of simulations, the same `seed` gives the same decision.
    #[pyo3(signature = (view, seed: "typing.SupportsIndex" = 0, simulations: "typing.SupportsIndex | None" = None, millis: "typing.SupportsIndex | None" = None))]
    fn decide(
        &self,
        py: Python<'_>,
        view: Viewed,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::optional_simulations)] simulations: Option<u32>,
        #[pyo3(from_py_with = arguments::optional_millis)] millis: Option<u32>,
    ) -> PyResult<Decision> {
        let Viewed(view) = view;
        view.acting()?;
        if view.game.fingerprint() != self.game.fingerprint() {
            let (found, expected) = (&view.game.rules().name, &self.game.rules().name);
            return Err(error::value(format!("a view of `{found}`: expected one of `{expected}`")));
        }
        if self.process != std::process::id() {
            let message = "this Thinker was made before the process forked: expected one that is made in this process";
            return Err(PyRuntimeError::new_err(message));
        }
        let (answer, answers) = channel();
        let question = Question { view, seed, budget: Budget { simulations, millis }, answer };
        let sending = self.questions.lock().map_err(error::value)?.send(question);
        sending.map_err(error::value)?;
        let decision = receive(py, &Mutex::new(answers))?.ok_or_else(|| error::value("the agent has panicked"))?;
        let points = self.spec.expected_points(decision.value);
        Ok(Decision::new(decision, self.game.deck(), points))
    }

    /// An agent with the same specification, which is all of its state between decisions.
    fn __reduce__(slf: Bound<'_, Self>) -> (Bound<'_, PyAny>, (crate::game::Game, String)) {
        let thinker = slf.get();
        let game = crate::game::Game { game: Arc::clone(&thinker.game) };
        (slf.get_type().into_any(), (game, thinker.spec.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("Thinker({})", self.spec)
    }
}

/// Decides as `agent` (a specification such as `"ismcts:simulations=4000"`, docs/explanation/agents.md) for the seat of
/// `view`. Fails if this seat is not to act. A `Thinker` is faster for many views of a game, as it is made once.
/// `simulations` or `millis`, if given, replace the agent's own budget. With a budget of simulations, the same `seed`
/// gives the same decision.
#[pyfunction]
#[pyo3(signature = (view, agent, seed: "typing.SupportsIndex" = 0, simulations: "typing.SupportsIndex | None" = None, millis: "typing.SupportsIndex | None" = None))]
pub fn search(
    py: Python<'_>,
    view: Viewed,
    agent: &str,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::optional_simulations)] simulations: Option<u32>,
    #[pyo3(from_py_with = arguments::optional_millis)] millis: Option<u32>,
) -> PyResult<Decision> {
    view.0.acting()?;
    Thinker::of(Arc::clone(&view.0.game), agent)?.decide(py, view, seed, simulations, millis)
}

/// The exact outcome of a hand of two sides with all cards open. For each legal action of the seat to act, returns the
/// margin of its side if both sides play best afterwards. The time grows fast with the number of cards left to play: about
/// 10 s for 26, and three times as long for each more. Fails if more than `most` are left; Ctrl-C ends it.
#[pyfunction]
#[pyo3(signature = (hand, *, most: "typing.SupportsIndex" = 26))]
pub fn solve(
    py: Python<'_>,
    hand: &Hand,
    #[pyo3(from_py_with = arguments::most)] most: usize,
) -> PyResult<Vec<(Action, i32)>> {
    if hand.state.is_over() {
        return Err(error::value("the hand is over: there is nothing to decide"));
    }
    let left = hand.game.plies() - hand.state.ply();
    if left > most {
        let text = format!(
            "{left} cards are left to play: expected at most {most}; most={left} solves it, which may take hours"
        );
        return Err(error::value(text));
    }
    let own = hand.clone();
    let deck = own.game.deck();
    let values = wait(py, move |_| {
        let mut solver = Solver::new(&own.game).map_err(error::value)?;
        let (mut actions, mut values) = (Vec::new(), Vec::new());
        solver.action_values(&own.game, &own.deal, &own.state, &mut actions, &mut values);
        Ok::<_, PyErr>((actions, values))
    })??;
    let (actions, values) = values;
    Ok(Action::list(&actions, deck).into_iter().zip(values).collect())
}
