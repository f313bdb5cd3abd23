//! The Rust inference of `spariglio_agents` and the network trained on libtorch are the same function.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use spariglio_agents::features::{FEATURES, encode, scales};
use spariglio_agents::net::{NetConfig, Network, POINTS, Tensors, expected_shapes};
use spariglio_engine::{Action, Deal, Game, State, View};
use spariglio_selfplay::row::KINDS;
use spariglio_train::batch::Batcher;
use spariglio_train::layout::Layout;
use spariglio_train::model::{Model, Outputs};
use spariglio_train::rows::{Row, Rows};
use tch::{Device, Tensor};

/// Largest difference allowed, relative where the head's largest output is above 1.
const SLACK: f32 = 1e-5;

/// Both forms of a random network.
fn networks(config: NetConfig, seed: u64) -> (Network, Model) {
    let tensors = Tensors::random(config, seed);
    let mut weights = Vec::new();
    for (name, _) in expected_shapes(config) {
        weights.extend_from_slice(tensors.get(&name));
    }
    let model = Model::new(Layout::new(config), &weights, scales(), Device::Cpu);
    (Network::new(config, &tensors), model)
}

/// The outputs of one head for one row.
fn close(head: &str, rust: &[f32], torch: &[f32]) {
    let largest = rust.iter().fold(1f32, |largest, x| largest.max(x.abs()));
    for (rust, torch) in rust.iter().zip(torch) {
        assert!((rust - torch).abs() <= SLACK * largest, "{head}: {rust} and {torch}");
    }
}

/// Row `row` of a table.
fn row_of(table: &Tensor, row: usize) -> Vec<f32> {
    Vec::try_from(table.get(row as i64)).expect("a row of numbers")
}

/// Rows with their features and actions alone.
fn rows(features: &[(Vec<u8>, Vec<Action>)]) -> Rows {
    let mut rows = Rows::new(FEATURES, 2);
    for (features, actions) in features {
        let bits: Vec<u64> = actions.iter().map(|action| action.to_bits()).collect();
        rows.push(Row {
            hand: 0,
            features,
            actions: &bits,
            policy: &vec![1.0 / bits.len() as f32; bits.len()],
            policy_known: true,
            points: &[0; 2 * KINDS],
            points_known: true,
            utility: 0.0,
            root_value: 0.0,
        });
    }
    rows
}

fn compare(config: NetConfig, seed: u64, inputs: &[(Vec<u8>, Vec<Action>)]) {
    let (network, model) = networks(config, seed);
    let rows = rows(inputs);
    let indices: Vec<u32> = (0..rows.len() as u32).collect();
    let outputs: Outputs = model.forward(&Batcher::new(Device::Cpu, 0.5).batch(&rows, &indices));
    for (row, (features, actions)) in inputs.iter().enumerate() {
        let output = network.evaluate_features(features, actions);
        let most = output.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let shares: Vec<f32> = output.logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = shares.iter().sum();
        let policy: Vec<f32> = shares.iter().map(|share| share / sum).collect();
        close(
            "value",
            &[output.value],
            &[outputs.value.double_value(&[row as i64]) as f32],
        );
        close("policy", &policy, &row_of(&outputs.log_policy.exp(), row));
        close("points", &output.points, &row_of(&outputs.points, row));
        assert_eq!(output.points.len(), POINTS);
    }
}

/// Positions of random hands.
fn positions(game: &Game, hands: u64) -> Vec<(Vec<u8>, Vec<Action>)> {
    let mut rng = Pcg64Mcg::seed_from_u64(hands);
    let mut found = Vec::new();
    for _ in 0..hands {
        let deal = Deal::random(game, 0, &mut rng);
        let mut state = State::new(game, &deal);
        while !state.is_over() {
            let mut actions = Vec::new();
            state.legal_actions(game, &mut actions);
            let mut features = vec![0; FEATURES];
            encode(&View::new(game, &deal, &state, state.seat(), false), &mut features);
            found.push((features, actions));
            state.apply(game, &deal, state.random_action(game, &mut rng));
        }
    }
    found
}

#[test]
fn agree_on_positions() {
    for (seed, preset) in ["cirulla", "scopone_scientifico", "cicera"].iter().enumerate() {
        let config = NetConfig {
            hidden: 64,
            blocks: 2,
            action_dim: 32,
            value_hidden: 16,
        };
        compare(config, seed as u64, &positions(&crate::common::game(preset), 3));
    }
}

#[test]
fn agree_for_all_sizes() {
    let inputs = positions(&crate::common::game("cirulla"), 1);
    for (seed, (hidden, blocks, action_dim, value_hidden)) in [
        (1, 0, 1, 1),
        (7, 1, 3, 5),
        (32, 3, 16, 16),
        (128, 2, 64, 64),
        (200, 4, 48, 33),
    ]
    .into_iter()
    .enumerate()
    {
        let config = NetConfig {
            hidden,
            blocks,
            action_dim,
            value_hidden,
        };
        compare(config, 100 + seed as u64, &inputs);
    }
}

#[test]
fn agree_on_random_bytes() {
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    let inputs: Vec<_> = positions(&crate::common::game("cirulla"), 1)
        .into_iter()
        .map(|(features, actions)| {
            let random = features.iter().map(|_| match rng.next_u64() % 16 {
                0 => (rng.next_u64() % 4) as u8,
                _ => 0,
            });
            (random.collect(), actions)
        })
        .collect();
    compare(
        NetConfig {
            hidden: 96,
            blocks: 2,
            action_dim: 40,
            value_hidden: 24,
        },
        3,
        &inputs,
    );
}
