//! The results file of a ladder: the data for its page, one row per line.
//!
//! Invariant: the file is complete after every pair. A row holds its finished pairs in the order i < j. A pair is kept
//! as long as any row of the ladder's file has its fingerprint.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::config::Expected;
use crate::contests::PairResult;
use crate::error::ArenaError;
use crate::error::wrong;
use spariglio_files::whole::{read_if_there, write_whole};

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
    /// Every finished pair i < j of `agents`.
    pub pairs: Vec<PairResult>,
    /// Their fingerprints, in the same order.
    pub pair_fingerprints: Vec<String>,
}

impl RowResult {
    /// Whether all its pairs have been played.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.pairs.len() == self.agents.len() * (self.agents.len() - 1) / 2
    }
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
        let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| wrong(path, error))?;
        if value["kind"] != LADDER_KIND || value["schema"] != SCHEMA {
            let expected = format!("expected results of a ladder (kind \"{LADDER_KIND}\", schema {SCHEMA})");
            return Err(wrong(path, expected));
        }
        let result: LadderResult = serde_json::from_value(value).map_err(|error| wrong(path, error))?;
        for row in &result.rows {
            for (number, pair) in row.pairs.iter().enumerate() {
                let wrong = |message| wrong(path, format!("row \"{}\": pairs[{number}].{message}", row.name));
                pair.check_figures().map_err(wrong)?;
            }
        }
        Ok(Some(result))
    }

    /// Writes `path`, one row per line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ArenaError> {
        let empty = LadderResult { rows: Vec::new(), ..self.clone() };
        let head = serde_json::to_string(&empty).map_err(|error| wrong(path, error))?;
        let rows = self.rows.iter().map(serde_json::to_string);
        let rows = rows.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(path, error))?;
        let rows = rows.join(",\n");
        let head = head.strip_suffix("]}").unwrap_or(&head);
        Ok(write_whole(path, format!("{head}\n{rows}\n]}}\n"))?)
    }
}
