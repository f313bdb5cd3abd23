//! Every agent against every other.

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::pair::{ArenaConfig, Progress, play_pair};
use crate::result::{ARENA_KIND, ArenaResult, PairResult};

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
fn names(entrants: &[Entrant]) -> Vec<String> {
    let types: Vec<String> = entrants.iter().map(|entrant| agent_type(&entrant.spec)).collect();
    let name = |(entrant, of_type): (&Entrant, &String)| match &entrant.name {
        Some(name) => name.clone(),
        None if types.iter().filter(|other| *other == of_type).count() == 1 => of_type.clone(),
        None => entrant.spec.to_string(),
    };
    entrants.iter().zip(&types).map(name).collect()
}

fn agent_type(spec: &AgentSpec) -> String {
    let text = spec.to_string();
    text.split(':').next().unwrap_or_default().to_owned()
}

/// Plays every pair of `entrants`, each on the same deals (as far as its hands go).
///
/// `progress` gets the number of the pair, its two names and its progress.
///
/// # Errors
/// Fewer than two entrants, and what [`play_pair`] says.
pub fn round_robin(
    game: &Game,
    entrants: &[Entrant],
    config: &ArenaConfig,
    progress: &(dyn Fn(usize, [&str; 2], Progress) + Sync),
) -> Result<ArenaResult, ArenaError> {
    if entrants.len() < 2 {
        return Err(ArenaError::TooFewAgents(entrants.len()));
    }
    let names = names(entrants);
    let mut pairs = Vec::new();
    for (place, (first, second)) in pairings(entrants.len()).enumerate() {
        let pair = [&entrants[first], &entrants[second]];
        let config = ArenaConfig {
            hands: hands(pair, config.hands),
            ..config.clone()
        };
        let labels = [names[first].as_str(), names[second].as_str()];
        let specs = pair.map(|entrant| &entrant.spec);
        let result = play_pair(game, specs, &config, &|done| progress(place, labels, done))?;
        pairs.push(PairResult {
            places: [first, second],
            ..result
        });
    }
    Ok(result(game, entrants, config, names, pairs))
}

/// Pairs of places i < j, in the order in which they are played and reported.
pub fn pairings(entrants: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..entrants).flat_map(move |first| (first + 1..entrants).map(move |second| (first, second)))
}

fn hands(pair: [&Entrant; 2], most: u64) -> u64 {
    pair.iter().filter_map(|entrant| entrant.hands).fold(most, u64::min)
}

fn result(
    game: &Game,
    entrants: &[Entrant],
    config: &ArenaConfig,
    names: Vec<String>,
    pairs: Vec<PairResult>,
) -> ArenaResult {
    let mut result = ArenaResult {
        kind: ARENA_KIND.to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        rules: game.rules().name.clone(),
        rules_fingerprint: format!("{:016x}", game.fingerprint()),
        seed: config.seed,
        partners_open: config.partners_open,
        agents: entrants.iter().map(|entrant| entrant.spec.to_string()).collect(),
        names,
        pairs,
        complete: true,
        fingerprint: String::new(),
        command: None,
    };
    result.fingerprint = fingerprint(&result);
    result
}

/// Over what decides the figures.
fn fingerprint(result: &ArenaResult) -> String {
    let hands: Vec<u64> = result.pairs.iter().map(|pair| pair.hands).collect();
    let text = format!(
        "{}|{}|{:?}|{}|{}|{hands:?}",
        result.version, result.rules_fingerprint, result.agents, result.seed, result.partners_open
    );
    fnv(&text)
}

/// FNV-1a (Fowler, Noll, Vo), hexadecimal.
pub(crate) fn fnv(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::{Entrant, names, pairings};
    use spariglio_agents::AgentSpec;

    #[test]
    fn names_are_short_where_they_can_be() {
        let texts = ["random", "ismcts:simulations=5", "net:net=a", "net:net=b"];
        let mut entrants = texts.map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
        entrants[3].name = Some("newest".to_owned());
        assert_eq!(names(&entrants), ["random", "ismcts", "net:net=a", "newest"]);
    }

    #[test]
    fn every_pair_once_in_order() {
        assert!(pairings(3).eq([(0, 1), (0, 2), (1, 2)]));
    }
}
