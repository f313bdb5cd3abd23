//! The setup of an environment's hands: the rules, and the agents at the other seats.

use std::sync::Arc;

use pyo3::prelude::*;
use spariglio_agents::net::inputs::Encoder;
use spariglio_agents::{AgentError, AgentSpec, Custom};
use spariglio_engine::Game;

use super::opponents::{Lineup, Opponents, Own, Pool};
use super::room::Room;
use super::rows::Observation;
use super::slot::Slot;
use crate::agents::{Entrant, attached};
use crate::error;
use crate::raised::Run;
use crate::work::{Stop, wait};

/// Weight of a line-up, and the place of each seat's agent among all agents.
pub type LineupGiven = (f64, Vec<usize>);

/// A game, a number of hands, and agents for the seats that are not the caller's.
#[derive(Clone)]
pub struct Table {
    pub game: Arc<Game>,
    pub n: usize,
    opponents: Option<Arc<Pool>>,
    own: Own,
    slow: bool,
    /// Present if inputs are shown.
    encoder: Option<Arc<Encoder>>,
    /// Zeros and ones of a view's inputs; 0 if they are not shown so.
    pub width: usize,
    run: Run,
}

/// The hands of a place: the seed, the number of hands begun by slot, and the choices of the hand in progress.
pub struct Place {
    pub seed: u64,
    pub begun: Vec<usize>,
    pub choices: Vec<Vec<u16>>,
}

impl Place {
    /// The first hands of a seed.
    pub fn first(seed: u64, n: usize) -> Place {
        Place { seed, begun: (1..=n).collect(), choices: vec![Vec::new(); n] }
    }
}

impl Table {
    /// `opponents` are agents and their line-ups.
    ///
    /// # Errors
    /// `own_seat` has no opponents, an agent cannot be made, or a line-up has no sense.
    pub fn new(
        game: Arc<Game>,
        n: usize,
        opponents: Option<(Vec<Entrant>, Vec<LineupGiven>)>,
        own: Own,
        observation: Observation,
    ) -> PyResult<Table> {
        if (own.seat.is_some() || own.whole_side) && opponents.is_none() {
            return Err(error::value("own_seat or whole_side is given: expected opponents for the other seats"));
        }
        let run = Run::default();
        let pool = opponents
            .map(|(agents, lineups)| pool(&game, agents, lineups, &run))
            .transpose()?;
        let with_inputs = matches!(observation, Observation::Inputs | Observation::Sparse);
        let encoder = with_inputs.then(|| Arc::new(Encoder::new(&game)));
        let ones = encoder.iter().filter(|_| observation == Observation::Inputs);
        Ok(Table {
            width: ones.map(|encoder| encoder.view_len()).sum(),
            encoder,
            slow: pool.iter().flat_map(|pool| &pool.agents).any(is_slow),
            opponents: pool.map(Arc::new),
            game,
            n,
            own,
            run,
        })
    }

    /// Whether agents play the seats that are not the caller's.
    pub fn has_opponents(&self) -> bool {
        self.opponents.is_some()
    }

    /// Whether an opponent may think for long. If so, a signal must be able to end the wait.
    pub fn is_slow(&self) -> bool {
        self.slow
    }

    /// The hands at a place. Those of `kept` are reused.
    ///
    /// # Errors
    /// A choice is not legal, an opponent fails, or a signal's exception.
    pub fn dealt(&self, py: Python<'_>, place: Place, kept: Option<Room>, in_steps: bool) -> PyResult<Room> {
        let table = self.clone();
        self.done(py, move |stop| table.deal(&place, kept, in_steps, stop))
    }

    /// The result of work that lets opponents act. If one of them may think for long, Ctrl-C ends the wait.
    ///
    /// # Errors
    /// The work fails, with the exception of Python as its cause; or a signal's exception.
    pub fn done<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Stop) -> Result<T, String> + Send + 'static,
    ) -> PyResult<T> {
        if !self.slow {
            return py.detach(|| work(&Stop::default())).map_err(error::value);
        }
        let mut work = Some(work);
        let done = wait(py, move |stop| {
            let mut done = None;
            attached(&mut || done = work.take().map(|work| work(stop)));
            done.unwrap_or_else(|| Err("the run was stopped".to_owned()))
        })?;
        done.map_err(|said| self.run.raised.error_of_run(py, said))
    }

    fn deal(&self, place: &Place, kept: Option<Room>, in_steps: bool, stop: &Stop) -> Result<Room, String> {
        let game = &self.game;
        let mut room = match kept {
            Some(room) => room,
            None => self.room()?,
        };
        for (hand, (&begun, choices)) in place.begun.iter().zip(&place.choices).enumerate() {
            if stop.is_set() {
                break;
            }
            if begun <= hand {
                return Err(format!("hand {hand}: {begun} hands begun, expected more"));
            }
            room.slots[hand].go(game, place.seed, hand, begun - 1);
            if !choices.is_empty() {
                room.replay(game, hand, choices, in_steps, stop)?;
            }
        }
        room.settle(game, &mut [], stop)?;
        Ok(room)
    }

    /// Slots without hands.
    fn room(&self) -> Result<Room, String> {
        let made = |spec: &AgentSpec| spec.build_batch(&self.game);
        let agents = self.opponents.iter().flat_map(|pool| &pool.agents);
        let waves = agents.map(made).collect::<Result<_, AgentError>>();
        let slot = |_| {
            let opponents = self.opponents.as_ref().map(|pool| Opponents::new(pool, self.own));
            Slot::new(&self.game, opponents, self.encoder.clone())
        };
        Ok(Room {
            slots: (0..self.n).map(slot).collect(),
            waves: waves.map_err(|error| error.to_string())?,
        })
    }
}

/// The agents of a run and their line-ups.
fn pool(game: &Game, agents: Vec<Entrant>, lineups: Vec<LineupGiven>, run: &Run) -> PyResult<Pool> {
    let specs: Vec<AgentSpec> = agents
        .iter()
        .map(|agent| agent.of_run(run).map_err(error::value))
        .collect::<PyResult<_>>()?;
    for spec in specs.iter().filter(|spec| spec.custom().is_none()) {
        spec.build(game).map_err(error::value)?;
    }
    let total: f64 = lineups.iter().map(|(weight, _)| weight).sum();
    let mut until = 0.0;
    let mut seated = Vec::new();
    for (weight, seats) in lineups {
        if seats.len() != game.players() {
            let (found, players) = (seats.len(), game.players());
            return Err(error::value(format!("{found} opponents: expected one for each of the {players} seats")));
        }
        if let Some(&seat) = seats.iter().find(|&&seat| seat >= specs.len()) {
            return Err(error::index("agent", seat, specs.len()));
        }
        until += weight / total;
        seated.push(Lineup { until, seats });
    }
    if seated.is_empty() {
        return Err(error::value("no opponents: expected some"));
    }
    let waves = specs
        .iter()
        .map(|spec| spec.custom().and_then(Custom::width).is_some())
        .collect();
    Ok(Pool { agents: specs, waves, lineups: seated })
}

/// Whether an agent searches, is of Python, or waits for another program.
fn is_slow(spec: &AgentSpec) -> bool {
    let options = spec.agent_type().options();
    spec.custom().is_some() || options.iter().any(|&option| matches!(option, "simulations" | "depth"))
}
