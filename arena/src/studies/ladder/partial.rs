//! The pairs in progress, kept beside the results, so that a kill loses about a second of play: those of the machine
//! (`STEM.json.partial`), or those of a part of the deals (`STEM.json.2-of-8.part`).

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::contests::PairResult;
use crate::error::ArenaError;
use spariglio_agents::draws::Secret;
use spariglio_files::whole::{folder_of, listed, partial, remove};
use spariglio_files::{FileError, Part, sealed};

/// The ending of the file of a part.
const PART: &str = ".part";

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

/// All pairs in progress.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Partials {
    pairs: Vec<Partial>,
}

/// The file of the pairs in progress of a part, beside the results file `results`.
pub(super) fn file(results: &Path, part: Part) -> PathBuf {
    if part.is_all() {
        return partial(results);
    }
    let name = format!("{}.{}{PART}", name(results), part.to_string().replace('/', "-of-"));
    results.with_file_name(name)
}

fn name(results: &Path) -> String {
    results.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files of all parts beside `results`, in the order of their names.
fn parts(results: &Path) -> Result<Vec<PathBuf>, FileError> {
    listed(folder_of(results), &format!("{}.", name(results)), PART)
}

/// Removes the files of all parts beside `results`.
///
/// # Errors
/// Fails if a file cannot be removed.
pub(super) fn remove_parts(results: &Path) -> Result<(), FileError> {
    parts(results)?.iter().try_for_each(|path| remove(path))
}

impl Partials {
    /// The pairs in progress in a file; none if it does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be read or was changed.
    pub fn load(path: &Path) -> Result<Partials, ArenaError> {
        Ok(sealed::load_if_there(path)?.unwrap_or_default())
    }

    /// Adds the sums of all parts beside `results`, of the pairs with these fingerprints. If a deal is in two, the larger
    /// sums stay, and the other ones are left out.
    ///
    /// # Errors
    /// Fails if a file cannot be read or was changed.
    pub fn add_parts(&mut self, results: &Path, fingerprints: &[String]) -> Result<(), ArenaError> {
        let mut all = std::mem::take(&mut self.pairs);
        for path in parts(results)? {
            all.append(&mut Partials::load(&path)?.pairs);
        }
        all.retain(|partial| fingerprints.contains(&partial.fingerprint));
        all.sort_by_key(|partial| Reverse(partial.pair.sets()));
        for partial in all {
            self.add(partial);
        }
        Ok(())
    }

    /// Adds the sums of a pair, unless a deal is in both.
    fn add(&mut self, partial: Partial) {
        let Some(known) = self.pairs.iter_mut().find(|known| known.fingerprint == partial.fingerprint) else {
            return self.pairs.push(partial);
        };
        let mut sum = known.pair.clone();
        if sum.merge(partial.pair.sums).is_ok() {
            known.pair = sum;
        }
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

    /// Writes the file, or removes it if no pair is in progress.
    ///
    /// # Errors
    /// Fails if the file cannot be written or removed.
    pub fn save(&self, path: &Path) -> Result<(), ArenaError> {
        if self.pairs.is_empty() {
            return Ok(remove(path)?);
        }
        Ok(sealed::write(path, self)?)
    }
}
