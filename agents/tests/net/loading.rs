//! Reading networks: every error names the fault and its file.

use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::inputs::{Encoder, Residual};
use spariglio_agents::net::sparse::{META_FORMAT, PolicyNet, SparseNet};
use spariglio_agents::net::{LearntRules, META_FILE, MODEL_FILE, NetChoice};
use spariglio_agents::{AgentSpec, Budget};
use spariglio_engine::{Game, View};
use tempfile::TempDir;

use crate::support::positions;

fn game() -> Game {
    Game::preset("cirulla").unwrap()
}

/// A folder with a small network of random weights for Cirulla.
fn folder() -> TempDir {
    let (game, folder) = (game(), tempfile::tempdir().unwrap());
    let encoder = Encoder::new(&game);
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let net = PolicyNet {
        residual: Residual::Formula,
        margin_deviation: 3.0,
        policy: SparseNet::random(encoder.policy_len(), 32, 0, 0.1, &mut rng),
        critic: SparseNet::random(encoder.critic_len(), 32, 0, 0.1, &mut rng),
    };
    for (name, bytes) in net.files(&game, 0, 1) {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// Asserts that the error of loading for `game` contains all of `parts`.
fn assert_error(folder: &Path, game: &Game, parts: &[&str]) {
    let error = NetChoice::of(folder, LearntRules::Own).load(game).unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
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
    let scopone = Game::preset("scopone").unwrap();
    let parts = [META_FILE, "rules_fingerprint", "`cirulla`", "`scopone`"];
    assert_error(folder().path(), &scopone, &parts);
}

#[test]
fn another_format_is_refused_whatever_else_the_file_has() {
    for text in ["{\"format\": 99}", "{\"format\": 99, \"hidden\": 128}"] {
        let folder = folder();
        fs::write(folder.path().join(META_FILE), text).unwrap();
        let expected = format!("`format` is 99, expected {META_FORMAT}");
        assert_error(folder.path(), &game(), &[META_FILE, &expected]);
        let spec = format!("net-search:net={}", folder.path().display());
        let error = AgentSpec::parse(&spec).unwrap().build(&game()).err().unwrap().to_string();
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn a_file_that_describes_no_network_is_refused() {
    for text in ["", "[]", "{}", "{\"format\": \"one\"}"] {
        let folder = folder();
        fs::write(folder.path().join(META_FILE), text).unwrap();
        assert_error(folder.path(), &game(), &[META_FILE, "not a network's description"]);
    }
}

#[test]
fn every_truncation_is_refused() {
    let folder = folder();
    let path = folder.path().join(MODEL_FILE);
    let whole = fs::read(&path).unwrap();
    for length in [0, 4, 8, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert_error(folder.path(), &game(), &[MODEL_FILE, "sha256"]);
    }
}

#[test]
fn agents_of_a_folder_play_its_game_and_no_other() {
    let folder = folder();
    let path = folder.path().display();
    for text in [format!("net:net={path}"), format!("net-search:net={path}:simulations=8")] {
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
    let empty = AgentSpec::parse("net:net=nothing/here").unwrap().build(&game());
    let empty = empty.err().unwrap().to_string();
    assert!(empty.contains("nothing/here: expected the folder of a network"), "{empty}");
}

#[test]
fn stated_defaults_are_the_defaults() {
    for (file, name) in [("net.toml", "net"), ("net_search.toml", "net-search")] {
        let path = format!("{}/../configs/agents/{file}", env!("CARGO_MANIFEST_DIR"));
        let spec = AgentSpec::resolve(&path).unwrap();
        assert_eq!(spec.to_string(), format!("{name}:net=RUN"));
    }
}
