//! An agent's players in the plays of a set.
//!
//! One instance per seat serves all plays if the agent is not a program, because it is reset for every hand.

use spariglio_agents::{AgentSpec, Player};
use spariglio_engine::Game;

use crate::error::ArenaError;

/// Builds a player of an agent.
///
/// # Errors
/// Fails if the agent cannot be built; the error names it.
pub(crate) fn player(spec: &AgentSpec, game: &Game) -> Result<Player, ArenaError> {
    spec.build_player(game).map_err(|source| ArenaError::agent(spec, source))
}

/// The players of one agent of a pair.
pub(crate) struct Instances {
    /// By play, then by the agent's seats in it; only by seat if one set of players serves all plays.
    players: Vec<Player>,
    /// Number of plays with their own players: all, or 1 if the same players serve all.
    plays: usize,
    /// Most seats of the agent in a play.
    width: usize,
}

impl Instances {
    /// Players of `spec` for `plays` plays with players of their own, `width` seats each.
    ///
    /// # Errors
    /// Fails if the agent cannot be built; the error names it.
    pub fn new(spec: &AgentSpec, game: &Game, plays: usize, width: usize) -> Result<Instances, ArenaError> {
        let players: Result<_, _> = (0..plays * width).map(|_| player(spec, game)).collect();
        Ok(Instances { players: players?, plays, width })
    }

    /// The players of play `number` of the set.
    pub fn of(&mut self, number: usize) -> &mut [Player] {
        let first = number % self.plays * self.width;
        &mut self.players[first..first + self.width]
    }
}
