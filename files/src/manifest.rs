//! `manifest.json`: contents and sources of a generation. Written last: if it exists, the generation is complete.
//!
//! Invariant: it does not depend on the clock, the machine or the number of threads.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;
use crate::hash::short_hash;
use crate::run_dir::WRITTEN;
use crate::whole::{FileError, is_there, listed, read_bytes, write_whole};
use crate::{json, sealed};

/// Name of the file in the folder of a generation.
pub const MANIFEST: &str = "manifest.json";

/// A generation of data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the shards' columns.
    pub schema_version: u32,
    /// The run, as the column `run` names it.
    pub run: String,
    /// Rule set, version of the inputs, action encoding.
    pub fingerprint: Fingerprint,
    /// Whether the rows have inputs.
    pub inputs: bool,
    /// The source of the rows.
    pub source: Source,
    /// Hands in all shards.
    pub hands: u64,
    /// Rows in all shards.
    pub rows: u64,
    /// The shards in order.
    pub shards: Vec<ShardEntry>,
}

/// The source of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// Hands that agents played.
    Selfplay {
        /// Seed of the run.
        seed: u64,
        /// The generation.
        generation: u32,
        /// The agents.
        agents: Vec<String>,
        /// Hash of agents, exploration and whether the rows have inputs.
        recipe: String,
    },
    /// Hands read from records.
    Records {
        /// The files, in the order of the rows.
        files: Vec<RecordsFile>,
        /// Whether partners saw each other's hand cards.
        partners_open: bool,
        /// Hands per shard, which the numbers of the hands depend on.
        hands_per_shard: u32,
    },
}

impl Source {
    /// The agents that played; empty if they are unknown.
    pub fn agents(&self) -> &[String] {
        match self {
            Source::Selfplay { agents, .. } => agents,
            Source::Records { .. } => &[],
        }
    }

    /// The name of the run: the same for all its generations, another for other rules, seeds, agents or records. With
    /// the number of a hand it names a hand among those of all runs.
    pub fn run(&self, fingerprint: &Fingerprint, inputs: bool) -> String {
        let made = match self {
            Source::Selfplay { seed, recipe, .. } => format!("{seed} {recipe}"),
            Source::Records { files, partners_open, hands_per_shard } => {
                let hashes: Vec<&str> = files.iter().map(|file| file.sha256.as_str()).collect();
                format!("{} {partners_open} {hands_per_shard}", hashes.join(" "))
            }
        };
        short_hash(format!("{} {inputs} {made}", fingerprint.rules_hash))
    }
}

/// A file of hand records, named without its folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordsFile {
    /// Its name.
    pub name: String,
    /// Its SHA-256.
    pub sha256: String,
}

/// One shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardEntry {
    /// The file, from the folder of the generation.
    pub file: String,
    /// Hands in it.
    pub hands: u32,
    /// Rows in it.
    pub rows: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
    /// SHA-256 of the record file of the same hands, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub records_sha256: Option<String>,
    /// SHA-256 of the file of games of the same hands, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub games_sha256: Option<String>,
}

impl Manifest {
    /// Reads the manifest in `folder`.
    ///
    /// # Errors
    /// It is missing, cannot be read, is no manifest, or its hands and rows are not the sums over its shards.
    pub fn read(folder: &Path) -> Result<Manifest, FileError> {
        let path = folder.join(MANIFEST);
        let manifest: Manifest = json::read(read_bytes(&path)?)
            .map_err(|error| FileError::contents(&path, format!("expected a manifest: {error}")))?;
        let hands: u64 = manifest.shards.iter().map(|shard| u64::from(shard.hands)).sum();
        let rows: u64 = manifest.shards.iter().map(|shard| shard.rows).sum();
        for (field, sum, found) in [("hands", hands, manifest.hands), ("rows", rows, manifest.rows)] {
            if sum != found {
                let message = format!("`{field}`: expected {sum}, the sum over its shards, found {found}");
                return Err(FileError::contents(&path, message));
            }
        }
        Ok(manifest)
    }

    /// The whole shards of the generation in `folder`: those of its manifest, or if self-play was stopped those that it
    /// has finished. Empty if there are none.
    ///
    /// # Errors
    /// As [`Manifest::read`], or the entry of a shard is damaged.
    pub fn whole_shards(folder: &Path) -> Result<Vec<ShardEntry>, FileError> {
        if is_there(&folder.join(MANIFEST))? {
            return Ok(Manifest::read(folder)?.shards);
        }
        let entries = folder.join(WRITTEN);
        if !is_there(&entries)? {
            return Ok(Vec::new());
        }
        let mut shards = Vec::new();
        for path in listed(&entries, "shard-", ".json")? {
            shards.extend(sealed::load_if_there(&path)?);
        }
        Ok(shards)
    }

    /// Writes the manifest into `folder`.
    ///
    /// # Errors
    /// As [`write_whole`].
    ///
    /// # Panics
    /// Never: a manifest has a JSON form.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest has a JSON form");
        text.push('\n');
        write_whole(&folder.join(MANIFEST), text)
    }
}

#[cfg(test)]
mod tests {
    use spariglio_engine::Game;

    use super::*;

    #[test]
    fn non_finite_sums_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let shard = |number: u32| ShardEntry {
            file: format!("shard-0000{number}.parquet"),
            hands: 10 + number,
            rows: 100,
            bytes: 1,
            sha256: String::new(),
            records_sha256: None,
            games_sha256: None,
        };
        let manifest = Manifest {
            schema_version: 2,
            run: "0123456789abcdef".to_owned(),
            fingerprint: Fingerprint::of(&Game::preset("scopa").expect("a preset")),
            inputs: false,
            source: Source::Records { files: Vec::new(), partners_open: false, hands_per_shard: 1 },
            hands: 21,
            rows: 200,
            shards: vec![shard(0), shard(1)],
        };
        manifest.write(folder.path()).expect("written");
        assert_eq!(Manifest::read(folder.path()).expect("read"), manifest);
        let wrong = Manifest { rows: 201, ..manifest };
        wrong.write(folder.path()).expect("written");
        let error = Manifest::read(folder.path()).expect_err("a wrong sum").to_string();
        assert!(
            error.ends_with("manifest.json: `rows`: expected 200, the sum over its shards, found 201"),
            "{error}"
        );
    }
}
