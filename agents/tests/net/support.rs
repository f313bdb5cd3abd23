//! Helpers of these tests: positions of random hands, and games of every preset.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, Game, RuleSet, State};

/// A state and its deal.
pub type Position = (Deal, State);

/// All presets.
pub fn games() -> impl Iterator<Item = Game> {
    RuleSet::preset_names().iter().map(|name| Game::preset(name).unwrap())
}

/// `count` positions of uniformly random hands that are not over.
pub fn positions(game: &Game, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut positions = Vec::new();
    for hand in 0.. {
        let deal = Deal::random(game, hand % game.players(), &mut rng);
        let mut state = State::new(game, &deal);
        while !state.is_over() {
            positions.push((deal, state));
            if positions.len() == count {
                return positions;
            }
            let action = state.random_action(game, &mut rng);
            state.apply(game, &deal, action);
        }
    }
    unreachable!("hands are dealt until there are enough positions")
}
