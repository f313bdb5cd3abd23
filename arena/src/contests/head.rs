//! The head of a result: the settings that results of every kind have.

use serde::{Deserialize, Serialize};
use spariglio_agents::equity::fingerprint;
use spariglio_engine::Game;
use spariglio_files::Origin;
use spariglio_stats::SprtConfig;

use super::pair::PairResult;
use crate::error::ArenaError;
use crate::pairs::ArenaConfig;
use crate::pairs::component::Component;
use crate::pairs::entrant::{Entrant, components, names};
use crate::pairs::unit::Unit;
use spariglio_agents::draws::Secret;

/// The settings that results of every kind have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultHead {
    /// The kind: tells the file from other JSON files.
    pub kind: String,
    /// Version of Spariglio that played.
    pub version: String,
    /// Name of the rule set.
    pub rules: String,
    /// Fingerprint of the rule set, hexadecimal.
    pub rules_fingerprint: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived, if programs took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Whether partners saw each other's hand cards.
    pub partners_open: bool,
    /// Whether every deal was played only once.
    pub unpaired: bool,
    /// The sequential test of every pair, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// Specifications of the agents.
    pub agents: Vec<String>,
    /// Each agent's components beside its specification.
    pub made_of: Vec<Vec<Component>>,
    /// Their short names, in the same order.
    pub names: Vec<String>,
    /// Whether all that was requested was played.
    pub complete: bool,
    /// The command that produced the result, if known.
    #[serde(default)]
    pub command: Option<String>,
    /// Date, machine and program, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl ResultHead {
    /// The head of a result of this `kind`, before any play.
    ///
    /// # Errors
    /// Fails if an agent's file cannot be read, or if a program does not answer its greeting.
    pub(crate) fn new(
        kind: &str,
        game: &Game,
        entrants: &[Entrant],
        config: &ArenaConfig,
    ) -> Result<ResultHead, ArenaError> {
        let made_of = components(entrants, game)?;
        Ok(ResultHead {
            kind: kind.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: game.rules().name.clone(),
            rules_fingerprint: fingerprint(game),
            seed: config.seed,
            secret: config.secret,
            partners_open: config.partners_open,
            unpaired: config.unpaired,
            sprt: config.sprt,
            agents: entrants.iter().map(|entrant| entrant.spec.to_string()).collect(),
            names: names(entrants, &made_of),
            made_of,
            complete: false,
            command: None,
            origin: None,
        })
    }

    /// The head without all that decides no figure: the names, whether all was played, and who made it when.
    pub(crate) fn deciding(&self) -> ResultHead {
        ResultHead { names: Vec::new(), complete: false, command: None, origin: None, ..self.clone() }
    }

    /// Checks that every agent has a name and components, and that every pair is of two agents and there once.
    ///
    /// # Errors
    /// The field, with the found and the expected value.
    pub(crate) fn check<U: Unit>(&self, pairs: &[PairResult<U>]) -> Result<(), String> {
        let agents = self.agents.len();
        check_count("names", self.names.len(), agents)?;
        check_count("made_of", self.made_of.len(), agents)?;
        check_pairs(&self.agents, pairs)
    }
}

/// Checks the number of items of `field`.
///
/// # Errors
/// The field, with the found and the expected number.
pub(crate) fn check_count(field: &str, found: usize, expected: usize) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{field}: found {found}, must be {expected}")),
    }
}

/// Checks that every pair is of two of `specs`, and there once.
///
/// # Errors
/// The field, with the found and the expected value.
pub(crate) fn check_pairs<U: Unit>(specs: &[String], pairs: &[PairResult<U>]) -> Result<(), String> {
    for (number, pair) in pairs.iter().enumerate() {
        let [first, second] = pair.places;
        let is_there = pairs[..number].iter().any(|other| other.places == pair.places);
        if is_there || first >= second || pair.places.map(|place| specs.get(place)) != pair.agents.each_ref().map(Some)
        {
            return Err(format!(
                "pairs[{number}].places: found {first} and {second}, must be two rising numbers below {} that no other \
                 pair has, those of the pair's agents",
                specs.len()
            ));
        }
    }
    Ok(())
}
