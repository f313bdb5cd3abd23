//! An agent that takes part in an arena, and the names that tables use.

use spariglio_agents::{AgentSpec, Player};
use spariglio_engine::Game;

use crate::error::ArenaError;

/// An agent that takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is.
    pub spec: AgentSpec,
    /// Short name in tables; without it the agent's type, or its specification where types repeat.
    pub name: Option<String>,
    /// The most hands of a pair it plays in, where it has a bound of its own (slow agents).
    pub hands: Option<u64>,
}

impl Entrant {
    /// An entrant without a name or bound of its own.
    #[must_use]
    pub fn new(spec: AgentSpec) -> Entrant {
        Entrant {
            spec,
            name: None,
            hands: None,
        }
    }
}

/// Names for tables: an agent's own, or its type where no other agent has it, or its specification.
pub(crate) fn names(entrants: &[Entrant]) -> Vec<String> {
    let types: Vec<String> = entrants.iter().map(|entrant| agent_type(&entrant.spec)).collect();
    let name = |(entrant, of_type): (&Entrant, &String)| match &entrant.name {
        Some(name) => name.clone(),
        None if types.iter().filter(|other| *other == of_type).count() == 1 => of_type.clone(),
        None => entrant.spec.to_string(),
    };
    entrants.iter().zip(&types).map(name).collect()
}

/// Hands of a pair where the most is `most` and no entrant's bound is lower.
pub(crate) fn hands(pair: [&Entrant; 2], most: u64) -> u64 {
    pair.iter().filter_map(|entrant| entrant.hands).fold(most, u64::min)
}

/// `count` players of an agent, one per seat that it takes.
///
/// # Errors
/// The agent cannot be made; the error names it.
pub(crate) fn players(spec: &AgentSpec, game: &Game, count: usize) -> Result<Vec<Player>, ArenaError> {
    let built: Result<Vec<_>, _> = (0..count).map(|_| spec.build_player(game)).collect();
    built.map_err(|source| ArenaError::Agent {
        agent: spec.to_string(),
        source: Box::new(source),
    })
}

fn agent_type(spec: &AgentSpec) -> String {
    let text = spec.to_string();
    text.split(':').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Entrant, names};
    use spariglio_agents::AgentSpec;

    #[test]
    fn names_are_short_where_they_can_be() {
        let texts = ["random", "ismcts:simulations=5", "net:net=a", "net:net=b"];
        let mut entrants = texts.map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
        entrants[3].name = Some("newest".to_owned());
        assert_eq!(names(&entrants), ["random", "ismcts", "net:net=a", "newest"]);
    }
}
