//! Uniformly random hands many at a time: hands a second of [`RandomHands`].

use std::hint::black_box;
use std::time::{Duration, Instant};

use spariglio_engine::{Game, LANES, RandomHands};

/// Batches between two looks at the clock.
const BATCHES: usize = 16;

/// Whole hands a second: deal, uniformly random plays to the end.
pub fn hands_per_second(game: &Game, slice: Duration, hands: &mut RandomHands) -> f64 {
    let start = Instant::now();
    let mut batches = 0;
    while start.elapsed() < slice {
        for i in 0..BATCHES {
            black_box(hands.play(game, i % game.players()));
        }
        batches += BATCHES;
    }
    (batches * LANES) as f64 / start.elapsed().as_secs_f64()
}
