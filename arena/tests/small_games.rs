//! Every type of agent plays the small games, in which cards stay in the stock and suits and ranks are missing.

use std::fs;
use std::path::Path;

use spariglio_agents::net::{META_FILE, MODEL_FILE, Meta, NetConfig, Tensors};
use spariglio_agents::{AGENTS, AgentSpec};
use spariglio_arena::{ArenaConfig, play_pair};
use spariglio_engine::{Game, RuleSet};

/// A network small enough for tests.
const NET: NetConfig = NetConfig {
    hidden: 16,
    blocks: 1,
    action_dim: 8,
    value_hidden: 4,
};

/// Writes a network with random weights for a game.
fn write_net(folder: &Path, game: &Game) {
    let model = Tensors::random(NET, 1).to_safetensors(NET);
    let meta = Meta::new(game, NET, 0).of_model(&model);
    fs::write(folder.join(META_FILE), serde_json::to_string(&meta).expect("JSON")).expect("written");
    fs::write(folder.join(MODEL_FILE), model).expect("written");
}

/// A quick agent of a type.
fn spec(kind: &str, net: &Path) -> AgentSpec {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/agents/random_agent.py");
    let text = match kind {
        "ismcts" | "mo-ismcts" | "cheat-mcts" => format!("{kind}:simulations=40"),
        "pimc" | "cheat-pimc" => format!("{kind}:depth=2:exact=2"),
        "net" => format!("net:net={}", net.display()),
        "net-search" => format!("net-search:net={}:simulations=8", net.display()),
        "external" => format!("external:command=python3 {program}:millis=60000:start_millis=60000"),
        _ => kind.to_owned(),
    };
    AgentSpec::parse(&text).expect("an agent")
}

#[test]
fn every_agent_plays_the_small_games() {
    let names = RuleSet::preset_names().iter().filter(|name| name.starts_with("mini_"));
    for name in names {
        let game = Game::preset(name).expect("a preset");
        let folder = tempfile::tempdir().expect("a folder");
        write_net(folder.path(), &game);
        let random = spec("random", folder.path());
        for kind in AGENTS.iter().map(|agent| agent.name) {
            let config = ArenaConfig {
                hands: 16,
                seed: 3,
                threads: 2,
                ..ArenaConfig::default()
            };
            let result = play_pair(&game, [&spec(kind, folder.path()), &random], &config, &|_| ());
            let result = result.unwrap_or_else(|error| panic!("{name}, {kind}: {error}"));
            assert!(result.hands >= 16, "{name}, {kind}: {} hands", result.hands);
        }
    }
}
