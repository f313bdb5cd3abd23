//! The network of an agent.

use std::path::{Path, PathBuf};

use spariglio_engine::Game;

use super::AgentSpec;
use crate::net::NetChoice;
use crate::net::sparse::Shipped;
use crate::net_agent::NetOptions;
use crate::options::Change;
use crate::search::NetSearchConfig;

/// Stands for the folder of a network that does not exist yet: `net=RUN`.
pub const RUN: &str = "RUN";

impl AgentSpec {
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

    /// The choice of the agent's network, if it has one.
    #[must_use]
    pub fn net_choice(&self) -> Option<NetChoice> {
        let alone = self.options::<NetOptions>().map(|options| &options.net);
        let in_search = || self.options::<NetSearchConfig>().map(|config| &config.net);
        alone.or_else(in_search).cloned()
    }

    /// The same agent with the network in `folder`, if it has one.
    #[must_use]
    pub fn with_net(&self, folder: &Path) -> AgentSpec {
        AgentSpec { options: self.options.with(Change::Net(folder)), ..*self }
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

    /// Whether the agent needs the network of a run that does not exist yet ([`RUN`]).
    #[must_use]
    pub fn waits_for_net(&self) -> bool {
        self.net().is_some_and(|net| net == Path::new(RUN))
    }
}
