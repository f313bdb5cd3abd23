//! The setup of an environment's hands: the rules, and the agents at the other seats.

use std::sync::Arc;

use pyo3::prelude::*;
use spariglio_agents::net::inputs::Encoder;
use spariglio_agents::{Agent, AgentSpec};
use spariglio_engine::Game;

use super::slot::{Seats, Slot};
use crate::error;
use crate::work::{Stop, wait};

/// A game, a number of hands, and agents for the seats that are not the caller's.
#[derive(Clone)]
pub struct Table {
    pub game: Arc<Game>,
    pub n: usize,
    /// By seat.
    opponents: Option<Vec<AgentSpec>>,
    /// The caller's seat; if `None`, a different seat in each hand.
    own: Option<usize>,
    slow: bool,
    /// Present if inputs are shown.
    encoder: Option<Arc<Encoder>>,
}

impl Table {
    /// `opponents` are specifications, one per seat; `with_inputs` says whether inputs are shown.
    ///
    /// # Errors
    /// `own_seat` has no opponents or is out of range, or the opponents are too few, too many or unknown.
    pub fn new(
        game: Arc<Game>,
        n: usize,
        opponents: Option<&[String]>,
        own: Option<usize>,
        with_inputs: bool,
    ) -> PyResult<Table> {
        let players = game.players();
        if let Some(seat) = own.filter(|&seat| seat >= players) {
            return Err(error::index("own_seat", seat, players));
        }
        if own.is_some() && opponents.is_none() {
            return Err(error::value("own_seat is given: expected opponents for the other seats"));
        }
        let specs = opponents.map(|texts| {
            if texts.len() != players {
                let found = texts.len();
                let message = format!("{found} opponents: expected one for each of the {players} seats");
                return Err(error::value(message));
            }
            let specs = texts.iter().map(|text| AgentSpec::resolve(text).map_err(error::value));
            specs.collect::<PyResult<Vec<_>>>()
        });
        let opponents = specs.transpose()?;
        let slow = opponents.iter().flatten().any(is_slow);
        Ok(Table {
            encoder: with_inputs.then(|| Arc::new(Encoder::new(&game))),
            game,
            n,
            opponents,
            own,
            slow,
        })
    }

    /// Number of inputs of a view; 0 if they are not shown.
    pub fn inputs(&self) -> usize {
        self.encoder.as_ref().map_or(0, |encoder| encoder.view_len())
    }

    /// Whether agents play all seats but one.
    pub fn has_opponents(&self) -> bool {
        self.opponents.is_some()
    }

    /// Whether an opponent may think for long. If so, a signal must be able to end the wait.
    pub fn is_slow(&self) -> bool {
        self.slow
    }

    /// The first hands of a seed. `kept` slots are reused if given.
    pub fn dealt(&self, py: Python<'_>, seed: u64, kept: Option<Vec<Slot>>) -> PyResult<Vec<Slot>> {
        if !self.slow {
            return py.detach(|| self.deal(seed, kept, &Stop::default()));
        }
        let table = self.clone();
        wait(py, move |stop| table.deal(seed, kept, stop))?
    }

    fn deal(&self, seed: u64, kept: Option<Vec<Slot>>, stop: &Stop) -> PyResult<Vec<Slot>> {
        let numbers = (0..self.n).take_while(|_| !stop.is_set());
        let Some(mut slots) = kept else {
            return numbers
                .map(|number| Ok(Slot::new(&self.game, self.seats()?, seed, number, self.encoder.clone())))
                .collect();
        };
        for (number, slot) in numbers.zip(&mut slots) {
            slot.reset(&self.game, seed, number);
        }
        Ok(slots)
    }

    fn seats(&self) -> PyResult<Seats> {
        let Some(specs) = &self.opponents else {
            return Ok(Seats::All);
        };
        let agents = specs.iter().map(|spec| spec.build(&self.game).map_err(error::value));
        let agents: Vec<Box<dyn Agent>> = agents.collect::<PyResult<_>>()?;
        Ok(Seats::One { seat: self.own, agents })
    }
}

/// Whether an agent searches, or waits for another program.
fn is_slow(spec: &AgentSpec) -> bool {
    let options = spec.agent_type().options();
    spec.agent_type().is_program() || options.iter().any(|&option| matches!(option, "simulations" | "depth"))
}
