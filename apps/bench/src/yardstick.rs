//! The plain engine's speed, the yardstick of the fast engine.

use std::hint::black_box;
use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Card, Game};
use spariglio_reference::random_hand;

use crate::per_second;

/// Hands between two readings of the clock; few, as the plain engine is slow.
const HANDS: usize = 32;

/// Hands per second of the plain engine: deal, then uniformly random plays to the end.
pub fn hands_per_second(game: &Game, slice: Duration, rng: &mut Pcg64Mcg) -> f64 {
    let mut pack: Vec<Card> = game.pack().iter().collect();
    per_second(slice, || {
        for i in 0..HANDS {
            black_box(random_hand(game.rules(), i % game.players(), &mut pack, rng));
        }
        HANDS
    })
}
