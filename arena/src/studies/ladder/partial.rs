//! The pairs in progress, kept beside the results (`STEM.json.partial`), so that a kill loses about a second of play.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::contests::PairResult;
use crate::deals::secret::Secret;
use crate::error::ArenaError;
use spariglio_files::sealed;
use spariglio_files::whole::{partial, remove};

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
pub(super) struct Partials {
    pairs: Vec<Partial>,
}

impl Partials {
    /// The pairs in progress beside the results file `results`.
    ///
    /// # Errors
    /// Fails if the file cannot be read or was changed.
    pub fn load(results: &Path) -> Result<Partials, ArenaError> {
        Ok(sealed::load_if_there(&partial(results))?.unwrap_or_default())
    }

    /// The pair with this fingerprint.
    pub fn find(&self, fingerprint: &str) -> Option<&Partial> {
        self.pairs.iter().find(|partial| partial.fingerprint == fingerprint)
    }

    /// The same pairs with `partial` instead of the one with its fingerprint.
    pub fn with(&self, partial: Partial) -> Partials {
        let mut all = self.without(&partial.fingerprint);
        all.pairs.push(partial);
        all
    }

    /// The same pairs without the one with this fingerprint.
    pub fn without(&self, fingerprint: &str) -> Partials {
        let others = self.pairs.iter().filter(|partial| partial.fingerprint != fingerprint);
        Partials { pairs: others.cloned().collect() }
    }

    /// Writes the file beside `results`; removes it if no pair is in progress.
    ///
    /// # Errors
    /// Fails if the file cannot be written or removed.
    pub fn save(&self, results: &Path) -> Result<(), ArenaError> {
        let path = partial(results);
        if self.pairs.is_empty() {
            return Ok(remove(&path)?);
        }
        Ok(sealed::write(&path, self)?)
    }
}
