//! Reading networks: what was written is read, and every fault is named.

use std::fs;
use std::path::Path;

use spariglio_agents::features::{ACTION_FEATURES, FEATURE_VERSION, FEATURES};
use spariglio_agents::hash::sha256_hex;
use spariglio_agents::net::{META_FILE, MODEL_FILE, Meta, NetConfig, Network, Tensors};
use spariglio_agents::{AgentSpec, Budget};
use spariglio_engine::{Game, View};
use tempfile::TempDir;

use crate::support::positions;

const CONFIG: NetConfig = NetConfig {
    hidden: 16,
    blocks: 1,
    action_dim: 8,
    value_hidden: 4,
};

fn game() -> Game {
    Game::preset("cirulla").unwrap()
}

/// The file of weights of a network.
fn model() -> Vec<u8> {
    Tensors::random(CONFIG, 1).to_safetensors(CONFIG)
}

/// A folder with a network for Cirulla.
fn folder() -> TempDir {
    folder_of(&model())
}

/// A folder with a description of these weights.
fn folder_of(model: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_meta(folder.path(), &Meta::new(&game(), CONFIG, 3).of_model(model));
    fs::write(folder.path().join(MODEL_FILE), model).unwrap();
    folder
}

fn write_meta(folder: &Path, meta: &Meta) {
    fs::write(folder.join(META_FILE), serde_json::to_string(meta).unwrap()).unwrap();
}

/// The error of loading for `game`, which must contain all of `parts`.
fn assert_error(folder: &Path, game: &Game, parts: &[&str]) {
    let error = Network::load(folder, game).unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}

#[test]
fn what_was_written_is_read() {
    let folder = folder();
    let (network, meta) = Network::load(folder.path(), &game()).unwrap();
    assert_eq!(meta, Meta::new(&game(), CONFIG, 3).of_model(&model()));
    let features = vec![1; FEATURES];
    let expected = Network::random(CONFIG, 1).evaluate_features(&features, &[]);
    assert_eq!(network.evaluate_features(&features, &[]), expected);
}

#[test]
fn missing_files_are_named() {
    let folder = folder();
    fs::remove_file(folder.path().join(MODEL_FILE)).unwrap();
    assert_error(folder.path(), &game(), &[MODEL_FILE, "cannot be read"]);
    let parts = ["no: expected the folder of a network", "found none of them"];
    assert_error(&folder.path().join("no"), &game(), &parts);
}

#[test]
fn a_network_of_another_rule_set_is_refused() {
    let folder = folder();
    let scopone = Game::preset("scopone").unwrap();
    let parts = [META_FILE, "rules_fingerprint", "`cirulla`", "`scopone`"];
    assert_error(folder.path(), &scopone, &parts);
}

#[test]
fn other_versions_are_refused() {
    let plain = Meta::new(&game(), CONFIG, 0);
    let next = (FEATURE_VERSION + 1).to_string();
    let less = (ACTION_FEATURES - 1).to_string();
    let cases = [
        (
            Meta {
                feature_version: FEATURE_VERSION + 1,
                ..plain.clone()
            },
            "feature_version",
            next.as_str(),
        ),
        (
            Meta {
                action_features: ACTION_FEATURES - 1,
                ..plain.clone()
            },
            "action_features",
            less.as_str(),
        ),
        (
            Meta {
                format: 9,
                ..plain.clone()
            },
            "format",
            "9",
        ),
        (
            Meta {
                hidden: 0,
                ..plain.clone()
            },
            "hidden",
            "0",
        ),
        (
            Meta {
                blocks: 1_000_000,
                ..plain
            },
            "blocks",
            "1000000",
        ),
    ];
    for (meta, field, found) in cases {
        let folder = folder();
        write_meta(folder.path(), &meta);
        assert_error(folder.path(), &game(), &[META_FILE, field, found, "expected"]);
    }
}

#[test]
fn a_description_that_is_none_is_refused() {
    for text in ["", "[]", "{}", "{\"format\": \"one\"}"] {
        let folder = folder();
        fs::write(folder.path().join(META_FILE), text).unwrap();
        assert_error(folder.path(), &game(), &[META_FILE, "not a network's description"]);
    }
}

#[test]
fn wrong_shapes_name_the_tensor_and_both_shapes() {
    let folder = folder();
    let meta = Meta::new(
        &game(),
        NetConfig {
            action_dim: 9,
            ..CONFIG
        },
        0,
    );
    write_meta(folder.path(), &meta.of_model(&model()));
    let parts = [MODEL_FILE, "`policy.query.weight`", "[9, 16]", "[8, 16]"];
    assert_error(folder.path(), &game(), &parts);
}

#[test]
fn missing_and_left_over_tensors_are_named() {
    let folder = folder();
    let with_blocks = |blocks| Meta::new(&game(), NetConfig { blocks, ..CONFIG }, 0).of_model(&model());
    write_meta(folder.path(), &with_blocks(2));
    assert_error(folder.path(), &game(), &["`blocks.1.fc1.weight`", "found none"]);
    write_meta(folder.path(), &with_blocks(0));
    assert_error(folder.path(), &game(), &["`blocks.0.", "no such tensor"]);
}

#[test]
fn every_truncation_is_refused() {
    let whole = model();
    for length in [0, 4, 8, 100, whole.len() / 2, whole.len() - 1] {
        let folder = folder_of(&whole[..length]);
        assert_error(folder.path(), &game(), &[MODEL_FILE, "truncated"]);
    }
}

#[test]
fn one_flipped_bit_is_refused_with_both_hashes() {
    let whole = model();
    for place in (0..whole.len()).step_by(997).chain([whole.len() - 1]) {
        let folder = folder();
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        fs::write(folder.path().join(MODEL_FILE), &flipped).unwrap();
        let parts = [MODEL_FILE, "sha256", &sha256_hex(&whole), &sha256_hex(&flipped)];
        assert_error(folder.path(), &game(), &parts);
    }
}

#[test]
fn numbers_that_are_none_are_refused() {
    let mut bytes = model();
    let end = bytes.len();
    bytes[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    let folder = folder_of(&bytes);
    assert_error(folder.path(), &game(), &["tensor", "finite numbers", "NaN"]);
}

#[test]
fn weights_whose_outputs_overflow_are_refused() {
    for (tensor, output) in [("value.fc2.weight", "a value"), ("policy.out.weight", "a logit")] {
        let mut tensors = Tensors::random(CONFIG, 1);
        tensors.get_mut(tensor).fill(3e38);
        let folder = folder_of(&tensors.to_safetensors(CONFIG));
        let parts = [MODEL_FILE, output, "expected a finite number"];
        assert_error(folder.path(), &game(), &parts);
    }
}

#[test]
fn agents_of_a_folder_play_its_game_and_no_other() {
    let folder = folder();
    let path = folder.path().display();
    for text in [
        format!("net:net={path}"),
        format!("net-search:net={path}:simulations=8"),
    ] {
        let spec = AgentSpec::parse(&text).unwrap();
        assert_eq!(spec.to_string(), text);
        let game = game();
        let mut agent = spec.build(&game).unwrap();
        agent.start_hand(1);
        for (deal, state) in positions(&game, 10, 1) {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let decision = agent.decide(&view, Budget::OWN);
            assert!(decision.actions.contains(&decision.action), "{text}");
        }
        let scopone = Game::preset("scopone").unwrap();
        let error = spec.build(&scopone).err().unwrap().to_string();
        assert!(error.contains("rules_fingerprint"), "{error}");
    }
}

#[test]
fn options_for_sparse_networks_are_refused() {
    let folder = folder();
    let spec = AgentSpec::parse(&format!("net-search:net={}:root=halving", folder.path().display())).unwrap();
    let error = spec.build(&game()).err().unwrap().to_string();
    assert!(
        error.contains("option `root` of `net-search` has no effect on a dense network"),
        "{error}"
    );
}

#[test]
fn a_run_directory_stands_for_its_best_network() {
    let run = tempfile::tempdir().unwrap();
    let net = run.path().join("nets/gen-0002");
    fs::create_dir_all(run.path().join("nets")).unwrap();
    fs::rename(folder().keep(), &net).unwrap();
    for name in ["net", "net-search"] {
        let spec = AgentSpec::parse(&format!("{name}:net={}", run.path().display())).unwrap();
        assert_eq!(spec.net(), Some(net.clone()));
        assert!(spec.files().iter().all(|file| file.exists()));
        spec.build(&game()).unwrap();
    }
    let later = run.path().join("later");
    let spec = AgentSpec::parse(&format!("net:net={}", later.display())).unwrap();
    fs::create_dir_all(later.join("nets")).unwrap();
    fs::rename(&net, later.join("nets/gen-0000")).unwrap();
    spec.build(&game()).expect("a run that came after the agent was named");
    let empty = AgentSpec::parse("net:net=nothing/here")
        .unwrap()
        .build(&game())
        .err()
        .unwrap();
    assert!(
        empty
            .to_string()
            .contains("nothing/here: expected the folder of a network"),
        "{empty}"
    );
}

#[test]
fn stated_defaults_are_the_defaults() {
    for (file, name) in [("net.toml", "net"), ("net_search.toml", "net-search")] {
        let path = format!("{}/../configs/agents/{file}", env!("CARGO_MANIFEST_DIR"));
        let spec = AgentSpec::resolve(&path).unwrap();
        assert_eq!(spec.to_string(), format!("{name}:net=RUN"));
    }
}
