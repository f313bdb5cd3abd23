//! An agent's players in the plays of a set.
//!
//! An agent of this program or of the host is prepared anew for every hand: one instance per seat serves all plays. A program may remember
//! what it saw, so each play has processes of its own: none meets a deal twice.

use spariglio_agents::{AgentSpec, Player};
use spariglio_engine::Game;

use crate::deals::seating::Seating;
use crate::error::ArenaError;

/// A player of an agent.
///
/// # Errors
/// The agent cannot be made; the error names it.
pub(crate) fn player(spec: &AgentSpec, game: &Game) -> Result<Player, ArenaError> {
    spec.build_player(game)
        .map_err(|source| ArenaError::agent(spec, source))
}

/// The players of one agent of a pair.
pub(crate) struct Instances {
    /// By play, then by seat that the agent takes; by seat alone where one play's serve all.
    players: Vec<Player>,
    /// Plays with players of their own: all, or one whose players serve all.
    plays: usize,
    /// Seats of a play, at most.
    width: usize,
}

impl Instances {
    /// Players of `spec`, which is agent `agent` (0 or 1) of the plays of `set`.
    ///
    /// # Errors
    /// The agent cannot be made; the error names it.
    pub fn new(spec: &AgentSpec, game: &Game, set: &[Seating], agent: usize) -> Result<Instances, ArenaError> {
        let width = Seating::instances(set)[agent];
        let plays = if spec.agent_type().is_program() { set.len() } else { 1 };
        let players: Result<_, _> = (0..plays * width).map(|_| player(spec, game)).collect();
        Ok(Instances {
            players: players?,
            plays,
            width,
        })
    }

    /// The players of play `number` of the set.
    pub fn of(&mut self, number: usize) -> &mut [Player] {
        let first = number % self.plays * self.width;
        &mut self.players[first..first + self.width]
    }
}
