//! The levels and agents that may play at tables, by name. A browser can only choose names, because the text of an agent
//! can start a program or read a file.

use serde_json::{Value, json};
use spariglio_agents::levels::{LEVELS, first_able};
use spariglio_agents::{AGENTS, AgentSpec, Level};
use spariglio_engine::Game;

use crate::levels::{Strength, strength};
use crate::refusal::Refusal;

/// The name for a person's seat.
pub const PERSON: &str = "person";

/// Levels and agents by name.
pub struct Roster {
    known: Vec<Offer>,
    strength: Vec<Strength>,
}

/// A name that may sit, with the agents that may play it: the first one that can play the rules does.
struct Offer {
    name: String,
    specs: Vec<AgentSpec>,
    is_level: bool,
}

impl Roster {
    /// The levels, the `agents` given with their names, then every fair type with its defaults.
    ///
    /// # Errors
    /// The name that two of them have.
    pub fn new(agents: Vec<(String, AgentSpec)>) -> Result<Roster, String> {
        let level = |level: &Level| Offer { specs: level.specs(), name: level.name.to_owned(), is_level: true };
        let mut known: Vec<Offer> = LEVELS.iter().map(level).collect();
        let agent = |name: String, spec: AgentSpec| Offer { name, specs: vec![spec], is_level: false };
        for (name, spec) in agents {
            if name == PERSON || known.iter().any(|other| other.name == name) {
                return Err(name);
            }
            known.push(agent(name, spec));
        }
        for fair in AGENTS.iter().filter(|agent| !agent.cheats() && !agent.is_program()) {
            if known.iter().all(|other| other.name != fair.name)
                && let Ok(spec) = AgentSpec::parse(fair.name)
            {
                known.push(agent(fair.name.to_owned(), spec));
            }
        }
        Ok(Roster { known, strength: strength() })
    }

    /// All names; levels with what was measured of them.
    pub fn listing(&self) -> Value {
        let of = |name: &str| self.strength.iter().filter(|one| one.level == name).collect::<Vec<_>>();
        let listed =
            |Offer { name, is_level, .. }: &Offer| json!({"name": name, "is_level": is_level, "strength": of(name)});
        self.known.iter().map(listed).collect()
    }

    /// The agent with a name, or the one that plays a level in a game.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, field: &str, name: &str, game: &Game) -> Result<&AgentSpec, Refusal> {
        let names = || {
            self.known
                .iter()
                .map(|entry| entry.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let entry = self.known.iter().find(|entry| entry.name == name);
        let specs = entry.map(|entry| entry.specs.as_slice()).unwrap_or_default();
        let chosen = if specs.len() > 1 {
            first_able(specs, game)
        } else {
            specs.first()
        };
        chosen.ok_or_else(|| Refusal::field(field, format!("{PERSON} or one of {}", names()), name).named("agent"))
    }
}
