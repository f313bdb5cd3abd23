//! Agents that are other programs, and language models.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::AgentSpec;
use crate::chat::ChatConfig;
use crate::external::{ExternalConfig, Greetings};
use crate::net::{META_FILE, MODEL_FILE};

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

    /// The files that are the agent's own: those of its network, or those that its command runs. An interpreter is none
    /// of them: a link, or a program in a folder `bin`, that runs a script.
    #[must_use]
    pub fn own_files(&self) -> Vec<PathBuf> {
        if let Some(net) = self.net() {
            return [MODEL_FILE, META_FILE].map(|file| net.join(file)).into();
        }
        let mut files = self.program_files();
        if files.len() > 1 && is_interpreter(&files[0]) {
            files.remove(0);
        }
        files
    }

    /// The same agent with its network, and the files of its command, where `place` says; paths without a place stay.
    #[must_use]
    pub fn moved(&self, place: &dyn Fn(&Path) -> Option<PathBuf>) -> AgentSpec {
        if let Some(folder) = self.net().and_then(|net| place(&net)) {
            return self.with_net(&folder);
        }
        let Some(config) = self.options::<ExternalConfig>() else {
            return self.clone();
        };
        let word =
            |word: &String| place(Path::new(word)).map_or(word.clone(), |path| path.to_string_lossy().into_owned());
        let (command, greetings) = (config.command.iter().map(word).collect(), Greetings::default());
        AgentSpec {
            options: Arc::new(ExternalConfig { command, greetings, ..config.clone() }),
            ..*self
        }
    }
}

/// Whether a program that runs a script is no work of the script's author.
fn is_interpreter(program: &Path) -> bool {
    program.is_symlink() || program.parent().is_some_and(|folder| folder.ends_with("bin"))
}
