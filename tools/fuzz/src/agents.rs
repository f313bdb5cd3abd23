//! Agents as a text or as TOML: either refused with an error, or read. An agent that was read is written and reads back
//! as the same. If it needs neither a file nor a program, it can be built.

use std::sync::LazyLock;

use spariglio_agents::spec::AgentType;
use spariglio_agents::{AGENTS, AgentSpec};
use spariglio_engine::Game;

use crate::Target;

static GAME: LazyLock<Game> = LazyLock::new(|| Game::preset("mini_scopone").expect("a preset"));

/// Target `agents`.
pub const TARGET: Target = Target { name: "agents", run, seeds };

fn seeds() -> Vec<Vec<u8>> {
    let options = |agent: &AgentType| {
        let options = agent.defaults().into_iter().filter(|(_, value)| !value.is_empty());
        options.fold(agent.name.to_owned(), |text, (name, value)| text + ":" + name + "=" + &value)
    };
    let texts = AGENTS.iter().map(options);
    let tables = AGENTS.iter().map(|agent| format!("type = \"{}\"\n", agent.name));
    let more = ["ismcts:simulations=4000:rollout=greedy", "external:command=sh -c 'true'", "net-search:net=RUN"];
    texts
        .chain(tables)
        .chain(more.map(str::to_owned))
        .map(String::into_bytes)
        .collect()
}

/// Reads the bytes as an agent.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for read in [AgentSpec::parse(text), AgentSpec::from_toml(text)] {
        match read {
            Ok(spec) => sound(&spec),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn sound(spec: &AgentSpec) {
    let text = spec.to_string();
    let again = AgentSpec::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again, *spec, "{text}");
    assert_eq!(again.to_string(), text);
    let kind = spec.agent_type();
    if !kind.has_net() && !kind.is_program() {
        drop(spec.build_player(&GAME));
    }
}
