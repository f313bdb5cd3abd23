//! The choice of a network: the options `net` and `rules` of an agent.

use std::path::{Path, PathBuf};

use spariglio_engine::Game;

use super::config::LearntRules;
use super::error::NetError;
use super::sparse::{PolicyMeta, PolicyNet, Shipped};
use crate::options::{OptionPass, RULES, SpecError};

/// The network that an agent plays.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct NetChoice {
    /// Folder with `model.safetensors` and `meta.json`, or a run directory; empty: a network that ships.
    pub folder: PathBuf,
    /// The rules that it may have learnt.
    pub rules: LearntRules,
    /// Whether a network on top of `lookahead` is preferred to others that ship. It is stronger alone, but too slow for
    /// a search.
    pub looks_ahead: bool,
}

impl NetChoice {
    /// The network of a folder; of an empty path, one that ships.
    #[must_use]
    pub fn of(folder: &Path, rules: LearntRules) -> NetChoice {
        NetChoice { folder: folder.to_owned(), rules, looks_ahead: false }
    }

    pub(crate) fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.net(&mut self.folder)?;
        pass.choice(
            RULES,
            &mut self.rules,
            &LearntRules::WORDS,
            "other: the network may have learnt other rules if its inputs fit; without `net`, the shipped network with the most similar rules",
        )
    }

    /// Reads the network and checks that it fits `game`.
    ///
    /// # Errors
    /// A file, field or tensor is not as expected (the error names it), or no network ships that fits.
    pub fn load(&self, game: &Game) -> Result<PolicyNet, NetError> {
        if self.ships() {
            self.find(game).ok_or_else(|| Shipped::missing(game))?.load(game)
        } else {
            PolicyNet::of_folder(&self.folder, game, self.rules)
        }
    }

    /// Whether it is a network that ships.
    pub(crate) fn ships(&self) -> bool {
        self.folder.as_os_str().is_empty()
    }

    /// The network that ships and fits `game`.
    pub(crate) fn find(&self, game: &Game) -> Option<&'static Shipped> {
        Shipped::find(game, self.rules, self.looks_ahead)
    }

    /// Whether the network reads its rules, and so plays several rule sets.
    ///
    /// # Errors
    /// Its description cannot be read, or no network ships that fits.
    pub fn reads_rules(&self, game: &Game) -> Result<bool, NetError> {
        Ok(self.meta(game)?.deal.is_some())
    }

    /// The description of the network.
    fn meta(&self, game: &Game) -> Result<PolicyMeta, NetError> {
        if self.ships() {
            Ok(self.find(game).ok_or_else(|| Shipped::missing(game))?.meta())
        } else {
            PolicyMeta::of_folder(&self.folder)
        }
    }

    /// The name of the rule set that the network learnt, if its rules are not those of `game`. `None` too if the network
    /// cannot be read.
    #[must_use]
    pub fn other_rules(&self, game: &Game) -> Option<String> {
        let meta = self.meta(game).ok()?;
        if meta.plays(game) {
            return None;
        }
        let is_namesake = meta.rules == game.rules().name;
        Some(if is_namesake {
            format!("another rule set named {}", meta.rules)
        } else {
            meta.rules
        })
    }
}
