//! Agents that are other programs, and language models.

use std::path::PathBuf;
use std::sync::Arc;

use super::AgentSpec;
use crate::chat::ChatConfig;
use crate::external::{ExternalConfig, Greetings};

impl AgentSpec {
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

    /// The files that the agent runs, if it is a program.
    pub(super) fn program_files(&self) -> Vec<PathBuf> {
        self.options().map_or_else(Vec::new, ExternalConfig::files)
    }
}
