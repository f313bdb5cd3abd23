//! Agents as data: one string (`type:key=value:key=value`) or one TOML table (`type = "..."` and the same keys) names
//! an agent completely. In the string form, quotes around `:` and `,` make these a part of a value.
//!
//! | file | noun |
//! |---|---|
//! | `registry` | one row per agent type, with its name, options and constructor |
//! | `builder` | reading a row's options and making its agent |
//! | `custom` | the type of a host program's agents, which has no row |
//! | `error` | the reasons why an agent cannot be made for a game |
//!
//! Invariant: parsing the output of [`AgentSpec`]'s `Display` gives an equal spec, or an error if it is an agent of a
//! host program. Options with default values are not written. Every option is declared once, in its configuration's
//! [`Options`] implementation: reading, writing and the lists in error messages follow from it.

mod builder;
mod custom;
mod error;
mod registry;

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_engine::{Game, UTILITY_SCALE, nearest};
use spariglio_files::base;
use spariglio_files::bounded::read_text;

pub use error::AgentError;
pub use registry::{AGENTS, AgentType};

use crate::agent::Agent;
use crate::chat::ChatConfig;
use crate::external::custom::{BatchAgent, Custom};
use crate::external::{ExternalConfig, Greetings};
use crate::net::sparse::Shipped;
use crate::net::{LearntRules, NetChoice};
use crate::net::{META_FILE, MODEL_FILE, network_folder};
use crate::options::{Given, LIMITS, NET, Options, RULES, SpecError};
use crate::quotes::{split, unquoted};
use crate::search::{Ismcts, IsmctsConfig, NetSearchAgent, NetSearchConfig, PairedSearch};
use crate::table::{Opponent, Player};
use builder::AnyOptions;
use custom::CUSTOM_TYPE;

/// Stands for the folder of a network that does not exist yet: `net=RUN`.
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
    /// Fails on an unknown type, an unknown option or a bad value: the error names it and lists the valid ones.
    ///
    /// # Examples
    /// Options with default values are not written:
    /// ```
    /// use spariglio_agents::AgentSpec;
    ///
    /// let spec = AgentSpec::parse("ismcts:simulations=4000:rollout=greedy")?;
    /// assert_eq!(spec.value("rollout").as_deref(), Some("greedy"));
    /// assert_eq!(spec.to_string(), "ismcts:rollout=greedy");
    /// let error = AgentSpec::parse("ismcts:simulation=10").expect_err("an unknown option");
    /// assert!(error.to_string().contains("simulations"));
    /// # Ok::<(), spariglio_agents::SpecError>(())
    /// ```
    pub fn parse(text: &str) -> Result<AgentSpec, SpecError> {
        let mut parts = split(text.trim(), |sign| sign == ':').into_iter();
        let name = parts.next().unwrap_or_default();
        AgentSpec::from_given(&Given::from_parts(name, parts)?)
    }

    /// Reads a TOML document that is one agent table (`type = "ismcts"`, `simulations = 4000`).
    ///
    /// # Errors
    /// Fails like [`AgentSpec::parse`], and if the text is not TOML.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::AgentSpec;
    ///
    /// let table = AgentSpec::from_toml("type = \"ismcts\"\nsimulations = 7\nrollout = \"random\"")?;
    /// assert_eq!(table, AgentSpec::parse("ismcts:simulations=7:rollout=random")?);
    /// assert!(AgentSpec::from_toml("simulations = 7").is_err(), "no type");
    /// # Ok::<(), spariglio_agents::SpecError>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<AgentSpec, SpecError> {
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| SpecError::Toml(error.to_string()))?;
        AgentSpec::from_value(&toml::Value::Table(table))
    }

    /// Reads an agent inside a larger TOML document: the string form, or a table.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::parse`].
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

    /// Reads an agent from a command line: the name of a `.toml` file, or the string form. A relative folder of a
    /// network starts at the file that names it.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::parse`]; an error in a file names the file.
    pub fn resolve(text: &str) -> Result<AgentSpec, SpecError> {
        let path = unquoted(text).unwrap_or_else(|| text.to_owned());
        if Path::new(&path).extension().is_none_or(|end| end != "toml") || path.contains('=') {
            return AgentSpec::parse(text);
        }
        let content = read_text(Path::new(&path)).map_err(|error| error.to_string());
        let in_file = |message: String| SpecError::InFile { path: path.clone(), message };
        let content = content.map_err(in_file)?;
        let read = base::reading(Path::new(&path), || AgentSpec::from_toml(&content));
        read.map_err(|error| in_file(error.to_string()))
    }

    /// Reads agents separated by commas, each as [`AgentSpec::resolve`] does. Commas within quotes separate nothing.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::resolve`], or if nothing is between two commas.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::AgentSpec;
    ///
    /// let agents = AgentSpec::list("greedy, external:command=python3 bot.py 'http://host:80/a,b':millis=50")?;
    /// assert_eq!(agents.len(), 2);
    /// # Ok::<(), spariglio_agents::SpecError>(())
    /// ```
    pub fn list(text: &str) -> Result<Vec<AgentSpec>, SpecError> {
        let texts = AgentSpec::texts(text);
        if texts.len() > 1 && texts.contains(&"") {
            return Err(SpecError::NoName(text.to_owned()));
        }
        texts.into_iter().map(AgentSpec::resolve).collect()
    }

    /// The texts of agents separated by commas, which [`AgentSpec::list`] reads.
    #[must_use]
    pub fn texts(list: &str) -> Vec<&str> {
        split(list, |sign| sign == ',').into_iter().map(str::trim).collect()
    }

    /// The strongest quick agent: `net-search` if a network ships for `game`, otherwise `ismcts`.
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
    /// Fails if the agent needs a file that does not exist or is not for this game (a network of another rule set).
    /// Also fails if the agent is not fair, or may fail itself.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::AgentSpec;
    /// use spariglio_engine::Game;
    ///
    /// let game = Game::preset("mini_scopa").expect("a preset");
    /// let build = |text: &str| AgentSpec::parse(text).expect("a spec").build(&game);
    /// assert!(build("greedy").is_ok());
    /// assert!(build("net").is_err(), "no network ships for this game");
    /// assert!(build("cheat-mcts").is_err(), "it sees the world");
    /// ```
    pub fn build(&self, game: &Game) -> Result<Box<dyn Agent>, AgentError> {
        match self.build_honest(game)? {
            Player::Fair(agent) => Ok(agent),
            _ => Err(AgentError::OfHost(self.to_string())),
        }
    }

    /// Makes the agent for a caller that shows views only, accepts no offences, and stops if an agent of the host
    /// fails.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::build`], except that agents of the host are accepted.
    pub fn build_honest(&self, game: &Game) -> Result<Player, AgentError> {
        // A program is refused before it is greeted.
        if self.agent.is_program() {
            return Err(AgentError::Program(self.to_string()));
        }
        match self.build_player(game)? {
            Player::Cheating(_) => Err(AgentError::Cheats(self.to_string())),
            player => Ok(player),
        }
    }

    /// Makes the agent for a caller that shows the world to cheating agents, accepts offences of programs, and stops if
    /// an agent of the host fails. A program is greeted once for each game; clones of the specification share that.
    ///
    /// # Errors
    /// Fails if the agent needs a file that does not exist or is not for this game, or if a program does not answer its
    /// first greeting.
    pub fn build_player(&self, game: &Game) -> Result<Player, AgentError> {
        self.agent.builder.build(self.options.as_ref(), game)
    }

    /// Makes the agent of the host program that decides a wave at a time; `None` if the agent is not such a one.
    ///
    /// # Errors
    /// The host's reason if it cannot make the agent.
    pub fn build_batch(&self, game: &Game) -> Result<Option<Box<dyn BatchAgent>>, AgentError> {
        let made = self.custom().map_or(Ok(None), |custom| custom.build_batch(game));
        made.map_err(AgentError::NotMade)
    }

    /// The agent as the opponent of a learner or a search.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::build`].
    pub fn opponent(&self, game: &Game) -> Result<Opponent, AgentError> {
        let seats = (0..game.players()).map(|_| self.build(game));
        Ok(Opponent::new(seats.collect::<Result<_, _>>()?))
    }

    /// The search of this agent against a known `victim`, as the opponent of a learner.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::exploiter`].
    pub fn opponent_that_knows(&self, game: &Game, victim: &AgentSpec) -> Result<Opponent, AgentError> {
        let seats = (0..game.players()).map(|_| self.exploiter(game, victim));
        Ok(Opponent::new(seats.collect::<Result<_, _>>()?))
    }

    /// The search of this agent against a known `victim`, which plays the other sides in its worlds. Worlds get weight
    /// if `victim` would have acted in them as it did. Hidden partners are modelled by `formula`, as in any search.
    /// Ends of hands are not solved, since a solver assumes that every seat plays perfectly.
    ///
    /// Views must have their whole history. `victim` acts in the order of the simulations, so its memory of a hand
    /// mixes several worlds.
    ///
    /// # Errors
    /// Fails if the agent is neither `ismcts` nor `net-search`, does not weigh worlds, does not maximise points, or
    /// sets `exact`. Also fails if its network is not for this game, or `victim` cannot be made or is not fair.
    pub fn exploiter(&self, game: &Game, victim: &AgentSpec) -> Result<Box<dyn Agent>, AgentError> {
        let refused = |why| AgentError::NoExploiter { agent: self.to_string(), why };
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

    /// The search that judges all actions of a position with this agent's options, except budget and threads.
    ///
    /// # Errors
    /// Fails if the agent is neither `ismcts` nor `net-search`, does not maximise points, sets a budget or threads, or
    /// its network is not for this game.
    pub fn paired_search(&self, game: &Game) -> Result<PairedSearch, AgentError> {
        let refused = |why| AgentError::NoReviewer { agent: self.to_string(), why };
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

    /// The options, if `T` is their type.
    #[must_use]
    pub fn options<T: Options + 'static>(&self) -> Option<&T> {
        self.options.any().downcast_ref()
    }

    /// The agent of the host program, if it is one.
    #[must_use]
    pub fn custom(&self) -> Option<&Custom> {
        self.options.any().downcast_ref()
    }

    /// The value of an option without quotes, given or default, empty if it has none; `None` if the type has no such
    /// option.
    #[must_use]
    pub fn value(&self, option: &str) -> Option<String> {
        let mut values = self.options.values().into_iter();
        values.find(|(name, _)| *name == option).and_then(|(_, value)| unquoted(&value))
    }

    /// Whether the agent has an option whose value is not its default.
    fn is_changed(&self, option: &str) -> bool {
        let defaults = self.agent.defaults().into_iter();
        defaults
            .filter(|(name, _)| *name == option)
            .any(|(name, value)| self.value(name) != Some(value))
    }

    /// Whether the agent maximises the chance to win the match, if a standing gives the chances.
    #[must_use]
    pub fn searches_match(&self) -> bool {
        self.value("utility").is_some_and(|utility| utility == "match")
    }

    /// Whether the agent has a budget of time, so that its decisions may differ even if the seed is the same.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.value("millis").is_some_and(|millis| !millis.is_empty())
    }

    /// The folder of the agent's network, if it names one.
    #[must_use]
    pub fn net(&self) -> Option<PathBuf> {
        self.net_choice()
            .map(|choice| choice.folder)
            .filter(|net| !net.as_os_str().is_empty())
    }

    /// The network that ships for `game`, if the agent plays it.
    #[must_use]
    pub fn shipped_net(&self, game: &Game) -> Option<&'static Shipped> {
        self.net_choice().filter(NetChoice::ships)?.find(game)
    }

    /// The name of the rule set that the agent's network learnt, if its rules are not those of `game`.
    #[must_use]
    pub fn other_rules(&self, game: &Game) -> Option<String> {
        self.net_choice()?.other_rules(game)
    }

    fn net_choice(&self) -> Option<NetChoice> {
        let rules = LearntRules::named(&self.value(RULES)?)?;
        Some(NetChoice { folder: self.value(NET)?.into(), rules })
    }

    /// The same agent with the network in `folder`, if it has one.
    #[must_use]
    pub fn with_net(&self, folder: &Path) -> AgentSpec {
        AgentSpec { options: self.options.with_net(folder), ..*self }
    }

    /// The same agent with the network in `folder`, if it waits for a run's network.
    #[must_use]
    pub fn with_run_net(&self, folder: &Path) -> AgentSpec {
        if self.waits_for_net() {
            self.with_net(folder)
        } else {
            self.clone()
        }
    }

    /// Whether the agent is a program that may save its views and read them later: one outside a sandbox, or an
    /// endpoint that is not known to be stateless.
    #[must_use]
    pub fn is_free_program(&self) -> bool {
        self.options::<ExternalConfig>().is_some_and(|program| !program.sandbox)
            || self.options::<ChatConfig>().is_some_and(|chat| !chat.stateless)
    }

    /// The same agent, in a sandbox if it is a program.
    #[must_use]
    pub fn sandboxed(&self) -> AgentSpec {
        let Some(config) = self.options::<ExternalConfig>() else {
            return self.clone();
        };
        let greetings = Greetings::default();
        AgentSpec {
            options: Arc::new(ExternalConfig { sandbox: true, greetings, ..config.clone() }),
            ..*self
        }
    }

    /// The margin that the agent expects for its side in the hand, in points, if it decided with `value`
    /// ([`crate::Decision::value`]). `None` if the agent has no estimate (`value` is 0) or maximises something else.
    #[must_use]
    pub fn expected_points(&self, value: f32) -> Option<f32> {
        (self.expects_points() && value != 0.0).then_some(value * UTILITY_SCALE)
    }

    /// Whether the agent's values are points in a single hand.
    #[must_use]
    pub fn expects_points(&self) -> bool {
        let utility = self.value("utility");
        utility.is_none_or(|utility| utility == "points" || utility == "match")
    }

    /// Whether the agent needs the network of a run that does not exist yet ([`RUN`]).
    #[must_use]
    pub fn waits_for_net(&self) -> bool {
        self.net().is_some_and(|net| net == Path::new(RUN))
    }

    /// The files that the agent needs beside its specification.
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
            hint: nearest::hint(given.agent(), AGENTS.iter().map(|agent| agent.name)),
            known: registry::names(),
        })?;
        let options = agent.builder.read(given)?;
        let spec = AgentSpec { agent, options };
        if spec.waits_for_net() {
            return Ok(spec);
        }
        let Some(net) = spec.net().map(|net| base::resolved(&net)) else {
            return Ok(spec);
        };
        // A run directory is replaced by its best network now: if the run learns on, the agent stays the same.
        Ok(spec.with_net(&network_folder(&net).unwrap_or(net)))
    }
}

impl From<Custom> for AgentSpec {
    fn from(custom: Custom) -> AgentSpec {
        AgentSpec { agent: &CUSTOM_TYPE, options: Arc::new(custom) }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.agent.name)?;
        let defaults = self.agent.defaults();
        let values = self.options.values();
        let is_limit = |(name, _): &&(&str, String)| LIMITS.contains(name);
        // If both limits are set, both are written: a single one would displace the other.
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

impl JsonSchema for AgentSpec {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "AgentSpec".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"title": "agent", "type": ["string", "object"]})
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
