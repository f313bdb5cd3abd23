//! An agent that takes part in an arena, and the names that tables use.

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::pairs::component::{Component, made_of, own_name};
use spariglio_agents::draws::seeds::pair_seed;

/// An agent that takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its specification.
    pub spec: AgentSpec,
    /// Short name in tables. If absent: the agent's own name or type, or its specification if types repeat.
    pub name: Option<String>,
    /// Upper bound of the hands per pair, if it has its own (slow agents).
    pub hands: Option<u64>,
}

impl Entrant {
    /// An entrant without a name or bound of its own.
    #[must_use]
    pub fn new(spec: AgentSpec) -> Entrant {
        Entrant { spec, name: None, hands: None }
    }
}

/// The components of each entrant.
///
/// # Errors
/// As [`made_of`].
pub(crate) fn components(entrants: &[Entrant], game: &Game) -> Result<Vec<Vec<Component>>, ArenaError> {
    entrants.iter().map(|entrant| made_of(&entrant.spec, game)).collect()
}

/// Names for tables: the entrant's name, else the agent's own name or its type if unique, else its specification. No
/// two are equal.
pub(crate) fn names(entrants: &[Entrant], made_of: &[Vec<Component>]) -> Vec<String> {
    let short = |(entrant, made_of): (&Entrant, &Vec<Component>)| {
        own_name(&entrant.spec, made_of).unwrap_or_else(|| entrant.spec.agent_type().name.to_owned())
    };
    let short: Vec<String> = entrants.iter().zip(made_of).map(short).collect();
    let name = |(entrant, own): (&Entrant, &String)| match &entrant.name {
        Some(name) => name.clone(),
        None if short.iter().filter(|other| *other == own).count() == 1 => own.clone(),
        None => entrant.spec.to_string(),
    };
    numbered(&entrants.iter().zip(&short).map(name).collect::<Vec<_>>())
}

/// `names` with numbers after those that occur several times: `greedy (1)`, `greedy (2)`.
///
/// # Examples
/// ```
/// let names = ["greedy", "random", "greedy"].map(str::to_owned);
/// assert_eq!(spariglio_arena::pairs::numbered(&names), ["greedy (1)", "random", "greedy (2)"]);
/// ```
#[must_use]
pub fn numbered(names: &[String]) -> Vec<String> {
    let mut numbered = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let count = |names: &[String]| names.iter().filter(|other| *other == name).count();
        let mut free = (1..)
            .map(|number| format!("{name} ({number})"))
            .filter(|text| !names.contains(text));
        let own = match count(names) {
            1 => None,
            _ => free.nth(count(&names[..place])),
        };
        numbered.push(own.unwrap_or_else(|| name.clone()));
    }
    numbered
}

/// The seed of the deals of a pair of `agents`, which are at `places` in a list of `entrants`. A program outside a sandbox
/// could remember the deals of an earlier pair, so its pairs share none if there are several.
pub(crate) fn deals_seed(seed: u64, agents: [&AgentSpec; 2], places: [usize; 2], entrants: usize) -> u64 {
    if entrants > 2 && agents.iter().any(|agent| agent.is_free_program()) {
        return pair_seed(seed, places);
    }
    seed
}

/// Hands per pair: the lowest of `most` and the entrants' bounds.
pub(crate) fn hands(pair: [&Entrant; 2], most: u64) -> u64 {
    pair.iter().filter_map(|entrant| entrant.hands).fold(most, u64::min)
}

#[cfg(test)]
mod tests {
    use super::{Entrant, names, numbered};
    use spariglio_agents::AgentSpec;

    #[test]
    fn names_are_short_where_they_can_be() {
        let texts = ["random", "ismcts:simulations=5", "net:net=a", "net:net=b"];
        let mut entrants = texts.map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
        entrants[3].name = Some("newest".to_owned());
        let nothing = vec![Vec::new(); 4];
        assert_eq!(names(&entrants, &nothing), ["random", "ismcts", "net:net=a", "newest"]);
    }

    #[test]
    fn equal_agents_get_numbers() {
        let entrants =
            ["greedy", "ismcts", "greedy"].map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
        assert_eq!(names(&entrants, &vec![Vec::new(); 3]), ["greedy (1)", "ismcts", "greedy (2)"]);
        let texts = ["a", "a", "a (1)", "b"].map(str::to_owned);
        assert_eq!(numbered(&texts), ["a (2)", "a (3)", "a (1)", "b"]);
    }
}
