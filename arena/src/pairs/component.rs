//! The components of an agent beside its specification: the files that it reads, and a program's answer to its
//! greeting.

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_agents::chat::ChatConfig;
use spariglio_agents::external::ExternalConfig;
use spariglio_agents::net::network_folder;
use spariglio_engine::Game;
use spariglio_files::base::portable;
use spariglio_files::hash::short_hash;
use spariglio_files::whole::read_bytes;

use crate::error::ArenaError;

/// The component key of the rule set that an agent's network learnt, if the game's rules are others.
const OTHER_RULES: &str = "the rules that its network learnt";

/// The component key of a program's own name.
const NAME: &str = "the program's name";

/// One component of an agent.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// The kind: a file, or a property that the program reported.
    pub what: String,
    /// The hash of the file, or the reported value.
    pub is: String,
}

impl Component {
    fn new(what: impl Into<String>, is: impl Into<String>) -> Component {
        Component { what: what.into(), is: is.into() }
    }
}

/// A warning for each agent whose network learnt other rules than those of `game`.
pub fn other_rules_of<'a>(
    agents: impl IntoIterator<Item = &'a AgentSpec>,
    game: &Game,
) -> impl Iterator<Item = String> {
    agents
        .into_iter()
        .filter_map(|agent| Some(warning(&agent.to_string(), &agent.other_rules(game)?)))
}

fn warning(name: &str, rules: &str) -> String {
    format!("The network of {name} learnt other rules: {rules}.")
}

/// As [`other_rules_of`], of the agents of a result.
pub fn other_rules<'a>(names: &'a [String], made_of: &'a [Vec<Component>]) -> impl Iterator<Item = String> + 'a {
    let of_agent = |(name, made_of): (&'a String, &'a Vec<Component>)| {
        let other = made_of.iter().find(|component| component.what == OTHER_RULES)?;
        Some(warning(name, &other.is))
    };
    names.iter().zip(made_of).filter_map(of_agent)
}

/// The components of an agent: its files, the network that ships if it uses that, and a program's answer to its
/// greeting.
///
/// # Errors
/// Fails if the agent's network does not exist, if a file cannot be read, or if a program does not answer.
pub(crate) fn made_of(agent: &AgentSpec, game: &Game) -> Result<Vec<Component>, ArenaError> {
    if let Some(net) = agent.net() {
        network_folder(&net).map_err(|source| ArenaError::agent(agent, source.into()))?;
    }
    let mut components = Vec::new();
    for path in agent.files() {
        let hash = short_hash(read_bytes(&path)?);
        components.push(Component::new(portable(&path), hash));
    }
    let shipped = agent.shipped_net(game).into_iter().flat_map(|net| net.files());
    components.extend(shipped.map(|bytes| Component::new("the network that ships", short_hash(bytes))));
    components.extend(agent.other_rules(game).map(|rules| Component::new(OTHER_RULES, rules)));
    components.extend(greet(agent, game)?);
    Ok(components)
}

/// Greets the agent before the first hand, if it is a program: its answer. An endpoint must answer too.
///
/// # Errors
/// Fails if it does not answer.
pub(crate) fn greet(agent: &AgentSpec, game: &Game) -> Result<Vec<Component>, ArenaError> {
    if let Some(chat) = agent.options::<ChatConfig>() {
        chat.greet().map_err(|source| ArenaError::agent(agent, source.into()))?;
    }
    let Some(program) = agent.options::<ExternalConfig>() else {
        return Ok(Vec::new());
    };
    let introduction = program.greet(game).map_err(|source| ArenaError::agent(agent, source.into()))?;
    let mut components = vec![Component::new(NAME, introduction.name)];
    components.extend(introduction.version.map(|version| Component::new("its version", version)));
    components.extend(introduction.author.map(|author| Component::new("its author", author)));
    Ok(components)
}

/// The name in tables of a program or a host's agent, for use when no result exists yet. A program is greeted.
///
/// # Errors
/// Fails if a program does not answer.
pub fn label(agent: &AgentSpec, game: &Game) -> Result<Option<String>, ArenaError> {
    Ok(own_name(agent, &greet(agent, game)?))
}

/// The name in tables of a program or a host's agent: the one in its specification, else the one it reported.
pub(crate) fn own_name(agent: &AgentSpec, made_of: &[Component]) -> Option<String> {
    if let Some(custom) = agent.custom() {
        return Some(custom.name().to_owned());
    }
    if let Some(chat) = agent.options::<ChatConfig>() {
        return Some(chat.label().to_owned());
    }
    let chosen_name = &agent.options::<ExternalConfig>()?.name;
    if !chosen_name.is_empty() {
        return Some(chosen_name.clone());
    }
    let first = made_of.iter().find(|component| component.what == NAME)?;
    Some(first.is.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_other_rules_is_named_and_one_of_the_own_rules_is_not() {
        let game = |name| Game::preset(name).expect("a preset");
        let warnings = |agent: &str, game: &Game| {
            let agent = AgentSpec::parse(agent).expect("an agent");
            let made_of = [made_of(&agent, game).expect("it ships")];
            other_rules(&["bot".to_owned()], &made_of).collect::<Vec<_>>()
        };
        let sentences = ["The network of bot learnt other rules: scopa."];
        assert_eq!(warnings("net:rules=other", &game("re_bello")), sentences);
        for agent in ["net", "net:rules=other", "greedy"] {
            assert!(warnings(agent, &game("scopa")).is_empty(), "{agent}");
        }
    }
}
