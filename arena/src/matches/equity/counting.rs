//! The hands counted so far. A stopped run resumes from them.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;
use spariglio_engine::Game;

use super::counts::HandCounts;
use super::{BATCHES, EquityConfig};
use crate::error::{ArenaError, wrong};
use crate::pairs::component::made_of;
use crate::pairs::queue::Sums;
use spariglio_files::sealed;

/// Progress of counting.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Counted {
    /// Hands counted, those of earlier runs included.
    pub hands: u64,
    /// Hands to count.
    pub of: u64,
}

/// Hands counted, without a gap from the first one on.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Counting {
    /// Fingerprint of everything that decides the counts, hexadecimal.
    pub fingerprint: String,
    /// Hands counted.
    pub hands: u64,
    /// [`BATCHES`] batches.
    pub batches: Vec<HandCounts>,
}

impl Counting {
    /// No hands yet.
    ///
    /// # Errors
    /// Fails if a file of the agent cannot be read.
    pub fn new(game: &Game, config: &EquityConfig) -> Result<Counting, ArenaError> {
        let made_of = made_of(&config.agent, game)?;
        let version = env!("CARGO_PKG_VERSION");
        let agent = config.agent.to_string();
        let settings = ("equity", version, game.fingerprint(), config.seed, config.batch(), agent, made_of);
        let fingerprint = sealed::of(json!(settings));
        Ok(Counting { fingerprint, ..Counting::default() })
    }

    /// Reads the counts of `config` from a file; `None` if there is no file, or if it is of other settings.
    ///
    /// # Errors
    /// Fails if the file cannot be read or holds no counts, or if a file of the agent cannot be read.
    pub fn load(path: &Path, game: &Game, config: &EquityConfig) -> Result<Option<Counting>, ArenaError> {
        let Some(found) = sealed::load_if_there::<Counting>(path)? else {
            return Ok(None);
        };
        let counted: u64 = found.batches.iter().map(HandCounts::hands).sum();
        if found.batches.len() != BATCHES || counted != found.hands {
            let message = format!("expected {} hands in {BATCHES} batches, found {counted}", found.hands);
            return Err(wrong(path, format!("{message}: remove the file to start over")));
        }
        Ok((found.fingerprint == Counting::new(game, config)?.fingerprint).then_some(found))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        Ok(sealed::write(path, self)?)
    }
}

impl Default for Counting {
    fn default() -> Counting {
        Counting {
            fingerprint: String::new(),
            hands: 0,
            batches: vec![HandCounts::default(); BATCHES],
        }
    }
}

impl Sums for Counting {
    fn add(&mut self, later: Counting) -> Result<(), ArenaError> {
        self.hands += later.hands;
        self.batches
            .iter_mut()
            .zip(&later.batches)
            .for_each(|(sum, more)| sum.merge(more));
        Ok(())
    }
}
