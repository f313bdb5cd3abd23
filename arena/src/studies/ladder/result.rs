//! The results file of a ladder: the data for its page, one row per line.
//!
//! Invariant: the file is complete after every pair. A row holds its finished pairs in the order i < j. A pair is kept
//! as long as any row of the ladder's file has its fingerprint.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::config::Expected;
use crate::contests::PairResult;
use crate::contests::head::{check_count, check_pairs};
use crate::error::{ArenaError, wrong};
use spariglio_files::whole::{read_if_there, write_whole};
use spariglio_files::{FileError, Origin, json, sealed};

/// The value of [`LadderResult::kind`].
pub const LADDER_KIND: &str = "ladder";
/// Prefix of the names of ladder files and of their results.
pub const RESULTS_START: &str = "ladder_";
/// Version of the figures' meaning; files of another version are rejected.
pub const SCHEMA: u32 = 1;

/// All rows with results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderResult {
    /// Always [`LADDER_KIND`].
    pub kind: String,
    /// Schema version of this file.
    pub schema: u32,
    /// Heading on the page.
    pub title: String,
    /// Prose under the heading.
    pub about: String,
    /// Position on the page.
    pub order: u32,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The rows, in the order of the ladder's file.
    pub rows: Vec<RowResult>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowResult {
    /// Its name.
    pub name: String,
    /// Hash of the fingerprints of all its pairs, hexadecimal.
    pub fingerprint: String,
    /// Name of the rule set.
    pub rules: String,
    /// Labels of the agents.
    pub agents: Vec<String>,
    /// The command that reproduces these figures; a remark if there is none.
    pub command: String,
    /// Published figures.
    pub published: Vec<Expected>,
    /// Published findings in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_text: Option<String>,
    /// A remark on the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Specifications of the agents.
    pub specs: Vec<String>,
    /// Every finished pair i < j of `agents`.
    pub pairs: Vec<PairResult>,
    /// Their fingerprints, in the same order.
    pub pair_fingerprints: Vec<String>,
    /// Date of the last pair, machine and program, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl RowResult {
    /// Whether all its pairs have been played.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.pairs.len() == self.agents.len() * (self.agents.len() - 1) / 2
    }

    /// Checks that the pairs are those of the row's agents.
    fn check(&self) -> Result<(), String> {
        check_count("agents", self.agents.len(), self.specs.len())?;
        check_count("pair_fingerprints", self.pair_fingerprints.len(), self.pairs.len())?;
        check_pairs(&self.specs, &self.pairs)
    }
}

impl LadderResult {
    /// Reads `path`; `None` if the file does not exist.
    ///
    /// # Errors
    /// Fails if the file is not a ladder's result of this [`SCHEMA`], or if it was changed.
    pub fn load(path: &Path) -> Result<Option<LadderResult>, ArenaError> {
        let Some(text) = read_if_there(path)? else {
            return Ok(None);
        };
        let value = json::read_value(&text).map_err(|error| wrong(path, error))?;
        Ok(Some(LadderResult::from_value(path, value)?))
    }

    /// Reads the results from the JSON `value` of the file `path`, and computes every figure from the sums.
    ///
    /// # Errors
    /// As [`LadderResult::load`].
    pub fn from_value(path: &Path, value: serde_json::Value) -> Result<LadderResult, FileError> {
        let wrong = |message: String| FileError::contents(path, message);
        if value["kind"] != LADDER_KIND || value["schema"] != SCHEMA {
            let [kind, schema] = [&value["kind"], &value["schema"]];
            let expected =
                format!("kind and schema: found {kind} and {schema}, must be \"{LADDER_KIND}\" and {SCHEMA}");
            return Err(wrong(expected));
        }
        let result: LadderResult = sealed::opened(value).map_err(wrong)?;
        for (number, row) in result.rows.iter().enumerate() {
            row.check()
                .map_err(|message| wrong(format!("rows[{number}] (\"{}\").{message}", row.name)))?;
        }
        Ok(result)
    }

    /// Writes `path`, one row per line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ArenaError> {
        let text = sealed::to_json(self).map_err(|error| wrong(path, error))?;
        // A row per line, so that a difference of two versions is readable.
        Ok(write_whole(path, text.replace("{\"name\":", "\n{\"name\":") + "\n")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_pair_has_the_names_of_its_row_and_its_times() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/results/strength");
        let result = LadderResult::load(&folder.join("ladder_scopa_plateau.json"));
        let mut timed = 0;
        for row in result.expect("read").expect("there").rows {
            let specs: Vec<String> = row.specs.iter().map(|spec| format!("{spec} now")).collect();
            for pair in &row.pairs {
                let renamed = pair.at(pair.places, &specs);
                assert_eq!(renamed.agents, pair.places.map(|place| specs[place].clone()));
                let seconds = |pair: &PairResult| pair.figures.time.as_ref().map(|time| time.seconds);
                assert_eq!(seconds(&renamed), seconds(pair), "{}", row.name);
                timed += usize::from(pair.figures.time.is_some());
            }
        }
        assert!(timed > 0, "the pairs have times");
    }
}
