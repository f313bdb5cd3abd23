//! Many hands stepped side by side into arrays that are made once.

mod rows;
mod slot;

use std::sync::{Arc, Mutex, MutexGuard};

use numpy::{BorrowError, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::features::{FEATURES, WORDS};
use spariglio_agents::{Agent, AgentSpec};
use spariglio_engine::{Action, STEPS};

use crate::error;
use crate::game::Game;
pub use rows::Observation;
use rows::Rows;
use slot::{Seats, Slot};

/// Numbers of actions one after the other, and where those of each hand begin.
type Lists<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u32>>);

/// The most hands that are stepped side by side.
const MOST: usize = 1 << 22;

/// Hands that are stepped side by side. The arrays are made once, and every step overwrites them; `spariglio.vector.VecEnv` says
/// what they hold.
#[pyclass(module = "spariglio._core")]
pub struct Hands {
    game: Arc<spariglio_engine::Game>,
    /// Agents of Rust are not shared between threads.
    slots: Mutex<Vec<Slot>>,
    observation: Observation,
    in_steps: bool,
    #[pyo3(get)]
    bits: Py<PyArray2<u64>>,
    #[pyo3(get)]
    features: Py<PyArray2<u8>>,
    #[pyo3(get)]
    mask: Py<PyArray2<i8>>,
    #[pyo3(get)]
    n_legal: Py<PyArray1<u16>>,
    #[pyo3(get)]
    seat: Py<PyArray1<u8>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    done: Py<PyArray1<bool>>,
}

#[pymethods]
impl Hands {
    /// `n` hands of `game`. `obs` is `"none"`, `"bits"` or `"features"`; `in_steps` says whether decisions are made in steps.
    /// With `opponents`, a specification for each seat, they play all seats but `own_seat` (without it another in each hand).
    #[new]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    #[pyo3(signature = (game, n, seed = 0, obs = "none", in_steps = false, opponents = None, own_seat = None))]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: usize,
        seed: u64,
        obs: &str,
        in_steps: bool,
        opponents: Option<Vec<String>>,
        own_seat: Option<usize>,
    ) -> PyResult<Hands> {
        if !(1..=MOST).contains(&n) {
            return Err(error::value(format!(
                "n is {n}: expected a number of hands from 1 to {MOST}"
            )));
        }
        let observation = Observation::parse(obs).map_err(error::value)?;
        let game = Arc::clone(&game.game);
        let slots = Mutex::new(slots(&game, n, seed, opponents.as_deref(), own_seat)?);
        let width = |given, width| if given { width } else { 0 };
        let bits = width(observation == Observation::Bits, WORDS);
        let features = width(observation == Observation::Features, FEATURES);
        let mut hands = Hands {
            bits: PyArray2::zeros(py, [n, bits], false).unbind(),
            features: PyArray2::zeros(py, [n, features], false).unbind(),
            mask: PyArray2::zeros(py, [n, width(in_steps, STEPS)], false).unbind(),
            n_legal: PyArray1::zeros(py, [n], false).unbind(),
            seat: PyArray1::zeros(py, [n], false).unbind(),
            rewards: PyArray2::zeros(py, [n, game.sides()], false).unbind(),
            done: PyArray1::zeros(py, [n], false).unbind(),
            game,
            slots,
            observation,
            in_steps,
        };
        hands.show(py)?;
        Ok(hands)
    }

    /// Deals all hands anew from `seed`.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let (game, slots) = (&self.game, self.slots.get_mut().map_err(error::value)?);
        py.detach(|| {
            for (number, slot) in slots.iter_mut().enumerate() {
                slot.reset(game, seed, number);
            }
        });
        self.show(py)
    }

    /// Every hand plays the legal action at its place in `choices`, or takes that step. Where a choice is not legal, nothing is
    /// played at all.
    #[pyo3(signature = (choices: "numpy.typing.NDArray[numpy.uint16]"))]
    fn step(&mut self, py: Python<'_>, choices: PyReadonlyArray1<'_, u16>) -> PyResult<()> {
        let choices = choices.as_slice().map_err(error::value)?;
        self.check(choices)?;
        self.write(py, Some(choices))
    }

    /// Steps all hands `rounds` times by random choices without Python: what a bench compares with. The steps that were made.
    fn run(&mut self, py: Python<'_>, rounds: usize) -> PyResult<usize> {
        let mut choices = vec![0; self.slots()?.len()];
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..rounds {
            for (slot, choice) in self.slots()?.iter().zip(&mut choices) {
                *choice = slot.random_choice(self.in_steps, &mut rng);
            }
            self.write(py, Some(&choices))?;
        }
        Ok(rounds * choices.len())
    }

    /// The legal actions of all hands: their numbers one after the other (`uint64`), and where those of each hand begin
    /// (`uint32`, one more than hands).
    #[pyo3(signature = () -> "tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint32]]")]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Lists<'py>> {
        let mut actions = Vec::new();
        let mut starts = vec![0];
        for slot in self.slots()?.iter() {
            actions.extend(slot.legal().iter().map(|action| action.to_bits()));
            starts.push(actions.len() as u32);
        }
        Ok((PyArray1::from_vec(py, actions), PyArray1::from_vec(py, starts)))
    }

    /// The texts of the legal actions of one hand.
    fn texts(&self, hand: usize) -> PyResult<Vec<String>> {
        let slots = self.slots()?;
        let slot = slots.get(hand).ok_or_else(|| error::index("hand", hand, slots.len()))?;
        let deck = self.game.deck();
        Ok(slot.legal().iter().map(|action: &Action| action.text(deck)).collect())
    }
}

impl Hands {
    fn slots(&self) -> PyResult<MutexGuard<'_, Vec<Slot>>> {
        self.slots.lock().map_err(error::value)
    }

    /// Whether every hand has a legal choice.
    fn check(&self, choices: &[u16]) -> PyResult<()> {
        let slots = self.slots()?;
        if choices.len() != slots.len() {
            let (found, expected) = (choices.len(), slots.len());
            return Err(error::value(format!(
                "{found} choices: expected one for each of the {expected} hands"
            )));
        }
        for (hand, (slot, &choice)) in slots.iter().zip(choices).enumerate() {
            let place = usize::from(choice);
            if self.in_steps && !slot.steps.allows(place) {
                return Err(error::value(format!(
                    "hand {hand}: step {choice} is not legal, see its row of the mask"
                )));
            }
            if !self.in_steps && place >= slot.legal().len() {
                return Err(error::index(
                    &format!("hand {hand}: action"),
                    choice,
                    slot.legal().len(),
                ));
            }
        }
        Ok(())
    }

    /// Shows the hands as they are.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        self.write(py, None)
    }

    /// Plays the choices, which are legal, and writes all arrays.
    fn write(&mut self, py: Python<'_>, choices: Option<&[u16]>) -> PyResult<()> {
        macro_rules! array {
            ($name:ident) => {
                self.$name.bind(py).try_readwrite().map_err(borrowed)?
            };
        }
        let (mut bits, mut features, mut mask) = (array!(bits), array!(features), array!(mask));
        let (mut n_legal, mut seat) = (array!(n_legal), array!(seat));
        let (mut rewards, mut done) = (array!(rewards), array!(done));
        macro_rules! slice {
            ($name:ident) => {
                $name.as_slice_mut().map_err(error::value)?
            };
        }
        let mut rows = Rows {
            observation: self.observation,
            in_steps: self.in_steps,
            bits: slice!(bits),
            features: slice!(features),
            mask: slice!(mask),
            n_legal: slice!(n_legal),
            seat: slice!(seat),
            rewards: slice!(rewards),
            done: slice!(done),
        };
        let (game, slots) = (&self.game, self.slots.get_mut().map_err(error::value)?);
        if !rows.fit(game, slots.len()) {
            return Err(error::value(
                "an array of the environment has another length than it was made with",
            ));
        }
        py.detach(|| match choices {
            Some(choices) => rows.step(game, slots, choices),
            None => rows.show(game, slots),
        });
        Ok(())
    }
}

/// An array of the environment that somebody holds.
fn borrowed(_: BorrowError) -> PyErr {
    error::value("an array of the environment is in use: expected actions in an array of their own, such as a copy")
}

/// `n` slots, with agents for the seats that are not the caller's.
fn slots(
    game: &spariglio_engine::Game,
    n: usize,
    seed: u64,
    opponents: Option<&[String]>,
    own: Option<usize>,
) -> PyResult<Vec<Slot>> {
    let players = game.players();
    if let Some(seat) = own.filter(|&seat| seat >= players) {
        return Err(error::index("own_seat", seat, players));
    }
    if own.is_some() && opponents.is_none() {
        return Err(error::value(
            "own_seat is given: expected opponents for the other seats",
        ));
    }
    let specs = opponents.map(|texts| {
        if texts.len() != players {
            let message = format!(
                "{} opponents: expected one for each of the {players} seats",
                texts.len()
            );
            return Err(error::value(message));
        }
        let specs = texts.iter().map(|text| AgentSpec::resolve(text).map_err(error::value));
        specs.collect::<PyResult<Vec<_>>>()
    });
    let specs = specs.transpose()?;
    let seats = || -> PyResult<Seats> {
        let Some(specs) = &specs else { return Ok(Seats::All) };
        let agents = specs.iter().map(|spec| spec.build(game).map_err(error::value));
        let agents: Vec<Box<dyn Agent>> = agents.collect::<PyResult<_>>()?;
        Ok(Seats::One { seat: own, agents })
    };
    (0..n)
        .map(|number| Ok(Slot::new(game, seats()?, seed, number)))
        .collect()
}
