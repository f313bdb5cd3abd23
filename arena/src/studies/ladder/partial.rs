//! The pairs in progress, kept beside the results (`STEM.json.partial`), so that a kill loses about a second of play.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::contests::{PairResult, check_pair};
use crate::deals::secret::Secret;
use crate::difference::{unchanged, write_line};
use crate::error::{ArenaError, wrong};
use spariglio_files::json;
use spariglio_files::whole::{partial, read_if_there, remove};

/// A pair that has not played all its deals.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Partial {
    /// Hash of all that decides the pair's figures.
    pub fingerprint: String,
    /// The secret from which the agents' seeds are derived, if a program takes part.
    pub secret: Option<Secret>,
    /// The figures so far.
    pub pair: PairResult,
}

/// All pairs in progress: one on a single machine, several on a cluster.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Partials(Vec<Partial>);

impl Partials {
    /// The pairs in progress beside the results file `results`.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if figures differ from those of their sums.
    pub fn load(results: &Path) -> Result<Partials, ArenaError> {
        let path = partial(results);
        let Some(text) = read_if_there(&path)? else {
            return Ok(Partials::default());
        };
        let wrong = |message: String| wrong(&path, format!("{message}: remove the file to start its pairs over"));
        let value = json::read_value(&text).map_err(|error| wrong(error.to_string()))?;
        let found: Partials = json::typed(&value).map_err(wrong)?;
        for (number, Partial { pair, .. }) in found.0.iter().enumerate() {
            let named = |message| wrong(format!("[{number}].pair.{message}"));
            check_pair(pair, &pair.agents, [pair.seed; 2]).map_err(named)?;
            unchanged(&value[number]["pair"], &pair.anew()).map_err(named)?;
        }
        Ok(found)
    }

    /// The pair with this fingerprint.
    pub fn find(&self, fingerprint: &str) -> Option<&Partial> {
        self.0.iter().find(|partial| partial.fingerprint == fingerprint)
    }

    /// The same pairs with `partial` instead of the one with its fingerprint.
    pub fn with(&self, partial: Partial) -> Partials {
        let mut all = self.without(&partial.fingerprint);
        all.0.push(partial);
        all
    }

    /// The same pairs without the one with this fingerprint.
    pub fn without(&self, fingerprint: &str) -> Partials {
        let others = self.0.iter().filter(|partial| partial.fingerprint != fingerprint);
        Partials(others.cloned().collect())
    }

    /// Writes the file beside `results`; removes it if no pair is in progress.
    ///
    /// # Errors
    /// Fails if the file cannot be written or removed.
    pub fn save(&self, results: &Path) -> Result<(), ArenaError> {
        let path = partial(results);
        if self.0.is_empty() {
            return Ok(remove(&path)?);
        }
        write_line(&path, self)
    }
}
