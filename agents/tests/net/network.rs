//! The forward pass: the formula, every level, every batch.

use std::sync::Arc;

use spariglio_agents::features::{ACTION_FEATURES, FEATURES, encode, for_each_action_feature, scales};
use spariglio_agents::net::{BatchEvaluator, EvalBatch, NetConfig, NetEvaluator, Network, POINTS, Tensors, softmax};
use spariglio_engine::vector::Level;
use spariglio_engine::{Action, Game, View};

use crate::support::{games, positions};

const SMALL: NetConfig = NetConfig {
    hidden: 24,
    blocks: 1,
    action_dim: 17,
    value_hidden: 5,
};

const SHAPES: [NetConfig; 4] = [
    SMALL,
    NetConfig {
        hidden: 128,
        blocks: 2,
        action_dim: 64,
        value_hidden: 64,
    },
    NetConfig {
        hidden: 96,
        blocks: 3,
        action_dim: 32,
        value_hidden: 32,
    },
    NetConfig {
        hidden: 1,
        blocks: 0,
        action_dim: 1,
        value_hidden: 1,
    },
];

/// A batch of `count` positions of a game.
fn batch(game: &Game, count: usize, seed: u64) -> EvalBatch {
    let mut batch = EvalBatch::new();
    let mut actions = Vec::new();
    for (deal, state) in positions(game, count, seed) {
        let view = View::new(game, &deal, &state, state.seat(), false);
        view.legal_actions(&mut actions);
        batch.push(&view, &actions);
    }
    batch
}

fn bits(batch: &EvalBatch) -> Vec<u32> {
    let row = |i: usize| std::iter::once(batch.value(i)).chain(batch.logits(i).iter().copied());
    (0..batch.len()).flat_map(row).map(f32::to_bits).collect()
}

/// The formula of `net.rs` in `f64`, straight from the tensors.
struct Reference<'a> {
    config: NetConfig,
    tensors: &'a Tensors,
}

impl Reference<'_> {
    fn linear(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let matrix = self.tensors.get(&format!("{name}.weight"));
        let bias = self.tensors.get(&format!("{name}.bias"));
        let dot = |row: &[f32]| row.iter().zip(x).map(|(w, x)| f64::from(*w) * x).sum::<f64>();
        let rows = matrix.chunks_exact(x.len()).zip(bias);
        rows.map(|(row, bias)| dot(row) + f64::from(*bias)).collect()
    }

    fn trunk(&self, features: &[u8]) -> Vec<f64> {
        let input = features.iter().zip(scales());
        let x: Vec<f64> = input
            .map(|(&byte, scale)| f64::from(byte) * f64::from(*scale))
            .collect();
        let mut h = relu(self.linear("input", &x));
        for i in 0..self.config.blocks {
            let inner = relu(self.linear(&format!("blocks.{i}.fc1"), &h));
            let step = self.linear(&format!("blocks.{i}.fc2"), &inner);
            h.iter_mut().zip(step).for_each(|(h, step)| *h += step);
        }
        relu(h)
    }

    fn logit(&self, query: &[f64], action: Action) -> f64 {
        let rows = self.tensors.get("policy.actions.weight");
        let width = self.config.action_dim;
        assert_eq!(rows.len(), ACTION_FEATURES * width);
        let mut sum = query.to_vec();
        for_each_action_feature(action, |index| {
            let row = &rows[index * width..(index + 1) * width];
            sum.iter_mut().zip(row).for_each(|(sum, &e)| *sum += f64::from(e));
        });
        self.linear("policy.out", &relu(sum))[0]
    }
}

fn relu(x: Vec<f64>) -> Vec<f64> {
    x.into_iter().map(|x| x.max(0.0)).collect()
}

fn assert_close(found: f32, expected: f64, what: &str) {
    let error = (f64::from(found) - expected).abs() / expected.abs().max(1.0);
    assert!(error < 1e-5, "{what}: {found}, expected {expected}");
}

#[test]
fn forward_pass_is_the_formula() {
    let game = Game::preset("cirulla").unwrap();
    let mut actions = Vec::new();
    let mut features = vec![0; FEATURES];
    for (seed, config) in SHAPES.into_iter().enumerate() {
        let tensors = Tensors::random(config, seed as u64);
        let network = Network::new(config, &tensors);
        let reference = Reference {
            config,
            tensors: &tensors,
        };
        for (deal, state) in positions(&game, 60, 2) {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            view.legal_actions(&mut actions);
            encode(&view, &mut features);
            let output = network.evaluate_features(&features, &actions);
            let t = reference.trunk(&features);
            let hidden = relu(reference.linear("value.fc1", &t));
            assert_close(output.value, reference.linear("value.fc2", &hidden)[0], "value");
            let query = reference.linear("policy.query", &t);
            for (&action, &logit) in actions.iter().zip(&output.logits) {
                assert_close(logit, reference.logit(&query, action), "logit");
            }
            assert_eq!(output.points.len(), POINTS);
            for (&found, expected) in output.points.iter().zip(reference.linear("points", &t)) {
                assert_close(found, expected, "points");
            }
        }
    }
}

#[test]
fn evaluator_agrees_with_whole_rows_in_every_game() {
    for game in games() {
        let network = Arc::new(Network::random(SMALL, 8));
        let mut evaluator = NetEvaluator::new(network.clone(), &game);
        let mut rows = batch(&game, 50, 4);
        evaluator.evaluate(&mut rows);
        let mut features = vec![0; FEATURES];
        for (i, (deal, state)) in positions(&game, 50, 4).iter().enumerate() {
            let view = View::new(&game, deal, state, state.seat(), false);
            encode(&view, &mut features);
            let output = network.evaluate_features(&features, rows.row(i).actions);
            assert_close(rows.value(i), f64::from(output.value), "value");
            for (&found, &expected) in rows.logits(i).iter().zip(&output.logits) {
                assert_close(found, f64::from(expected), "logit");
            }
        }
    }
}

#[test]
fn every_level_and_every_batch_gives_the_same_bits() {
    let game = Game::preset("scopone").unwrap();
    for (seed, config) in SHAPES.into_iter().enumerate() {
        let network = Arc::new(Network::random(config, seed as u64));
        let evaluate = |level: Level, count: usize| {
            let mut rows = batch(&game, count, 6);
            NetEvaluator::with_level(network.clone(), &game, level).evaluate(&mut rows);
            bits(&rows)
        };
        let whole = evaluate(Level::Portable, 110);
        for level in Level::available() {
            assert_eq!(evaluate(level, 110), whole, "{level:?}, {config:?}");
            for count in [1, 2, 5, 6, 7, 48, 49] {
                let part = evaluate(level, count);
                assert_eq!(part, whole[..part.len()], "{level:?}, {count} rows");
            }
        }
    }
}

#[test]
fn a_batch_can_be_used_again() {
    let game = Game::preset("cicera").unwrap();
    let network = Arc::new(Network::random(SMALL, 3));
    let mut evaluator = NetEvaluator::new(network, &game);
    let mut one = batch(&game, 30, 1);
    evaluator.evaluate(&mut one);
    let expected = bits(&one);
    one.clear();
    assert!(one.is_empty());
    let mut actions = Vec::new();
    for (deal, state) in positions(&game, 30, 1) {
        let view = View::new(&game, &deal, &state, state.seat(), false);
        view.legal_actions(&mut actions);
        one.push(&view, &actions);
    }
    evaluator.evaluate(&mut one);
    assert_eq!(bits(&one), expected);
}

#[test]
fn policies_sum_to_one() {
    for game in games() {
        let network = Arc::new(Network::random(SMALL, 5));
        let mut rows = batch(&game, 60, 8);
        NetEvaluator::new(network, &game).evaluate(&mut rows);
        for i in 0..rows.len() {
            let mut policy = rows.logits(i).to_vec();
            softmax(&mut policy);
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }
}
