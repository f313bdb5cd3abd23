//! Hands of random rule sets. In every position the engine must agree with the plain reference engine, and a seat's
//! view must give the same choices as the state. Fast playouts must agree with plain ones, and a record must replay.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use spariglio_engine::random::below;
use spariglio_engine::rules::random_game;
use spariglio_engine::{Deal, Game, State, View};

use crate::Target;
use crate::draws::Draws;
use crate::hands_of_rules::both_engines;
use crate::hands_of_rules::recorded::assert_replays;

/// Number of rule sets tried before an input is given up.
const ATTEMPTS: usize = 20;

/// Target `hands`.
pub const TARGET: Target = Target { name: "hands", run, seeds };

/// Random bytes: every input is a hand.
fn seeds() -> Vec<Vec<u8>> {
    (0..32u64)
        .map(|seed| {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            (0..160).map(|_| rng.next_u64() as u8).collect()
        })
        .collect()
}

/// Plays hands of a rule set drawn from the bytes.
pub fn run(bytes: &[u8]) {
    let mut draws = Draws::new(bytes);
    let Some(game) = (0..ATTEMPTS).find_map(|_| random_game("random", &mut draws)) else {
        return;
    };
    both_engines::play(game.rules(), &game, &mut draws);
    fast_and_plain(&game, &mut draws);
    assert_replays(&Arc::new(game), &mut draws);
}

/// Compares a fast playout with plain play from the seats' views, action by action: both must end in the same state.
fn fast_and_plain(game: &Game, draws: &mut Draws<'_>) {
    let dealer = below(draws, game.players() as u32) as usize;
    let deal = Deal::random(game, dealer, draws);
    let seed = draws.next_u64();
    let mut fast = State::new(game, &deal);
    fast.playout(game, &deal, &mut Pcg64Mcg::seed_from_u64(seed));
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut plain = State::new(game, &deal);
    let (mut of_state, mut of_view) = (Vec::new(), Vec::new());
    while !plain.is_over() {
        plain.legal_actions(game, &mut of_state);
        View::new(game, &deal, &plain, plain.seat(), false).legal_actions(&mut of_view);
        assert_eq!(of_state, of_view);
        let action = plain.random_action(game, &mut rng);
        plain.apply(game, &deal, action);
    }
    assert_eq!(fast, plain, "{}", game.rules().to_toml());
}
