//! Many hands, stepped together into arrays that are allocated once.

mod opponents;
mod room;
mod rows;
mod slot;
mod table;

use std::sync::{Arc, Mutex};

use numpy::{BorrowError, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::net::inputs::{Encoder, WORDS};
use spariglio_agents::search::EvalBatch;
use spariglio_engine::Action;
use spariglio_engine::hand::STEPS;

use crate::agents::Entrant;
use crate::arguments;
use crate::array::{Array, Grid, List};
use crate::batch::Batch;
use crate::error;
use crate::game::Game;
use crate::hand::Hand;
use opponents::Own;
use room::Room;
pub use rows::Observation;
use rows::SlotRows;
use slot::{Slot, WAIT};
use table::{LineupGiven, Place, Table};

/// Concatenated numbers of actions, and the start of each hand's actions.
type ActionLists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// The seed, and for each hand the number of hands begun and the choices of the hand in progress.
type PlaceTold = (u64, Vec<usize>, Vec<Vec<u16>>);

/// Hands that are stepped together. The arrays are allocated once, and every step overwrites them;
/// `spariglio.vector.VecEnv` documents their contents.
#[pyclass(module = "spariglio._core")]
pub struct Hands {
    table: Table,
    /// The seed of the last reset.
    seed: u64,
    /// Behind a lock, as Rust agents are not shared between threads. `None` if a signal interrupted slow opponents.
    room: Mutex<Option<Room>>,
    observation: Observation,
    /// Present if the observations are a batch.
    sparse: Option<Box<Sparse>>,
    in_steps: bool,
    #[pyo3(get)]
    bits: Grid<u64>,
    #[pyo3(get)]
    inputs: Grid<u8>,
    #[pyo3(get)]
    mask: Grid<i8>,
    #[pyo3(get)]
    n_legal: List<i64>,
    #[pyo3(get)]
    seat: List<i64>,
    #[pyo3(get)]
    rewards: Grid<f32>,
    #[pyo3(get)]
    done: List<bool>,
}

/// The batch of all hands.
struct Sparse {
    encoder: Encoder,
    rows: EvalBatch,
    with_worlds: bool,
}

#[pymethods]
impl Hands {
    /// `num_envs` hands of `game`. `obs` is `"none"`, `"bits"`, `"inputs"` or `"sparse"`; `in_steps` says whether decisions are
    /// made in steps, `state` whether a sparse batch has the inputs of worlds. If `opponents` are given, they play all
    /// seats but `own_seat`: a list of agents, and line-ups, each with its weight and the agent's place for each seat.
    /// If `own_seat` is `None`, the caller gets a different seat in each hand; with `whole_side`, its whole side.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    #[pyo3(signature = (game, num_envs: "typing.SupportsIndex", seed: "typing.SupportsIndex" = 0, obs = "none", in_steps = false, state = false, opponents: "tuple[list[Entrant], list[tuple[float, list[int]]]] | None" = None, own_seat: "typing.SupportsIndex | None" = None, whole_side = false))]
    fn new(
        py: Python<'_>,
        game: &Game,
        #[pyo3(from_py_with = arguments::num_envs)] num_envs: usize,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        obs: &str,
        in_steps: bool,
        state: bool,
        opponents: Option<(Vec<Entrant>, Vec<LineupGiven>)>,
        own_seat: Option<&Bound<'_, PyAny>>,
        whole_side: bool,
    ) -> PyResult<Hands> {
        let (n, observation) = (num_envs, Observation::parse(obs).map_err(error::value)?);
        let own_seat = own_seat
            .map(|seat| arguments::place("seat", seat, game.game.players()))
            .transpose()?;
        let table = Table::new(Arc::clone(&game.game), n, opponents, Own { seat: own_seat, whole_side }, observation)?;
        let room = Mutex::new(Some(table.dealt(py, Place::first(seed, n), None, in_steps)?));
        let game = &game.game;
        let width = |given, width| if given { width } else { 0 };
        let bits = width(observation == Observation::Bits, WORDS);
        let sparse = (observation == Observation::Sparse).then(|| {
            let (encoder, rows) = (Encoder::new(game), EvalBatch::default());
            Box::new(Sparse { encoder, rows, with_worlds: state })
        });
        let mut hands = Hands {
            bits: Array(PyArray2::zeros(py, [n, bits], false).unbind()),
            inputs: Array(PyArray2::zeros(py, [n, table.width], false).unbind()),
            mask: Array(PyArray2::zeros(py, [n, width(in_steps, STEPS)], false).unbind()),
            n_legal: Array(PyArray1::zeros(py, [n], false).unbind()),
            seat: Array(PyArray1::zeros(py, [n], false).unbind()),
            rewards: Array(PyArray2::zeros(py, [n, game.sides()], false).unbind()),
            done: Array(PyArray1::zeros(py, [n], false).unbind()),
            table,
            seed,
            room,
            observation,
            sparse,
            in_steps,
        };
        hands.show(py)?;
        Ok(hands)
    }

    /// Deals all hands again from `seed`.
    #[pyo3(signature = (seed: "typing.SupportsIndex"))]
    fn reset(&mut self, py: Python<'_>, #[pyo3(from_py_with = arguments::seed)] seed: u64) -> PyResult<()> {
        self.go(py, Place::first(seed, self.table.n))
    }

    /// All that the hands have become since they were made: the seed, and for each hand the number of hands begun and
    /// the choices of the hand in progress.
    fn place(&self) -> PyResult<PlaceTold> {
        self.look(|slots| {
            let places = slots.iter().map(|slot| slot.place());
            let (begun, choices) = places.map(|(begun, choices)| (begun, choices.to_vec())).unzip();
            Ok((self.seed, begun, choices))
        })
    }

    /// Goes to the place of hands that were made with the same arguments. Their rewards are not shown again.
    #[pyo3(signature = (seed: "typing.SupportsIndex", begun, choices))]
    fn restore(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        begun: Vec<usize>,
        choices: Vec<Vec<u16>>,
    ) -> PyResult<()> {
        if [begun.len(), choices.len()] != [self.table.n; 2] {
            return Err(error::value(format!("expected the places of {} hands, found {}", self.table.n, begun.len())));
        }
        self.go(py, Place { seed, begun, choices })
    }

    /// The decisions of all hands, if `obs` is `"sparse"`: new arrays.
    fn batch(&mut self, py: Python<'_>) -> PyResult<Batch> {
        let Some(sparse) = &mut self.sparse else {
            return Err(error::value("obs is not \"sparse\": there is no batch"));
        };
        let room = self.room.get_mut().map_err(error::value)?;
        let slots = &mut room.as_mut().ok_or_else(interrupted)?.slots;
        let game = &self.table.game;
        let Sparse { encoder, rows, with_worlds } = &mut **sparse;
        py.detach(|| {
            rows.clear();
            slots.iter_mut().for_each(|slot| slot.push(game, encoder, rows, *with_worlds));
        });
        Ok(Batch::with_inputs(py, rows, &vec![0; slots.len()]))
    }

    /// A hand in progress, with all cards and the turns so far.
    #[pyo3(signature = (hand: "typing.SupportsIndex"))]
    fn hand(&self, #[pyo3(from_py_with = arguments::hand)] hand: usize) -> PyResult<Hand> {
        self.look(|slots| {
            let slot = slots.get(hand).ok_or_else(|| error::index("hand", hand, slots.len()))?;
            Ok(slot.hand(&self.table.game, self.in_steps))
        })
    }

    /// Begins the next hand in place of some hands in progress; their rewards are 0.
    fn skip(&mut self, py: Python<'_>, hands: Vec<usize>) -> PyResult<()> {
        let room = self.room.get_mut().map_err(error::value)?;
        if let Some(hand) = hands.iter().find(|&&hand| hand >= self.table.n) {
            return Err(error::index("hand", hand, self.table.n));
        }
        let mut own = room.take().ok_or_else(interrupted)?;
        let table = self.table.clone();
        let skipped = self.table.done(py, move |stop| {
            hands.into_iter().for_each(|hand| own.slots[hand].skip(&table.game));
            own.settle(&table.game, &mut [], stop)?;
            Ok(own)
        });
        *room = Some(skipped?);
        self.show(py)
    }

    /// Plays the legal action at its place in `choices` in every hand, or takes that step. If a choice is not legal,
    /// nothing is played. Hands whose place in `waits` is true do nothing, whatever their choice.
    #[pyo3(signature = (choices: "numpy.typing.NDArray[numpy.uint16]", waits: "numpy.typing.NDArray[numpy.bool_] | None" = None))]
    fn step(
        &mut self,
        py: Python<'_>,
        choices: PyReadonlyArray1<'_, u16>,
        waits: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let choices = choices.as_slice().map_err(error::value)?;
        let Some(waits) = waits else {
            self.check(choices, |_| false)?;
            return self.write(py, Some(choices));
        };
        let waits = waits.as_slice().map_err(error::value)?;
        let is_waiting = |hand: usize| waits.get(hand).is_some_and(|&wait| wait);
        self.check(choices, is_waiting)?;
        let chosen = choices.iter().enumerate();
        let choices: Vec<_> = chosen
            .map(|(hand, &choice)| if is_waiting(hand) { WAIT } else { choice })
            .collect();
        self.write(py, Some(&choices))
    }

    /// Steps all hands `rounds` times by random choices without Python, as a baseline for benchmarks. Returns the
    /// number of steps.
    #[pyo3(signature = (rounds: "typing.SupportsIndex"))]
    fn run(&mut self, py: Python<'_>, #[pyo3(from_py_with = arguments::rounds)] rounds: usize) -> PyResult<usize> {
        let mut choices = vec![0; self.table.n];
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..rounds {
            let in_steps = self.in_steps;
            self.look(|slots| {
                for (slot, choice) in slots.iter().zip(&mut choices) {
                    *choice = slot.random_choice(in_steps, &mut rng);
                }
                Ok(())
            })?;
            self.write(py, Some(&choices))?;
            if self.sparse.is_some() {
                self.batch(py)?;
            }
            py.check_signals()?;
        }
        Ok(rounds * choices.len())
    }

    /// The legal actions of all hands: their concatenated numbers (`int64`), and the start of each hand's actions
    /// (`int64`, one more than hands).
    #[pyo3(signature = () -> "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]")]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<ActionLists<'py>> {
        let mut actions = Vec::new();
        let mut starts = vec![0];
        self.look(|slots| {
            for slot in slots {
                actions.extend(slot.legal().iter().map(|action| action.to_bits() as i64));
                starts.push(actions.len() as i64);
            }
            Ok(())
        })?;
        Ok((PyArray1::from_vec(py, actions), PyArray1::from_vec(py, starts)))
    }

    /// The texts of the legal actions of one hand.
    #[pyo3(signature = (hand: "typing.SupportsIndex"))]
    fn texts(&self, #[pyo3(from_py_with = arguments::hand)] hand: usize) -> PyResult<Vec<String>> {
        let deck = self.table.game.deck();
        self.look(|slots| {
            let slot = slots.get(hand).ok_or_else(|| error::index("hand", hand, slots.len()))?;
            Ok(slot.legal().iter().map(|action: &Action| action.text(deck)).collect())
        })
    }
}

impl Hands {
    /// Goes to a place.
    fn go(&mut self, py: Python<'_>, place: Place) -> PyResult<()> {
        let (seed, room) = (place.seed, self.room.get_mut().map_err(error::value)?);
        let earlier = room.take();
        *room = Some(self.table.dealt(py, place, earlier, self.in_steps)?);
        self.seed = seed;
        self.show(py)
    }

    /// Calls `look` with the hands. Fails if a step was interrupted.
    fn look<T>(&self, look: impl FnOnce(&[Slot]) -> PyResult<T>) -> PyResult<T> {
        let room = self.room.lock().map_err(error::value)?;
        look(&room.as_ref().ok_or_else(interrupted)?.slots)
    }

    /// Fails if a choice is not legal in a hand that does not wait.
    fn check(&self, choices: &[u16], is_waiting: impl Fn(usize) -> bool) -> PyResult<()> {
        self.look(|slots| self.check_of(slots, choices, is_waiting))
    }

    fn check_of(&self, slots: &[Slot], choices: &[u16], is_waiting: impl Fn(usize) -> bool) -> PyResult<()> {
        if choices.len() != slots.len() {
            let (found, expected) = (choices.len(), slots.len());
            return Err(error::value(format!("{found} choices: expected one for each of the {expected} hands")));
        }
        for (hand, (slot, &choice)) in slots.iter().zip(choices).enumerate() {
            if is_waiting(hand) || slot.allows(choice, self.in_steps) {
                continue;
            }
            return Err(match self.in_steps {
                true => error::value(format!("hand {hand}: step {choice} is not legal, see its row of the mask")),
                false => error::index(&format!("hand {hand}: action"), choice, slot.legal().len()),
            });
        }
        Ok(())
    }

    /// Writes the arrays without a play.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        self.write(py, None)
    }

    /// Plays the choices, which must be legal, and writes all arrays.
    fn write(&mut self, py: Python<'_>, choices: Option<&[u16]>) -> PyResult<()> {
        macro_rules! array {
            ($name:ident) => {
                self.$name.0.bind(py).try_readwrite().map_err(borrowed)?
            };
        }
        let (mut bits, mut inputs, mut mask) = (array!(bits), array!(inputs), array!(mask));
        let (mut n_legal, mut seat) = (array!(n_legal), array!(seat));
        let (mut rewards, mut done) = (array!(rewards), array!(done));
        macro_rules! slice {
            ($name:ident) => {
                $name.as_slice_mut().map_err(error::value)?
            };
        }
        let mut rows = SlotRows {
            observation: self.observation,
            in_steps: self.in_steps,
            bits: slice!(bits),
            inputs: slice!(inputs),
            width: self.table.width,
            mask: slice!(mask),
            n_legal: slice!(n_legal),
            seat: slice!(seat),
            rewards: slice!(rewards),
            done: slice!(done),
        };
        let game = &self.table.game;
        if !rows.fit(game, self.table.n) {
            return Err(error::value("an array of the environment has another length than it was made with"));
        }
        let room = self.room.get_mut().map_err(error::value)?;
        match choices {
            Some(choices) if self.table.is_slow() => {
                let mut own = room.take().ok_or_else(interrupted)?;
                let (table, choices, in_steps) = (self.table.clone(), choices.to_vec(), self.in_steps);
                let (own, margins) = self.table.done(py, move |stop| {
                    let margins = own.play(&table.game, &choices, in_steps, stop)?;
                    Ok((own, margins))
                })?;
                let slots = &mut room.insert(own).slots;
                py.detach(|| rows.tell(game, slots, &margins));
            }
            Some(choices) => {
                let own = room.as_mut().ok_or_else(interrupted)?;
                py.detach(|| rows.step(game, &mut own.slots, choices));
                if self.table.has_opponents() {
                    own.failure().map_err(error::value)?;
                }
            }
            None => {
                let slots = &mut room.as_mut().ok_or_else(interrupted)?.slots;
                py.detach(|| rows.show(game, slots));
            }
        }
        Ok(())
    }
}

/// The state of hands is unknown if their opponents were interrupted.
fn interrupted() -> PyErr {
    PyRuntimeError::new_err("a step was interrupted and its hands are lost: call reset() with a seed")
}

/// An array of the environment is borrowed elsewhere.
fn borrowed(_: BorrowError) -> PyErr {
    error::value("an array of the environment is in use: expected actions in an array of their own, such as a copy")
}
