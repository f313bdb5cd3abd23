//! What an agent is made of beside its specification: the files that it is read from, who a program says it is.

use serde::{Deserialize, Serialize};
use spariglio_agents::net::network_folder;
use spariglio_agents::{AgentSpec, ExternalConfig};
use spariglio_engine::Game;
use spariglio_files::short_hash;
use spariglio_files::whole::read_bytes;

use crate::error::ArenaError;

/// What the name that a program gives itself is called.
const NAME: &str = "the program's name";

/// One thing that an agent is made of.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// What: a file, or something that the program said.
    pub what: String,
    /// The hash of the file, or what was said.
    pub is: String,
}

impl Component {
    fn new(what: impl Into<String>, is: impl Into<String>) -> Component {
        Component {
            what: what.into(),
            is: is.into(),
        }
    }
}

/// What an agent is made of: its files, the network that ships where it plays that, and who a program says it is. A program
/// that does not say it is left to commit its offence when it plays.
///
/// # Errors
/// It has no network where it names one, or a file cannot be read.
pub(crate) fn made_of(agent: &AgentSpec, game: &Game) -> Result<Vec<Component>, ArenaError> {
    if let Some(net) = agent.net() {
        network_folder(&net).map_err(|source| ArenaError::agent(agent, source.into()))?;
    }
    let mut components = Vec::new();
    for path in agent.files() {
        let hash = short_hash(read_bytes(&path)?);
        components.push(Component::new(path.display().to_string(), hash));
    }
    let shipped = agent.shipped_net(game).into_iter().flat_map(|net| net.files());
    components.extend(shipped.map(|bytes| Component::new("the network that ships", short_hash(bytes))));
    if let Some(program) = agent.options::<ExternalConfig>() {
        components.extend(said_by(program, game));
    }
    Ok(components)
}

fn said_by(program: &ExternalConfig, game: &Game) -> Vec<Component> {
    let introduction = match program.introduction(game) {
        Ok(introduction) => introduction,
        Err(offence) => return vec![Component::new("no answer to the greeting", offence.kind.to_string())],
    };
    let mut said = vec![Component::new(NAME, introduction.name)];
    said.extend(
        introduction
            .version
            .map(|version| Component::new("its version", version)),
    );
    said.extend(introduction.author.map(|author| Component::new("its author", author)));
    said
}

/// The name of a program or of a host's agent, as tables show it, where there are no results yet. A program is started to ask it.
#[must_use]
pub fn label(agent: &AgentSpec, game: &Game) -> Option<String> {
    let made_of = agent.options::<ExternalConfig>();
    own_name(agent, &made_of.map_or(Vec::new(), |program| said_by(program, game)))
}

/// The name of a program or a host's agent in tables: the one that its specification gives it, else the one that it gave itself.
pub(crate) fn own_name(agent: &AgentSpec, made_of: &[Component]) -> Option<String> {
    if let Some(custom) = agent.custom() {
        return Some(custom.name().to_owned());
    }
    let given = &agent.options::<ExternalConfig>()?.name;
    if !given.is_empty() {
        return Some(given.clone());
    }
    let said = made_of.iter().find(|component| component.what == NAME)?;
    Some(said.is.clone())
}
