//! Positions of random hands, always the same: what a network is measured and probed with.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, Game, State};

/// `count` positions in which a decision is due, hand after hand, with the deal of each.
pub(super) fn positions(game: &Game, count: usize) -> Vec<(Deal, State)> {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let deal = Deal::random(game, positions.len() % game.players(), &mut rng);
        let mut state = State::new(game, &deal);
        while !state.is_over() && positions.len() < count {
            positions.push((deal, state));
            let action = state.random_action(game, &mut rng);
            state.apply(game, &deal, action);
        }
    }
    positions
}
