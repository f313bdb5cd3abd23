//! How many decisions per second are played and learnt.

use std::time::{Duration, Instant};

use spariglio_engine::Game;

use crate::config::GradientConfig;
use crate::learner::Learner;
use crate::plain::Plain;

/// Decisions of a step.
const BATCH: u64 = 4096;

/// Decisions per second, acting and learning together, on `threads` threads, with the configuration's defaults and a batch of
/// 4,096 decisions. The first step is not measured.
pub fn bench_learning(game: &Game, threads: usize, slice: Duration) -> f64 {
    let config = GradientConfig {
        batch: [BATCH, BATCH],
        ..GradientConfig::default()
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("a pool of threads");
    let mut learner =
        Learner::new(game, &config, 1, Box::new(Plain)).expect("random weights, and nobody to learn against");
    pool.install(|| {
        learner.step();
        let (start, before) = (Instant::now(), learner.decisions());
        while start.elapsed() < slice {
            learner.step();
        }
        (learner.decisions() - before) as f64 / start.elapsed().as_secs_f64()
    })
}
