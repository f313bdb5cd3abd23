//! Every type of agent plays the small games. In these, cards stay in the stock, and suits and ranks are missing.

use std::fs;
use std::path::Path;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::net::inputs::{Encoder, Residual};
use spariglio_agents::net::sparse::{PolicyNet, SparseNet};
use spariglio_agents::{AGENTS, AgentSpec};
use spariglio_arena::deals::seating::Seating;
use spariglio_arena::{ArenaConfig, play_pair};
use spariglio_engine::{Game, RuleSet};

use crate::model::{Answer, Model};

/// Writes a network with random weights for a game.
fn write_net(folder: &Path, game: &Game) {
    let encoder = Encoder::new(game);
    let mut rng = Pcg64Mcg::new(1);
    let [policy, critic] = [encoder.policy_len(), encoder.critic_len()].map(|inputs| {
        let mut net = SparseNet::random(inputs, 32, 1, 0.1, &mut rng);
        net.randomise_blocks(0.1, &mut rng);
        net.randomise_output(0.1, &mut rng);
        net
    });
    let net = PolicyNet { residual: Residual::None, margin_deviation: 3.0, policy, critic };
    for (name, bytes) in net.files(game, 0, 1) {
        fs::write(folder.join(name), bytes).expect("written");
    }
}

/// A quick agent of a type.
fn spec(kind: &str, net: &Path, model: &Model) -> AgentSpec {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../notebooks/examples/agents/random_agent.py");
    let text = match kind {
        "ismcts" | "mo-ismcts" | "cheat-mcts" => format!("{kind}:simulations=40"),
        "pimc" | "cheat-pimc" => format!("{kind}:depth=2:exact=2"),
        "net" => format!("net:net={}", net.display()),
        "net-search" => format!("net-search:net={}:simulations=8", net.display()),
        "external" => format!("external:command=python3 {program}:millis=60000:start_millis=60000"),
        "chat" => model.agent(""),
        _ => kind.to_owned(),
    };
    AgentSpec::parse(&text).expect("an agent")
}

#[test]
fn every_agent_plays_the_small_games() {
    let model = Model::start(|request, _| Answer::says(&request.legal()[0]));
    let names = RuleSet::preset_names().iter().filter(|name| name.starts_with("mini_"));
    for name in names {
        let game = Game::preset(name).expect("a preset");
        let folder = tempfile::tempdir().expect("a folder");
        write_net(folder.path(), &game);
        let random = spec("random", folder.path(), &model);
        for kind in AGENTS.iter().map(|agent| agent.name) {
            let config = ArenaConfig { hands: 16, seed: 3, threads: 2, ..ArenaConfig::default() };
            let result = play_pair(&game, [&spec(kind, folder.path(), &model), &random], &config, &|_| ());
            let result = result.unwrap_or_else(|error| panic!("{name}, {kind}: {error}"));
            assert!(
                result.sets() * Seating::count(&game) as u64 >= 16,
                "{name}, {kind}: {} hands",
                result.figures.hands
            );
        }
    }
}
