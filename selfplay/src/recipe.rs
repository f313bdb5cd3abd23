//! The agents, and a hash of all that determines a shard's rows beside its place in the run: agents, exploration,
//! inputs.

use std::path::Path;

use serde::Serialize;
use spariglio_agents::net::Critic;
use spariglio_agents::net::MODEL_FILE;
use spariglio_agents::{AgentSpec, Player};
use spariglio_engine::Game;
use spariglio_files::hash::short_hash;
use spariglio_files::whole::read_bytes;

use crate::config::{DataConfig, Exploration, PlayoutCap};
use crate::error::SelfplayError;

/// An agent that plays, and its name in files.
///
/// The two differ if the agent reads a file: the file's path on this machine must not change the bytes of a run.
#[derive(Clone, Debug)]
pub struct LabeledAgent {
    /// The agent to build.
    pub spec: AgentSpec,
    /// The name to write.
    pub label: String,
}

impl LabeledAgent {
    /// The entrant of a specification. The label of a network has a hash of its weights, and a path relative to `root`
    /// if it is below it.
    ///
    /// # Errors
    /// If the network's file cannot be read.
    pub fn new(spec: AgentSpec, game: &Game, root: &Path) -> Result<LabeledAgent, SelfplayError> {
        let Some(net) = spec.net() else {
            let label = match spec.shipped_net(game) {
                Some(shipped) => format!("{spec} (weights {})", short_hash(&shipped.files()[0])),
                None => spec.to_string(),
            };
            return Ok(LabeledAgent { spec, label });
        };
        let hash = short_hash(read_bytes(&net.join(MODEL_FILE))?);
        let named = spec.with_net(net.strip_prefix(root).unwrap_or(&net));
        let label = format!("{named} (weights {hash})");
        Ok(LabeledAgent { spec, label })
    }

    /// One agent per seat.
    ///
    /// # Errors
    /// If the agent cannot be built for the game.
    pub(crate) fn agents(&self, game: &Game) -> Result<Vec<Player>, SelfplayError> {
        let agent = || {
            self.spec
                .build_honest(game)
                .map_err(|error| SelfplayError::Agent { agent: self.label.clone(), text: error.to_string() })
        };
        (0..game.players()).map(|_| agent()).collect()
    }

    /// The critic of the agent's network, if it has one.
    ///
    /// # Errors
    /// If the network cannot be loaded for the game.
    pub(crate) fn critic(&self, game: &Game) -> Result<Option<Critic>, SelfplayError> {
        let critic = self.spec.net_choice().map(|choice| Critic::load(&choice, game)).transpose();
        critic.map_err(|error| SelfplayError::Agent { agent: self.label.clone(), text: error.to_string() })
    }
}

/// The hash of agents, exploration and whether the rows have inputs. The numbers of shards and hands are not included.
pub(crate) fn recipe(entrants: &[LabeledAgent], config: &DataConfig) -> String {
    #[derive(Serialize)]
    struct Recipe<'a> {
        agents: Vec<&'a str>,
        partners_open: bool,
        inputs: bool,
        exploration: &'a Exploration,
        playout_cap: &'a Option<PlayoutCap>,
    }
    let recipe = Recipe {
        agents: entrants.iter().map(|one| one.label.as_str()).collect(),
        partners_open: config.partners_open,
        inputs: config.inputs,
        exploration: &config.exploration,
        playout_cap: &config.playout_cap,
    };
    let text = serde_json::to_string(&recipe).expect("a recipe has a JSON form");
    short_hash(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_network_is_named_by_place_and_weights() {
        let root = tempfile::tempdir().expect("a folder");
        let game = Game::preset("scopone").expect("a preset");
        let net = root.path().join("nets");
        let spec = AgentSpec::parse(&format!("net:net={}", net.display())).expect("a spec");
        let error = LabeledAgent::new(spec.clone(), &game, root.path()).expect_err("no network");
        assert!(error.to_string().contains("model.safetensors"), "{error}");
        fs::create_dir(&net).expect("made");
        fs::write(net.join(MODEL_FILE), b"").expect("written");
        let entrant = LabeledAgent::new(spec, &game, root.path()).expect("an entrant");
        assert_eq!(entrant.label, "net:net=nets (weights e3b0c44298fc1c14)");
        let shipped =
            LabeledAgent::new(AgentSpec::parse("net").expect("a spec"), &game, root.path()).expect("an entrant");
        assert!(shipped.label.starts_with("net (weights "), "{}", shipped.label);
    }
}
