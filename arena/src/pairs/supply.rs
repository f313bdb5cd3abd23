//! The players of an agent in concurrent hands: one per seat, or one agent behind all of them.

use std::sync::{Arc, Mutex};

use spariglio_agents::{Agent, AgentSpec, Budget, Decision, Player};
use spariglio_engine::{Action, Game, View};

use crate::error::ArenaError;
use crate::pairs::instances::player;

/// Builds players of one agent.
pub(super) struct Supply<'a> {
    spec: &'a AgentSpec,
    game: &'a Game,
    /// The agent, if a single instance can serve all hands.
    shared: Option<Arc<Mutex<Box<dyn Agent>>>>,
}

impl<'a> Supply<'a> {
    /// # Errors
    /// As [`player`].
    pub fn new(spec: &'a AgentSpec, game: &'a Game) -> Result<Supply<'a>, ArenaError> {
        let shared = match player(spec, game)? {
            Player::Fair(agent) if agent.is_memoryless() => Some(Arc::new(Mutex::new(agent))),
            _ => None,
        };
        Ok(Supply { spec, game, shared })
    }

    /// Builds a player.
    ///
    /// # Errors
    /// As [`player`].
    pub fn player(&self) -> Result<Player, ArenaError> {
        match &self.shared {
            Some(agent) => Ok(Player::Fair(Box::new(Seat { agent: Arc::clone(agent), seed: 0 }))),
            None => player(self.spec, self.game),
        }
    }
}

/// A seat of a shared agent, which gets the seat's seed before each decision.
struct Seat {
    agent: Arc<Mutex<Box<dyn Agent>>>,
    seed: u64,
}

impl Seat {
    fn asked<T>(&self, ask: impl FnOnce(&mut dyn Agent) -> T) -> T {
        let mut agent = self.agent.lock().expect("no decision panicked");
        agent.start_hand(self.seed);
        ask(agent.as_mut())
    }
}

impl Agent for Seat {
    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        self.asked(|agent| agent.decide(view, budget))
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        self.asked(|agent| agent.act(view))
    }
}
