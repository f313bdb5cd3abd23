//! The tree search's speed.

use std::hint::black_box;

use spariglio_agents::search::Clock;
use spariglio_agents::{AgentSpec, Budget};
use spariglio_engine::{Deal, Game, State, View};

use crate::{Result, generator};

/// The plain search: uniformly random rollouts and worlds, no priors.
const PLAIN: &str = "selection=ucb1:exploration=1.2:rollout=random:exact=0:inference=none";

/// Simulations per second of one thread with random rollouts, on the first play of a random deal. A first decision, not
/// measured, lets the tree's memory grow to its usual size.
pub fn simulations_per_second(game: &Game, simulations: u32, seed: u64) -> Result<f64> {
    let mut agent = AgentSpec::parse(&format!("ismcts:simulations={simulations}:{PLAIN}"))?.build(game)?;
    let deal = Deal::random(game, 0, &mut generator(seed));
    let state = State::new(game, &deal);
    let view = View::new(game, &deal, &state, state.seat(), false);
    agent.decide(&view, Budget::OWN);
    let start = Clock::start();
    black_box(agent.decide(&view, Budget::OWN));
    Ok(f64::from(simulations) / start.elapsed().as_secs_f64())
}
