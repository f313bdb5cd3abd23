//! How many evaluations a second one core does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use spariglio_engine::{Game, View};

use super::batch::EvalBatch;
use super::config::NetConfig;
use super::evaluator::{BatchEvaluator, NetEvaluator};
use super::network::Network;
use super::positions::positions;

/// Views of random hands that are evaluated in turn.
const VIEWS: usize = 1024;
/// How long is measured.
const TIME: Duration = Duration::from_millis(500);

/// Evaluations a second of a network of the default shape on views of `game`, `batch` at a time:
/// features, policy and value, from the view to the answer.
pub fn bench_evaluations(game: &Game, batch: usize) -> f64 {
    let network = Network::random(NetConfig::default(), 1);
    let mut evaluator = NetEvaluator::new(Arc::new(network), game);
    let positions = positions(game, VIEWS);
    let mut rows = EvalBatch::new();
    let mut actions = Vec::new();
    let (mut done, mut at) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < TIME {
        rows.clear();
        for _ in 0..batch {
            let (deal, state) = &positions[at];
            at = (at + 1) % positions.len();
            let view = View::new(game, deal, state, state.seat(), false);
            view.legal_actions(&mut actions);
            rows.push(&view, &actions);
        }
        evaluator.evaluate(&mut rows);
        done += batch;
    }
    f64::from(done as u32) / start.elapsed().as_secs_f64()
}
