//! Agents as data: one string (`type:key=value:key=value`) or one TOML table (`type = "..."` and the same keys) names
//! an agent completely. In the string form, quotes around `:` and `,` make these a part of a value.
//!
//! | file | noun |
//! |---|---|
//! | `registry` | one row per agent type, with its name, options and constructor |
//! | `builder` | reading a row's options and making its agent |
//! | `text` | strings, tables, lists and files of agents; their schema |
//! | `net` | the network of an agent |
//! | `others` | the agents that a search takes for the other sides' player |
//! | `programs` | other programs as agents |
//! | `custom` | the type of a host program's agents, which has no row |
//! | `error` | the reasons why an agent cannot be made for a game |
//!
//! Invariant: parsing the output of [`AgentSpec`]'s `Display` gives an equal spec, or an error if it is an agent of a
//! host program. Options with default values are not written. Every option is declared once, in its configuration's
//! [`Options`] implementation: reading, writing and the lists in error messages follow from it.

mod builder;
mod custom;
mod error;
mod net;
mod others;
#[cfg(feature = "system")]
mod programs;
mod registry;
mod text;

use std::path::PathBuf;
use std::sync::Arc;

use spariglio_engine::Game;
use spariglio_engine::hand::UTILITY_SCALE;

pub use error::AgentError;
pub use net::RUN;
pub use others::MODELS;
pub use registry::{AGENTS, AgentType};

use crate::agent::Agent;
use crate::custom::{BatchAgent, Custom};
use crate::net::{META_FILE, MODEL_FILE};
use crate::options::{Change, LIMITS, OTHERS, Options};
use crate::quotes::unquoted;
use crate::search::{IsmctsConfig, NetSearchConfig, PairedSearch};
use crate::table::{Opponent, Player};
use builder::AnyOptions;
use custom::CUSTOM_TYPE;

/// An agent as data: its type and its options.
#[derive(Clone)]
pub struct AgentSpec {
    agent: &'static AgentType,
    options: Arc<dyn AnyOptions>,
}

impl AgentSpec {
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
        if self.is_changed(OTHERS) {
            return Err(refused("expected no option others"));
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
        let mut defaults = self.agent.defaults().into_iter();
        defaults.any(|(name, value)| name == option && self.value(name) != Some(value))
    }

    /// The same agent with `others` in its option `others`, if it has one.
    #[must_use]
    pub fn knowing(&self, others: &AgentSpec) -> AgentSpec {
        AgentSpec { options: self.options.with(Change::Agent(&others.to_string())), ..*self }
    }

    /// The margin that the agent expects for its side in the hand, in points, if it decided with `value`
    /// ([`crate::Decision::value`]). `None` if the agent has no estimate or maximises something else.
    #[must_use]
    pub fn expected_points(&self, value: Option<f32>) -> Option<f32> {
        value.filter(|_| self.expects_points()).map(|value| value * UTILITY_SCALE)
    }

    /// Whether the agent's values are points in a single hand.
    #[must_use]
    pub fn expects_points(&self) -> bool {
        let utility = self.value("utility");
        utility.is_none_or(|utility| utility == "points")
    }

    /// The files that the agent needs beside its specification.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let net = self.net().into_iter();
        let others = self.others();
        net.flat_map(|net| [MODEL_FILE, META_FILE].map(|file| net.join(file)))
            .chain(self.program_files())
            .chain(others.iter().flat_map(AgentSpec::files))
            .collect()
    }
}

#[cfg(not(feature = "system"))]
impl AgentSpec {
    fn program_files(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}

impl From<Custom> for AgentSpec {
    fn from(custom: Custom) -> AgentSpec {
        AgentSpec { agent: &CUSTOM_TYPE, options: Arc::new(custom) }
    }
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &AgentSpec) -> bool {
        self.agent.name == other.agent.name && self.options.values() == other.options.values()
    }
}
