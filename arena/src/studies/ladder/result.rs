//! The results file of a ladder: what its page needs, one row a line.
//!
//! Invariant: the file is whole after every pair; a row holds those of its pairs that have been played, in the order
//! i < j. A pair is kept as long as the ladder's file has one of its fingerprint, in whichever row.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::config::Expected;
use crate::contests::PairResult;
use crate::error::ArenaError;
use crate::error::wrong;
use spariglio_files::whole::{read_if_there, write_whole};

/// The words that [`LadderResult::kind`] holds.
pub const LADDER_KIND: &str = "ladder";
/// How the names of results of ladders begin, and those of the ladders' files.
pub const RESULTS_START: &str = "ladder_";
/// Version of the figures' meaning: results of other versions are refused.
pub const SCHEMA: u32 = 1;

/// All rows that have been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderResult {
    /// Always [`LADDER_KIND`].
    pub kind: String,
    /// Version of this file's form.
    pub schema: u32,
    /// Heading on the page.
    pub title: String,
    /// Prose under the heading.
    pub about: String,
    /// Place on the page.
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
    /// The command that gives these figures; a remark where there is none.
    pub command: String,
    /// Published figures.
    pub published: Vec<Expected>,
    /// What others have said in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_text: Option<String>,
    /// What there is to say about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Every pair i < j of `agents` that has been played.
    pub pairs: Vec<PairResult>,
    /// Their fingerprints, in the same order.
    pub pair_fingerprints: Vec<String>,
}

impl RowResult {
    /// Have all its pairs been played?
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.pairs.len() == self.agents.len() * (self.agents.len() - 1) / 2
    }
}

impl LadderResult {
    /// Reads `path`; none where there is no such file.
    ///
    /// # Errors
    /// A file that is not a ladder's results of this [`SCHEMA`], or whose figures are not those of its sums.
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

    /// Writes `path`, a row a line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ArenaError> {
        let empty = LadderResult {
            rows: Vec::new(),
            ..self.clone()
        };
        let head = serde_json::to_string(&empty).map_err(|error| wrong(path, error))?;
        let rows = self.rows.iter().map(serde_json::to_string);
        let rows = rows
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| wrong(path, error))?;
        let rows = rows.join(",\n");
        let head = head.strip_suffix("]}").unwrap_or(&head);
        Ok(write_whole(path, format!("{head}\n{rows}\n]}}\n"))?)
    }
}
