//! Who plays, and a hash of all that decides a shard's rows beside its place in the run.

use std::fmt::Write;

use serde::Serialize;
use sha2::{Digest, Sha256};
use spariglio_agents::AgentSpec;

use crate::config::{DataConfig, Exploration, PlayoutCap};

/// An agent that plays, and the name it has in files.
///
/// The two differ where the agent reads a file: its place on this machine must not change the bytes of a run.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What is built.
    pub spec: AgentSpec,
    /// What is written.
    pub label: String,
}

impl From<AgentSpec> for Entrant {
    fn from(spec: AgentSpec) -> Entrant {
        Entrant {
            label: spec.to_string(),
            spec,
        }
    }
}

/// The SHA-256 of `bytes` in hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a String takes any text");
            text
        })
}

/// The hash of agents and exploration; sizes take no part.
pub(crate) fn recipe(entrants: &[Entrant], config: &DataConfig) -> String {
    #[derive(Serialize)]
    struct Recipe<'a> {
        agents: Vec<&'a str>,
        partners_open: bool,
        exploration: &'a Exploration,
        playout_cap: &'a Option<PlayoutCap>,
    }
    let recipe = Recipe {
        agents: entrants.iter().map(|one| one.label.as_str()).collect(),
        partners_open: config.partners_open,
        exploration: &config.exploration,
        playout_cap: &config.playout_cap,
    };
    let text = serde_json::to_string(&recipe).expect("a recipe has a JSON form");
    sha256_hex(text.as_bytes())[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_hash() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_hex(b""), empty);
    }
}
