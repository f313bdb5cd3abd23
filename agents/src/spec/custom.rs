//! The type of a host program's agents: their text form can be written, but not read.

use std::any::Any;
use std::sync::Arc;

use spariglio_engine::Game;

use super::builder::{AnyOptions, Builder};
use super::error::AgentError;
use super::registry::{self, AgentType};
use crate::custom::{CUSTOM, Custom};
use crate::options::{AgentOption, Change, Given, LABEL, OptionKind, SpecError};
use crate::quotes::quoted;
use crate::table::Player;

/// The type of all agents of a host program; no row of [`AGENTS`](super::AGENTS), as no text can name one.
pub(super) static CUSTOM_TYPE: AgentType =
    AgentType { name: CUSTOM, about: "an agent of the host program", builder: &Host };

struct Host;

impl Builder for Host {
    fn read(&self, _: &Given) -> Result<Arc<dyn AnyOptions>, SpecError> {
        Err(SpecError::OfHost(registry::names()))
    }

    fn listed(&self) -> Vec<AgentOption> {
        let options = [("name", "name of the agent"), ("version", "its version")];
        let option = |(name, about)| AgentOption { name, kind: OptionKind::Text(LABEL), value: String::new(), about };
        options.map(option).to_vec()
    }

    fn build(&self, options: &dyn AnyOptions, game: &Game) -> Result<Player, AgentError> {
        let custom: &Custom = options.any().downcast_ref().expect("an agent of the host");
        custom.build(game).map(Player::Custom).map_err(AgentError::NotMade)
    }

    fn cheats(&self) -> bool {
        false
    }

    fn is_program(&self) -> bool {
        false
    }
}

impl AnyOptions for Custom {
    fn any(&self) -> &dyn Any {
        self
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![("name", quoted(self.name())), ("version", quoted(self.version()))]
    }

    fn with(&self, _: Change<'_>) -> Arc<dyn AnyOptions> {
        Arc::new(self.clone())
    }
}
