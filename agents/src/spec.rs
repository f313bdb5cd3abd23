//! Agents as data: one string (`type:key=value:key=value`) or one TOML table (`type = "..."` and
//! the same keys) names an agent completely.
//!
//! | file | noun |
//! |---|---|
//! | `registry` | a row for each agent type: all that the project knows of it |
//! | `builder` | how a row's options are read and its agent is made |
//! | `custom` | the type of a host program's agents, which has no row |
//! | `error` | why an agent cannot be made for a game |
//!
//! Invariant: parsing what [`AgentSpec`]'s `Display` wrote gives an equal spec, or an error where it is an agent of a host
//! program; options that have their default value are not written. Every option is declared once, in its configuration's
//! [`Options`] implementation: reading, writing and the lists in error messages follow from it.

mod builder;
mod custom;
mod error;
mod registry;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_engine::{Game, UTILITY_SCALE};

pub use error::AgentError;
pub use registry::{AGENTS, AgentType};

use crate::agent::Agent;
use crate::bounded::read_text;
use crate::custom::{BatchAgent, Custom};
use crate::external::ExternalConfig;
use crate::net::sparse::Shipped;
use crate::net::{META_FILE, MODEL_FILE, network_folder};
use crate::options::{Given, LIMITS, NET, Options, SpecError};
use crate::search::{Ismcts, IsmctsConfig, NetSearchAgent, NetSearchConfig, PairedSearch};
use crate::table::{Opponent, Player};
use builder::AnyOptions;
use custom::CUSTOM_TYPE;

/// Stands for the folder of a network that is not known yet: `net=RUN`.
pub const RUN: &str = "RUN";

/// An agent as data: its type and its options.
#[derive(Clone)]
pub struct AgentSpec {
    agent: &'static AgentType,
    options: Arc<dyn AnyOptions>,
}

impl AgentSpec {
    /// Reads the string form, for example `ismcts:simulations=4000:rollout=greedy`.
    ///
    /// # Errors
    /// Names the unknown type, unknown option or bad value, and lists what exists.
    pub fn parse(text: &str) -> Result<AgentSpec, SpecError> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default();
        AgentSpec::from_given(&Given::from_parts(name, parts)?)
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
            toml::Value::Table(table) => {
                let name = table.get("type").and_then(toml::Value::as_str);
                let name = name.ok_or_else(|| SpecError::NoType(registry::names()))?;
                AgentSpec::from_given(&Given::from_table(name, table)?)
            }
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
        let content = read_text(Path::new(text)).map_err(|error| in_file(error.to_string()))?;
        AgentSpec::from_toml(&content).map_err(|error| in_file(error.to_string()))
    }

    /// The strongest agent that is quick: the search with the network that ships for `game`, or the search without one.
    #[must_use]
    pub fn adviser(game: &Game) -> AgentSpec {
        let named = |name| AgentSpec::parse(name).expect("an agent type");
        let with_net = named("net-search");
        match with_net.shipped_net(game) {
            Some(_) => with_net,
            None => named("ismcts"),
        }
    }

    /// Makes the agent, ready for hands of `game`.
    ///
    /// # Errors
    /// What the agent needs does not exist or is not for this game (a network of another rule set); it is not fair, or
    /// may fail.
    pub fn build(&self, game: &Game) -> Result<Box<dyn Agent>, AgentError> {
        match self.build_honest(game)? {
            Player::Fair(agent) => Ok(agent),
            _ => Err(AgentError::OfHost(self.to_string())),
        }
    }

    /// Makes the agent for a table that shows views only and bears no offences, and ends where an agent of the host fails.
    ///
    /// # Errors
    /// As [`AgentSpec::build`], but for agents of the host.
    pub fn build_honest(&self, game: &Game) -> Result<Player, AgentError> {
        match self.build_player(game)? {
            Player::Cheating(_) => Err(AgentError::Cheats(self.to_string())),
            Player::Program(_) => Err(AgentError::Program(self.to_string())),
            player => Ok(player),
        }
    }

    /// Makes the agent for a table that shows cheating agents the world, bears the offences of programs, and ends where an
    /// agent of the host fails.
    ///
    /// # Errors
    /// What the agent needs does not exist or is not for this game.
    pub fn build_player(&self, game: &Game) -> Result<Player, AgentError> {
        self.agent.builder.build(self.options.as_ref(), game)
    }

    /// Makes the agent of the host program that decides a wave at a time; none where the agent is not such a one.
    ///
    /// # Errors
    /// The host says why it cannot be made.
    pub fn build_batch(&self, game: &Game) -> Result<Option<Box<dyn BatchAgent>>, AgentError> {
        let made = self.custom().map_or(Ok(None), |custom| custom.build_batch(game));
        made.map_err(AgentError::NotMade)
    }

    /// The agent as the opponent of whoever learns or searches to beat it.
    ///
    /// # Errors
    /// As [`AgentSpec::build`].
    pub fn opponent(&self, game: &Game) -> Result<Opponent, AgentError> {
        let seats = (0..game.players()).map(|_| self.build(game));
        Ok(Opponent::new(seats.collect::<Result<_, _>>()?))
    }

    /// The search of this agent with `victim` known, as the opponent of whoever learns to beat it.
    ///
    /// # Errors
    /// As [`AgentSpec::exploiter`].
    pub fn opponent_that_knows(&self, game: &Game, victim: &AgentSpec) -> Result<Opponent, AgentError> {
        let seats = (0..game.players()).map(|_| self.exploiter(game, victim));
        Ok(Opponent::new(seats.collect::<Result<_, _>>()?))
    }

    /// The search of this agent with `victim` known: that agent plays the other sides in its worlds, and it believes the
    /// worlds in which `victim` would have done what was done; hidden partners are thought to play as `formula` might, as in any
    /// search. Views must have their whole history. Ends of hands are not solved: that takes every seat for perfect. `victim` is asked
    /// in the order of the simulations, so what it remembers of a hand is of other worlds too.
    ///
    /// # Errors
    /// The agent is neither `ismcts` nor `net-search`, does not weigh worlds, does not maximise
    /// points, or is told how much to solve; its network is not for this game; `victim` cannot be made, or is not fair.
    pub fn exploiter(&self, game: &Game, victim: &AgentSpec) -> Result<Box<dyn Agent>, AgentError> {
        let refused = |why| AgentError::NoExploiter {
            agent: self.to_string(),
            why,
        };
        if self.value("inference").is_some_and(|inference| inference == "none") {
            return Err(refused("expected a search with inference"));
        }
        if self.is_changed("utility") {
            return Err(refused("expected utility=points"));
        }
        if self.is_changed("exact") {
            return Err(refused("its option exact has no effect here"));
        }
        let opponent = || victim.opponent(game);
        if let Some(config) = self.options::<IsmctsConfig>() {
            return Ok(Box::new(Ismcts::single(game, config).knowing(game, opponent)?));
        }
        let expected = refused("expected ismcts or net-search");
        let config = self.options::<NetSearchConfig>().ok_or(expected)?;
        Ok(Box::new(NetSearchAgent::knowing(game, config, opponent)?))
    }

    /// The search that judges all actions of a position as this agent judges: with its options, but for budget and threads.
    ///
    /// # Errors
    /// The agent is neither `ismcts` nor `net-search`, it does not maximise points, or its network
    /// is not for this game.
    pub fn paired_search(&self, game: &Game) -> Result<PairedSearch, AgentError> {
        let refused = |why| AgentError::NoReviewer {
            agent: self.to_string(),
            why,
        };
        if self.is_changed("utility") {
            return Err(refused("expected utility=points"));
        }
        if LIMITS.iter().chain(&["threads"]).any(|option| self.is_changed(option)) {
            return Err(refused("its simulations, millis and threads have no effect here"));
        }
        if let Some(config) = self.options::<IsmctsConfig>() {
            return Ok(PairedSearch::plain(game, config));
        }
        let expected = refused("expected ismcts or net-search");
        let config = self.options::<NetSearchConfig>().ok_or(expected)?;
        Ok(PairedSearch::guided(game, config)?)
    }

    /// The agent's type.
    #[must_use]
    pub fn agent_type(&self) -> &'static AgentType {
        self.agent
    }

    /// The options, where `T` is their type.
    #[must_use]
    pub fn options<T: Options + 'static>(&self) -> Option<&T> {
        self.options.any().downcast_ref()
    }

    /// The agent of the host program, where it is one.
    #[must_use]
    pub fn custom(&self) -> Option<&Custom> {
        self.options.any().downcast_ref()
    }

    /// The value of an option, given or default, empty where it has none; nothing where the type has no such option.
    #[must_use]
    pub fn value(&self, option: &str) -> Option<String> {
        let values = self.options.values().into_iter();
        values
            .filter(|(name, _)| *name == option)
            .map(|(_, value)| value)
            .next()
    }

    /// Whether the agent has an option, and another value of it than its default.
    fn is_changed(&self, option: &str) -> bool {
        let defaults = self.agent.defaults().into_iter();
        defaults
            .filter(|(name, _)| *name == option)
            .any(|(name, value)| self.value(name) != Some(value))
    }

    /// Whether the agent looks at the chances of a match, where a standing has them.
    #[must_use]
    pub fn searches_match(&self) -> bool {
        self.value("utility").is_some_and(|utility| utility == "match")
    }

    /// Whether the agent has a budget of time, so that it may decide otherwise from the same seed.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.value("millis").is_some_and(|millis| !millis.is_empty())
    }

    /// The folder of the agent's network, where it names one.
    #[must_use]
    pub fn net(&self) -> Option<PathBuf> {
        self.value(NET).filter(|net| !net.is_empty()).map(PathBuf::from)
    }

    /// The network that ships for `game`, where the agent plays it.
    #[must_use]
    pub fn shipped_net(&self, game: &Game) -> Option<&'static Shipped> {
        let plays_it = self.value(NET).is_some_and(|net| net.is_empty());
        plays_it.then(|| Shipped::find(game).ok()).flatten()
    }

    /// The same agent with the network in `folder`, where it has one.
    #[must_use]
    pub fn with_net(&self, folder: &Path) -> AgentSpec {
        AgentSpec {
            options: self.options.with_net(folder),
            ..*self
        }
    }

    /// Is it a program that is not shut in? What it sees it may keep in files, and read later.
    #[must_use]
    pub fn is_free_program(&self) -> bool {
        self.options::<ExternalConfig>().is_some_and(|program| !program.sandbox)
    }

    /// The same agent, shut in by bubblewrap where it is a program.
    #[must_use]
    pub fn sandboxed(&self) -> AgentSpec {
        let Some(config) = self.options::<ExternalConfig>() else {
            return self.clone();
        };
        AgentSpec {
            options: Arc::new(ExternalConfig {
                sandbox: true,
                ..config.clone()
            }),
            ..*self
        }
    }

    /// The points of the hand that the agent expects for its side, less those of the best other side, where it decided with
    /// `value` ([`crate::Decision::value`]); none from an agent without an opinion, or one that maximises something else.
    #[must_use]
    pub fn expected_points(&self, value: f32) -> Option<f32> {
        (self.expects_points() && value != 0.0).then_some(value * UTILITY_SCALE)
    }

    /// Are the agent's values those of points, in a single hand?
    #[must_use]
    pub fn expects_points(&self) -> bool {
        let utility = self.value("utility");
        utility.is_none_or(|utility| utility == "points" || utility == "match")
    }

    /// Whether the agent waits for the network of a run ([`RUN`]).
    #[must_use]
    pub fn waits_for_net(&self) -> bool {
        self.net().is_some_and(|net| net == Path::new(RUN))
    }

    /// The files that the agent is made of, beside its specification.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let net = self.net().into_iter();
        let program = self.options::<ExternalConfig>().into_iter();
        net.flat_map(|net| [MODEL_FILE, META_FILE].map(|file| net.join(file)))
            .chain(program.flat_map(ExternalConfig::files))
            .collect()
    }

    fn from_given(given: &Given) -> Result<AgentSpec, SpecError> {
        let mut known = AGENTS.iter().chain([&CUSTOM_TYPE]);
        let agent = known.find(|agent| agent.name == given.agent());
        let agent = agent.ok_or_else(|| SpecError::UnknownType {
            name: given.agent().to_owned(),
            known: registry::names(),
        })?;
        let options = agent.builder.read(given)?;
        let spec = AgentSpec { agent, options };
        // A run stands for its best network; it may learn on, and the agent stays what it was when it was named.
        let folder = spec.net().and_then(|net| network_folder(&net).ok());
        Ok(folder.map_or(spec.clone(), |folder| spec.with_net(&folder)))
    }
}

impl From<Custom> for AgentSpec {
    fn from(custom: Custom) -> AgentSpec {
        AgentSpec {
            agent: &CUSTOM_TYPE,
            options: Arc::new(custom),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.agent.name)?;
        let defaults = self.agent.defaults();
        let values = self.options.values();
        let is_limit = |(name, _): &&(&str, String)| LIMITS.contains(name);
        // A limit that is not written would be displaced by the other.
        let both_limits = values.iter().filter(is_limit).all(|(_, value)| !value.is_empty());
        for option in &values {
            let (name, value) = option;
            let is_default = defaults.contains(option) && !(both_limits && is_limit(&option));
            if !value.is_empty() && !is_default {
                write!(f, ":{name}={value}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({self})")
    }
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &AgentSpec) -> bool {
        self.agent.name == other.agent.name && self.options.values() == other.options.values()
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
