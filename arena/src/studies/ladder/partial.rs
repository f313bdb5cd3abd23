//! The pair in progress, kept beside the results (`STEM.json.partial`), so that a kill loses about a second of play.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::contests::{PairResult, check_pair};
use crate::deals::secret::Secret;
use crate::difference::unchanged;
use crate::error::{ArenaError, wrong};
use spariglio_files::json;
use spariglio_files::whole::{partial, read_if_there, remove, write_whole};

/// A pair that has not played all its deals.
#[derive(Serialize, Deserialize)]
pub(super) struct Partial {
    /// Hash of all that decides the pair's figures.
    pub fingerprint: String,
    /// The secret from which the agents' seeds are derived, if a program takes part.
    pub secret: Option<Secret>,
    /// The figures so far.
    pub pair: PairResult,
}

impl Partial {
    /// The pair in progress beside the results file `results`; `None` if there is none, or if it is not the one with
    /// this fingerprint.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if its figures differ from those of its sums.
    pub fn load(results: &Path, fingerprint: &str) -> Result<Option<Partial>, ArenaError> {
        let path = partial(results);
        let Some(text) = read_if_there(&path)? else {
            return Ok(None);
        };
        let wrong = |message: String| wrong(&path, format!("{message}: remove the file to start the pair over"));
        let value = json::read_value(&text).map_err(|error| wrong(error.to_string()))?;
        let found: Partial = json::typed(&value).map_err(wrong)?;
        let named = |message| wrong(format!("pair.{message}"));
        check_pair(&found.pair, &found.pair.agents, [found.pair.seed; 2]).map_err(named)?;
        unchanged(&value["pair"], &found.pair.anew()).map_err(named)?;
        Ok((found.fingerprint == fingerprint).then_some(found))
    }

    /// Writes the file beside `results`.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, results: &Path) -> Result<(), ArenaError> {
        let path = partial(results);
        let text = serde_json::to_string(self).map_err(|error| wrong(&path, error))?;
        Ok(write_whole(&path, format!("{text}\n"))?)
    }

    /// Removes the file beside `results`, if there is one.
    ///
    /// # Errors
    /// Fails if the file cannot be removed.
    pub fn remove(results: &Path) -> Result<(), ArenaError> {
        Ok(remove(&partial(results))?)
    }
}
