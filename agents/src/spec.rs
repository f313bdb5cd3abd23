//! Agents as data: one string (`type:key=value:key=value`) or one TOML table (`type = "..."` and
//! the same keys) names an agent completely.
//!
//! Invariant: parsing what [`AgentSpec`]'s `Display` wrote gives an equal spec; options that have
//! their default value are not written. Every option is declared once, in its configuration's
//! [`Options`] implementation: reading, writing and the lists in error messages follow from it.

mod error;
mod given;
mod options;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_engine::Game;

pub use error::{AgentError, SpecError};
pub use options::{OptionPass, Options};

use crate::agent::Agent;
use crate::book::Book;
use crate::book::chitarrella::{Doctrine, DoctrinePolicy};
use crate::book::cicuti::CicutiConfig;
use crate::book::formula::FormulaPolicy;
use crate::book::greedy::GreedyPolicy;
use crate::book::take::TakePolicy;
use crate::external::{External, ExternalConfig};
use crate::net::{NetAgent, NetOptions};
use crate::net_search::{NetSearchAgent, NetSearchOptions};
use crate::player::Player;
use crate::random::Random;
use crate::search::{
    CheatMcts, CheatMctsConfig, CheatPimc, CheatPimcConfig, Ismcts, IsmctsConfig, MoIsmctsConfig, PimcAgent,
    PimcConfig, Utility,
};
use given::Given;

/// An agent as data: its type and its options.
#[derive(Clone, PartialEq, Debug)]
pub enum AgentSpec {
    /// `random`: a uniformly random legal action.
    Random,
    /// `greedy`: the most valuable capture, else the least harmful lay.
    Greedy,
    /// `formula`: card worth, sweep risk, gifts and the own next capture in one formula.
    Formula,
    /// `greedy-take`: the most valuable capture, whatever it leaves.
    GreedyTake,
    /// `chitarrella`: the classical doctrine.
    Chitarrella(Doctrine),
    /// `cicuti`: the same with rules for the sevens.
    Cicuti(CicutiConfig),
    /// `ismcts`: single-observer information set Monte Carlo tree search.
    Ismcts(IsmctsConfig),
    /// `mo-ismcts`: the same with multiple observers.
    MoIsmcts(MoIsmctsConfig),
    /// `cheat-mcts`: tree search with all cards open.
    CheatMcts(CheatMctsConfig),
    /// `pimc`: perfect information Monte Carlo.
    Pimc(PimcConfig),
    /// `cheat-pimc`: the same in the real world.
    CheatPimc(CheatPimcConfig),
    /// `net`: the policy of a network.
    Net(NetOptions),
    /// `net-search`: tree search with a network's priors and values.
    NetSearch(NetSearchOptions),
    /// `external`: another program.
    External(ExternalConfig),
}

/// The agent types, in the order in which messages list them.
const TYPES: &[&str] = &[
    "random",
    "greedy",
    "greedy-take",
    "chitarrella",
    "cicuti",
    "formula",
    "ismcts",
    "mo-ismcts",
    "cheat-mcts",
    "pimc",
    "cheat-pimc",
    "net",
    "net-search",
    "external",
];

impl AgentSpec {
    /// The names of all agent types.
    pub const fn types() -> &'static [&'static str] {
        TYPES
    }

    /// Reads the string form, for example `ismcts:simulations=4000:rollout=greedy`.
    ///
    /// # Errors
    /// Names the unknown type, unknown option or bad value, and lists what exists.
    pub fn parse(text: &str) -> Result<AgentSpec, SpecError> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default();
        AgentSpec::from_given(Given::from_parts(name, parts)?)
    }

    /// Reads a TOML document that is one agent table (`type = "ismcts"`, `simulations = 4000`).
    ///
    /// # Errors
    /// As [`AgentSpec::parse`], and where the text is not TOML.
    pub fn from_toml(text: &str) -> Result<AgentSpec, SpecError> {
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| SpecError::Toml(error.to_string()))?;
        AgentSpec::from_value(&toml::Value::Table(table))
    }

    /// Reads an agent inside a larger TOML document: the string form, or a table.
    ///
    /// # Errors
    /// As [`AgentSpec::parse`].
    pub fn from_value(value: &toml::Value) -> Result<AgentSpec, SpecError> {
        match value {
            toml::Value::String(text) => AgentSpec::parse(text),
            toml::Value::Table(table) => AgentSpec::from_given(Given::from_table(table)?),
            other => Err(SpecError::NotAnAgent(other.type_str())),
        }
    }

    /// Reads what a command line may say: the name of a `.toml` file, or the string form.
    ///
    /// # Errors
    /// As [`AgentSpec::parse`]; an error in a file names the file.
    pub fn resolve(text: &str) -> Result<AgentSpec, SpecError> {
        if Path::new(text).extension().is_none_or(|end| end != "toml") || text.contains('=') {
            return AgentSpec::parse(text);
        }
        let in_file = |message: String| SpecError::InFile {
            path: text.to_owned(),
            message,
        };
        let content = std::fs::read_to_string(text).map_err(|error| in_file(error.to_string()))?;
        AgentSpec::from_toml(&content).map_err(|error| in_file(error.to_string()))
    }

    /// Makes the agent, ready for hands of `game`.
    ///
    /// # Errors
    /// What the agent needs does not exist or is not for this game (a network of another rule set).
    pub fn build(&self, game: &Game) -> Result<Box<dyn Agent>, AgentError> {
        Ok(match self {
            AgentSpec::Random => Box::new(Random::new()),
            AgentSpec::Greedy => Box::new(Book::new(GreedyPolicy::new(game))),
            AgentSpec::Formula => Box::new(Book::new(FormulaPolicy::new(game))),
            AgentSpec::GreedyTake => Box::new(Book::new(TakePolicy::new(game))),
            AgentSpec::Chitarrella(doctrine) => Box::new(Book::new(DoctrinePolicy::new(game, doctrine.clone()))),
            AgentSpec::Cicuti(CicutiConfig { doctrine, sevens }) => Box::new(Book::new(
                DoctrinePolicy::new(game, doctrine.clone()).with_sevens(*sevens),
            )),
            AgentSpec::Ismcts(config) => Box::new(Ismcts::single(game, config)),
            AgentSpec::MoIsmcts(config) => Box::new(Ismcts::multiple(game, config)),
            AgentSpec::Pimc(config) => Box::new(PimcAgent::new(game, config)),
            AgentSpec::CheatMcts(_) | AgentSpec::CheatPimc(_) => return Err(AgentError::Cheats(self.to_string())),
            AgentSpec::External(_) => return Err(AgentError::Program(self.to_string())),
            AgentSpec::Net(options) => Box::new(NetAgent::new(game, options)?),
            AgentSpec::NetSearch(options) => Box::new(NetSearchAgent::new(game, options)?),
        })
    }

    /// Makes the agent for a table that shows cheating agents the world and bears the offences of programs.
    ///
    /// # Errors
    /// As [`AgentSpec::build`], but for cheating agents and programs.
    pub fn build_player(&self, game: &Game) -> Result<Player, AgentError> {
        Ok(match self {
            AgentSpec::CheatMcts(config) => Player::Cheating(Box::new(CheatMcts::new(game, config))),
            AgentSpec::CheatPimc(config) => Player::Cheating(Box::new(CheatPimc::new(game, config))),
            AgentSpec::External(config) => Player::External(Box::new(External::new(game, config)?)),
            _ => Player::Fair(self.build(game)?),
        })
    }

    /// Whether the agent looks at the chances of a match, where a standing has them.
    #[must_use]
    pub fn searches_match(&self) -> bool {
        let search = match self {
            AgentSpec::Ismcts(config) => &config.search,
            AgentSpec::MoIsmcts(config) => &config.search,
            AgentSpec::CheatMcts(config) => &config.search,
            AgentSpec::Pimc(config) => &config.lookahead.leaf,
            AgentSpec::CheatPimc(config) => &config.lookahead.leaf,
            _ => return false,
        };
        search.utility == Utility::Match
    }

    /// The files that the agent is made of, beside its specification.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            AgentSpec::Net(NetOptions { net, .. }) | AgentSpec::NetSearch(NetSearchOptions { net, .. }) => {
                vec![net.join("model.safetensors")]
            }
            _ => Vec::new(),
        }
    }

    fn from_given(given: Given) -> Result<AgentSpec, SpecError> {
        match given.agent() {
            "random" => given.without_options().map(|()| AgentSpec::Random),
            "greedy" => given.without_options().map(|()| AgentSpec::Greedy),
            "formula" => given.without_options().map(|()| AgentSpec::Formula),
            "greedy-take" => given.without_options().map(|()| AgentSpec::GreedyTake),
            "chitarrella" => options::read(&given).map(AgentSpec::Chitarrella),
            "cicuti" => options::read(&given).map(AgentSpec::Cicuti),
            "ismcts" => options::read(&given).map(AgentSpec::Ismcts),
            "mo-ismcts" => options::read(&given).map(AgentSpec::MoIsmcts),
            "cheat-mcts" => options::read(&given).map(AgentSpec::CheatMcts),
            "pimc" => options::read(&given).map(AgentSpec::Pimc),
            "cheat-pimc" => options::read(&given).map(AgentSpec::CheatPimc),
            "net" => options::read(&given).map(AgentSpec::Net),
            "net-search" => options::read(&given).map(AgentSpec::NetSearch),
            "external" => options::read(&given).map(AgentSpec::External),
            other => Err(SpecError::UnknownType {
                name: other.to_owned(),
                known: TYPES.join(", "),
            }),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSpec::Random => f.write_str("random"),
            AgentSpec::Greedy => f.write_str("greedy"),
            AgentSpec::Formula => f.write_str("formula"),
            AgentSpec::GreedyTake => f.write_str("greedy-take"),
            AgentSpec::Chitarrella(doctrine) => options::write(f, "chitarrella", doctrine),
            AgentSpec::Cicuti(config) => options::write(f, "cicuti", config),
            AgentSpec::Ismcts(config) => options::write(f, "ismcts", config),
            AgentSpec::MoIsmcts(config) => options::write(f, "mo-ismcts", config),
            AgentSpec::CheatMcts(config) => options::write(f, "cheat-mcts", config),
            AgentSpec::Pimc(config) => options::write(f, "pimc", config),
            AgentSpec::CheatPimc(config) => options::write(f, "cheat-pimc", config),
            AgentSpec::Net(config) => options::write(f, "net", config),
            AgentSpec::NetSearch(config) => options::write(f, "net-search", config),
            AgentSpec::External(config) => options::write(f, "external", config),
        }
    }
}

impl std::str::FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        AgentSpec::parse(text)
    }
}

impl Serialize for AgentSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AgentSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        AgentSpec::from_value(&value).map_err(serde::de::Error::custom)
    }
}
