//! The arena's speed: duplicate hands per second on one core, and the gain of a second core.

use std::time::{Duration, Instant};

use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, play_pair};
use spariglio_engine::Game;

use crate::Result;

/// Hands per measurement and millisecond of slice: about two slices of one core.
const HANDS_A_MILLISECOND: u64 = 300;

/// Duplicate hands per second of `greedy` against `formula` on `threads` cores.
pub fn hands_per_second(game: &Game, threads: usize, slice: Duration) -> Result<f64> {
    let agents = [AgentSpec::parse("greedy")?, AgentSpec::parse("formula")?];
    let config = ArenaConfig {
        hands: HANDS_A_MILLISECOND * slice.as_millis() as u64,
        seed: 1,
        threads,
        ..ArenaConfig::default()
    };
    let start = Instant::now();
    let result = play_pair(game, [&agents[0], &agents[1]], &config, &|_| ())?;
    Ok(result.figures.hands as f64 / start.elapsed().as_secs_f64())
}
