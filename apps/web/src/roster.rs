//! The agents given at the start of the server, beside those that every table knows. Programs are greeted.

use spariglio_agents::external::ExternalConfig;
use spariglio_agents::table::OffenceKind;
use spariglio_agents::{AgentSpec, SpecError};
use spariglio_engine::{Game, RuleSet};
use spariglio_table::Roster;

use crate::ServeError;

/// The levels and agents that may play at tables.
///
/// # Errors
/// If two given agents have the same name, or a program does not answer.
pub(crate) fn roster(agents: &[AgentSpec]) -> Result<Roster, ServeError> {
    for spec in agents {
        if let Some(program) = spec.options() {
            greet(program)
                .map_err(|source| ServeError::Greeting { agent: spec.to_string(), source: Box::new(source) })?;
        }
    }
    let named = agents.iter().map(|spec| (name(spec), spec.clone())).collect();
    Roster::new(named).map_err(ServeError::SameName)
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
