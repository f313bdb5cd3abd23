//! Shards of an earlier process: whole ones are kept, damaged ones are played again, and foreign ones are refused.

use std::path::PathBuf;

use spariglio_files::hash::sha256_of_file;
use spariglio_files::manifest::ShardEntry;
use spariglio_files::run_dir::entry_name;
use spariglio_files::whole::is_there;

use crate::dataset::DataSet;
use crate::error::SelfplayError;
use crate::generate::Job;
use crate::shard::{ShardError, read_listed, read_origin};

/// The entry of an existing whole shard of the job; `None` if it has to be played. Its hashes are those that `stated` has,
/// the manifest's entry, or else those that were taken when it was written.
pub(super) fn existing(
    set: &DataSet,
    job: &Job,
    shard: u32,
    stated: Option<&ShardEntry>,
) -> Result<Option<ShardEntry>, SelfplayError> {
    let path = set.shard_path(shard);
    let origin = match read_origin(&path, &set.fingerprint) {
        Ok(origin) => origin,
        Err(error) => return missing_or_damaged(error),
    };
    let expected = set.origin(shard, job.data.hands_per_shard);
    if origin != expected {
        let text = |origin| serde_json::to_string(origin).expect("an origin has a JSON form");
        let (expected, found) = (text(&expected), text(&origin));
        return Err(ShardError::unexpected(&path, "origin", expected, found).into());
    }
    let entry = match stated.cloned().map_or_else(|| set.written(shard), |entry| Ok(Some(entry))) {
        Ok(Some(entry)) => entry,
        Ok(None) => {
            let expected = format!("{} or the manifest; without them, remove the shard", entry_name(shard));
            return Err(ShardError::unexpected(&path, "hash of the shard", expected, "neither").into());
        }
        // A damaged entry vouches for nothing.
        Err(_) => return Ok(None),
    };
    let is_whole = read_listed(&path, &entry, &set.fingerprint).is_ok()
        && is_unchanged(set.records_path(shard), entry.records_sha256.as_ref())?
        && is_unchanged(set.games_path(shard), entry.games_sha256.as_ref())?;
    Ok(is_whole.then_some(entry))
}

/// Whether a file is there with this hash, if it is wanted.
fn is_unchanged(path: Option<PathBuf>, sha256: Option<&String>) -> Result<bool, SelfplayError> {
    let Some(path) = path else { return Ok(true) };
    Ok(is_there(&path)? && Some(&sha256_of_file(&path)?.1) == sha256)
}

/// `None` if the shard is missing or damaged, so that it is played; any other error stops the run.
fn missing_or_damaged(error: ShardError) -> Result<Option<ShardEntry>, SelfplayError> {
    match error {
        ShardError::Damaged { .. } => Ok(None),
        ShardError::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
        other => Err(other.into()),
    }
}
