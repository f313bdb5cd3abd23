//! `manifest.json`: what a whole generation of data holds. Written last: where it is, the generation is complete.
//!
//! Invariant: nothing of the clock, the machine or the number of threads is in it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;
use crate::whole::{FileError, read_bytes, write_whole};

/// Name of the file in the folder of a generation.
pub const MANIFEST: &str = "manifest.json";

/// A generation of data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the shards' columns.
    pub schema_version: u32,
    /// Rule set, feature version, action encoding.
    pub fingerprint: Fingerprint,
    /// Seed of the run.
    pub seed: u64,
    /// The generation.
    pub generation: u32,
    /// The agents.
    pub agents: Vec<String>,
    /// Hash of agents and exploration.
    pub recipe: String,
    /// Hands in all shards.
    pub hands: u64,
    /// Rows in all shards.
    pub rows: u64,
    /// The shards in order.
    pub shards: Vec<ShardEntry>,
}

/// One shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardEntry {
    /// Name of the file.
    pub file: String,
    /// Hands in it.
    pub hands: u32,
    /// Rows in it.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
    /// SHA-256 of the file of the same hands as records, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub records_sha256: Option<String>,
}

impl Manifest {
    /// Reads the manifest in `folder`.
    ///
    /// # Errors
    /// It is missing, cannot be read, or is no manifest.
    pub fn read(folder: &Path) -> Result<Manifest, FileError> {
        let path = folder.join(MANIFEST);
        serde_json::from_slice(&read_bytes(&path)?)
            .map_err(|error| FileError::contents(&path, format!("expected a manifest: {error}")))
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
