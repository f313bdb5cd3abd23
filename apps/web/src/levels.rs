//! Levels: what a person chooses instead of an agent, with their measured strength (`levels.json`).

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;

/// The levels, from the weakest to the strongest.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Levels {
    pub levels: Vec<Level>,
    /// Each level against the one below, in the main games.
    pub strength: Vec<Strength>,
}

/// A level of play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Level {
    pub name: String,
    /// The agents that may play it: the first one that can play the rules does.
    pub agents: Vec<String>,
}

/// A measured comparison: hands won, level and lost, as shares.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Strength {
    pub rules: String,
    pub level: String,
    /// The level below.
    pub against: String,
    pub hands: u32,
    pub won: f64,
    pub tied: f64,
    pub lost: f64,
    /// The command that measured it.
    pub command: String,
}

impl Levels {
    /// The levels of `levels.json`.
    ///
    /// # Panics
    /// If the file is wrong; a test reads it.
    pub fn new() -> Levels {
        serde_json::from_str(include_str!("levels.json")).expect("sound levels")
    }
}

impl Level {
    /// The specifications of its agents.
    ///
    /// # Panics
    /// If one is wrong; a test reads them.
    pub fn specs(&self) -> Vec<AgentSpec> {
        let spec = |text: &String| AgentSpec::parse(text).expect("a sound agent");
        self.agents.iter().map(spec).collect()
    }
}
