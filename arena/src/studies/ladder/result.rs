//! The results file of a ladder: the data for its page, one row per line.
//!
//! Invariant: the file is complete after every pair. A row holds its finished pairs in the order i < j. A pair is kept
//! as long as any row of the ladder's file has its fingerprint.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::config::Expected;
use crate::contests::{PairResult, check_pair, check_places, must};
use crate::difference::unchanged;
use crate::error::ArenaError;
use crate::error::wrong;
use spariglio_files::whole::{read_if_there, write_whole};
use spariglio_files::{FileError, Origin, json, short_hash};

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
    /// Hash of the heading above.
    pub digest: String,
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
    /// Date of the last pair, machine and program, if known; no part of the digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Hash of the row: its texts, published figures and the digests of its pairs.
    pub digest: String,
}

impl RowResult {
    /// Whether all its pairs have been played.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.pairs.len() == self.agents.len() * (self.agents.len() - 1) / 2
    }

    /// Computes figures and digests again from the sums.
    fn recompute(&mut self) {
        for pair in &mut self.pairs {
            *pair = pair.anew();
        }
        let digests: Vec<_> = self.pairs.iter().map(|pair| &pair.digest).collect();
        let RowResult { name, fingerprint, rules, agents, specs, command, published, .. } = &*self;
        let texts = (name, fingerprint, rules, agents, specs, command, published);
        self.digest = hash_of(&(texts, &self.published_text, &self.note, digests, &self.pair_fingerprints));
    }

    /// Checks that the pairs are those of the row's agents, and their sums.
    fn check(&self, seed: u64) -> Result<(), String> {
        check_places(&self.specs, &self.agents, self.pairs.iter().map(|pair| pair.places))?;
        if self.pair_fingerprints.len() != self.pairs.len() {
            let [found, pairs] = [self.pair_fingerprints.len(), self.pairs.len()];
            return Err(format!("pair_fingerprints: found {found}, must be {pairs}, one per pair"));
        }
        for (number, pair) in self.pairs.iter().enumerate() {
            let named = |message| format!("pairs[{number}].{message}");
            check_pair(pair, &self.specs, [seed; 2]).map_err(named)?;
            must("rules", &pair.rules, &self.rules).map_err(named)?;
        }
        Ok(())
    }
}

fn hash_of(value: &impl Serialize) -> String {
    short_hash(serde_json::to_string(value).expect("results have text keys"))
}

impl LadderResult {
    /// Reads `path`; `None` if the file does not exist.
    ///
    /// # Errors
    /// Fails if the file is not a ladder's result of this [`SCHEMA`], or if figures differ from those of its sums.
    pub fn load(path: &Path) -> Result<Option<LadderResult>, ArenaError> {
        let Some(text) = read_if_there(path)? else {
            return Ok(None);
        };
        let value = json::read_value(&text).map_err(|error| wrong(path, error))?;
        Ok(Some(LadderResult::from_value(path, value)?))
    }

    /// Reads the results from the JSON `value` of the file `path`. Checks the sums and computes every figure again.
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
        let mut anew: LadderResult = json::typed(&value).map_err(wrong)?;
        for (number, row) in anew.rows.iter().enumerate() {
            row.check(anew.seed)
                .map_err(|message| wrong(format!("rows[{number}] (\"{}\").{message}", row.name)))?;
        }
        anew.rows.iter_mut().for_each(RowResult::recompute);
        anew.digest = anew.digest();
        unchanged(&value, &anew).map_err(wrong)?;
        Ok(anew)
    }

    fn digest(&self) -> String {
        let LadderResult { kind, schema, title, about, order, seed, .. } = self;
        hash_of(&(kind, schema, title, about, order, seed))
    }

    /// Writes `path`, one row per line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ArenaError> {
        let empty = LadderResult { rows: Vec::new(), digest: self.digest(), ..self.clone() };
        let head = serde_json::to_string(&empty).map_err(|error| wrong(path, error))?;
        let mut rows = self.rows.clone();
        rows.iter_mut().for_each(RowResult::recompute);
        let rows = rows.iter().map(serde_json::to_string);
        let rows = rows.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(path, error))?;
        let rows = rows.join(",\n");
        let head = head.strip_suffix("]}").unwrap_or(&head);
        Ok(write_whole(path, format!("{head}\n{rows}\n]}}\n"))?)
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
                let kept = pair.at(pair.places, &specs);
                assert_eq!(kept.agents, pair.places.map(|place| specs[place].clone()));
                let seconds = |pair: &PairResult| pair.time.as_ref().map(|time| time.seconds);
                assert_eq!(seconds(&kept), seconds(pair), "{}", row.name);
                timed += usize::from(pair.time.is_some());
            }
        }
        assert!(timed > 0, "the pairs have times");
    }
}
