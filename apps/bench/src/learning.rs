//! The learner's speed.

use std::time::{Duration, Instant};

use spariglio_engine::Game;
use spariglio_files::pool;
use spariglio_train::learner::Learner;
use spariglio_train::{GradientConfig, Plain};

use crate::Result;

/// Decisions per step.
const BATCH: u64 = 4096;

/// Decisions per second, played and learnt, on `threads` threads with the default configuration and batches of 4,096
/// decisions. The first step is not measured.
///
/// # Errors
/// The threads cannot be started.
pub fn decisions_per_second(game: &Game, threads: usize, slice: Duration) -> Result<f64> {
    let config = GradientConfig { batch: [BATCH, BATCH], ..GradientConfig::default() };
    let mut learner = Learner::new(game, &config, 1, Box::new(Plain))?;
    let speed = pool(threads)?.install(|| {
        learner.step();
        let (start, before) = (Instant::now(), learner.decisions());
        while start.elapsed() < slice {
            learner.step();
        }
        (learner.decisions() - before) as f64 / start.elapsed().as_secs_f64()
    });
    Ok(speed)
}
