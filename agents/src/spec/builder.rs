//! Reading the options of an agent type, and making its agent from them.
//!
//! Invariant: a row's builder gets only options that it read itself.

use std::any::Any;
use std::sync::Arc;

use spariglio_engine::Game;

use super::error::AgentError;
use crate::agent::{Agent, Cheater};
use crate::options::{self, AgentOption, Change, Given, Options, SpecError};
use crate::table::{Player, Program};

/// The options of some agent type.
pub(super) trait AnyOptions: Send + Sync {
    /// The options as `Any`, for a downcast.
    fn any(&self) -> &dyn Any;

    /// Every option with its value in the string form, in canonical order.
    fn values(&self) -> Vec<(&'static str, String)>;

    /// The same options with a value set.
    fn with(&self, change: Change<'_>) -> Arc<dyn AnyOptions>;
}

/// The names and values of options.
pub(super) fn pairs(options: Vec<AgentOption>) -> Vec<(&'static str, String)> {
    options.into_iter().map(|option| (option.name, option.value)).collect()
}

impl<T: Options + Send + Sync + 'static> AnyOptions for T {
    fn any(&self) -> &dyn Any {
        self
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        pairs(options::listed(self.clone()))
    }

    fn with(&self, change: Change<'_>) -> Arc<dyn AnyOptions> {
        Arc::new(options::with(self.clone(), change))
    }
}

/// Makes an agent of kind `A` from options `T`.
type Make<T, A> = fn(&T, &Game) -> Result<Box<A>, AgentError>;

/// Makes agents of one type from options `T`; the variant decides whether they see the view or the world.
pub(super) enum Build<T> {
    /// An agent that sees its seat's view.
    Fair(Make<T, dyn Agent>),
    /// An agent that sees the world.
    Cheating(Make<T, dyn Cheater>),
    /// Another program.
    #[cfg_attr(not(feature = "system"), allow(dead_code))]
    Program(Make<T, dyn Program>),
}

/// A [`Build`] of any options.
pub(super) trait Builder: Sync {
    /// Reads the options.
    ///
    /// # Errors
    /// Fails on an unknown option or a bad value.
    fn read(&self, given: &Given) -> Result<Arc<dyn AnyOptions>, SpecError>;

    /// Every option with its default, in canonical order.
    fn listed(&self) -> Vec<AgentOption>;

    /// Makes the agent from options that [`Builder::read`] returned.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::build_player`](super::AgentSpec::build_player).
    fn build(&self, options: &dyn AnyOptions, game: &Game) -> Result<Player, AgentError>;

    /// Whether the agent sees the world.
    fn cheats(&self) -> bool;

    /// Whether the agent is another program.
    fn is_program(&self) -> bool;
}

impl<T: Options + Send + Sync + 'static> Builder for Build<T> {
    fn read(&self, given: &Given) -> Result<Arc<dyn AnyOptions>, SpecError> {
        Ok(Arc::new(options::read::<T>(given)?))
    }

    fn listed(&self) -> Vec<AgentOption> {
        options::listed(T::default())
    }

    fn build(&self, options: &dyn AnyOptions, game: &Game) -> Result<Player, AgentError> {
        let options = options.any().downcast_ref().expect("options of this row");
        Ok(match self {
            Build::Fair(make) => Player::Fair(make(options, game)?),
            Build::Cheating(make) => Player::Cheating(make(options, game)?),
            Build::Program(make) => Player::Program(make(options, game)?),
        })
    }

    fn cheats(&self) -> bool {
        matches!(self, Build::Cheating(_))
    }

    fn is_program(&self) -> bool {
        matches!(self, Build::Program(_))
    }
}
