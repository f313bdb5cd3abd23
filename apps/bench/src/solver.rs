//! The solver's speed.

use std::hint::black_box;
use std::time::Instant;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::book::BookPolicy;
use spariglio_agents::book::greedy::GreedyPolicy;
use spariglio_agents::solver::Solver;
use spariglio_engine::random::below;
use spariglio_engine::{Action, Deal, Game, State, View};

use crate::Result;

/// One play in this many is random, the others are greedy, in the hands that lead to the positions.
const RANDOM_ONE_IN: u32 = 4;

/// Median milliseconds of [`Solver::value`] over positions with `cards` cards per seat, all by one solver. Greedy play
/// with a quarter of random plays reaches the positions.
pub fn median_ms(game: &Game, cards: usize, positions: usize, seed: u64) -> Result<f64> {
    let mut rng = Pcg64Mcg::new(u128::from(seed) << 1 | 1);
    let mut solver = Solver::new(game)?;
    let policy = GreedyPolicy::new(game);
    let mut times: Vec<f64> = (0..positions)
        .map(|i| {
            let deal = Deal::random(game, i % game.players(), &mut rng);
            let state = reached(game, &deal, &policy, cards, &mut rng);
            let start = Instant::now();
            black_box(solver.value(game, &deal, &state));
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    Ok(f64::midpoint(times[(positions - 1) / 2], times[positions / 2]))
}

/// The position of a deal with `cards` cards per seat; the end of the hand if it comes before.
fn reached(game: &Game, deal: &Deal, policy: &GreedyPolicy, cards: usize, rng: &mut Pcg64Mcg) -> State {
    let mut state = State::new(game, deal);
    let mut actions: Vec<Action> = Vec::new();
    while !state.is_over() && game.plies() - state.ply() > cards * game.players() {
        let action = if below(rng, RANDOM_ONE_IN) == 0 {
            state.random_action(game, rng)
        } else {
            state.legal_actions(game, &mut actions);
            let view = View::new(game, deal, &state, state.seat(), false);
            actions[policy.choose(&view, &actions)]
        };
        state.apply(game, deal, action);
    }
    state
}
