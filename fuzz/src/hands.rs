//! Hands of random rule sets: the engine and the slow second one agree in every position, the fast way to play agrees with
//! the plain one, a record replays, a seat's view gives the same choices.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use spariglio_engine::random::below;
use spariglio_engine::{Deal, Game, State, View};

use crate::Target;
use crate::draws::Draws;
use crate::hands_of_rules::both_engines;
use crate::hands_of_rules::random_rules;
use crate::hands_of_rules::recorded::assert_replays;

/// Rule sets that are tried before an input is given up.
const ATTEMPTS: usize = 20;

/// Target `hands`.
pub const TARGET: Target = Target {
    name: "hands",
    run,
    seeds,
};

/// Draws of any kind: every input is a hand.
fn seeds() -> Vec<Vec<u8>> {
    (0..32u64)
        .map(|seed| {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            (0..160).map(|_| rng.next_u64() as u8).collect()
        })
        .collect()
}

/// Plays hands of the rule set that the bytes draw.
pub fn run(bytes: &[u8]) {
    let mut draws = Draws::new(bytes);
    let Some(game) = (0..ATTEMPTS).find_map(|_| random_rules::attempt("random", &mut draws)) else {
        return;
    };
    both_engines::play(&game, &mut draws);
    fast_and_plain(&game, &mut draws);
    assert_replays(&Arc::new(game), &mut draws);
}

/// A hand played to its end at once, and the same hand played action by action from a seat's view.
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
