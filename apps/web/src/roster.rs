//! The agents that may play at tables, by name. A browser can only choose names, because the text of an agent can start
//! a program or read a file.

use spariglio_agents::{AGENTS, AgentSpec, ExternalConfig, OffenceKind, SpecError};
use spariglio_engine::{Game, RuleSet};

use crate::ServeError;
use crate::refusal::Refusal;

/// The name for a person's seat.
pub(crate) const PERSON: &str = "person";

/// The agent that pages offer first if none was given at the start.
const USUAL: &str = "ismcts";

/// Agents by name. Pages offer the first one as the default.
pub(crate) struct Roster(Vec<(String, AgentSpec)>);

impl Roster {
    /// The agents given at the start, then every fair type with its defaults. Programs are greeted.
    ///
    /// # Errors
    /// If two given agents have the same name, or a program does not answer.
    pub fn new(given: &[AgentSpec]) -> Result<Roster, ServeError> {
        let mut known: Vec<(String, AgentSpec)> = Vec::new();
        for spec in given {
            let name = name(spec);
            if name == PERSON || known.iter().any(|(other, _)| *other == name) {
                return Err(ServeError::SameName(name));
            }
            if let Some(program) = spec.options() {
                greet(program)
                    .map_err(|source| ServeError::Greeting { agent: spec.to_string(), source: Box::new(source) })?;
            }
            known.push((name, spec.clone()));
        }
        let fair = || AGENTS.iter().filter(|agent| !agent.cheats() && !agent.is_program());
        let usual = fair().filter(|agent| agent.name == USUAL);
        for agent in usual.chain(fair()) {
            if known.iter().all(|(name, _)| name != agent.name)
                && let Ok(spec) = AgentSpec::parse(agent.name)
            {
                known.push((agent.name.to_owned(), spec));
            }
        }
        Ok(Roster(known))
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The agent with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, field: &str, name: &str) -> Result<&AgentSpec, Refusal> {
        let found = self.0.iter().find(|(known, _)| known == name);
        let names = || self.names().collect::<Vec<_>>().join(", ");
        found
            .map(|(_, spec)| spec)
            .ok_or_else(|| Refusal::field(field, format!("{PERSON} or one of {}", names()), name).named("agent"))
    }
}

/// Greets a program by the rules that ship, until it answers: a program that cannot play some of them ends.
///
/// # Errors
/// The first fault, if it answers for no rules; at once if it is silent.
fn greet(program: &ExternalConfig) -> Result<(), SpecError> {
    let mut fault = Ok(());
    for game in RuleSet::preset_names().iter().filter_map(|name| Game::preset(name)) {
        match program.greet(&game) {
            Ok(_) => return Ok(()),
            Err(SpecError::NoGreeting { command, offence }) if matches!(offence.kind, OffenceKind::Crashed(_)) => {
                fault = fault.and(Err(SpecError::NoGreeting { command, offence }));
            }
            Err(other) => return Err(other),
        }
    }
    fault
}

/// The name of an agent: a program's label, a language model's name, or any other agent's text.
fn name(spec: &AgentSpec) -> String {
    let mut labels = ["name", "model"].into_iter().filter_map(|option| spec.value(option));
    let label = labels.find(|label| !label.is_empty());
    match label {
        Some(label) => label,
        None if spec.agent_type().is_program() => spec.agent_type().name.to_owned(),
        None => spec.to_string(),
    }
}
