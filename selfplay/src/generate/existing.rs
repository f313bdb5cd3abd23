//! Shards of an earlier process: whole ones are kept, damaged ones are played again, and foreign ones are refused.

use spariglio_files::run_dir::shard_name;
use spariglio_files::whole::read_bytes;
use spariglio_files::{ShardEntry, sha256_hex};
use std::fs;
use std::path::Path;

use crate::dataset::DataSet;
use crate::error::SelfplayError;
use crate::generate::Job;
use crate::hands::whole_hands;
use crate::row::{ShardRows, hand_id};
use crate::shard::{ShardError, read_origin, read_shard};

/// The entry of an existing whole shard of the job; `None` if it has to be played.
pub(super) fn existing(set: &DataSet, job: &Job, shard: u32) -> Result<Option<ShardEntry>, SelfplayError> {
    let hands = job.data.hands_per_shard;
    let path = set.shard_path(shard);
    let origin = match read_origin(&path, &set.fingerprint) {
        Ok(origin) => origin,
        Err(error) => return missing_or_damaged(error),
    };
    let expected = set.origin(shard, hands);
    if origin != expected {
        let text = |origin| serde_json::to_string(origin).expect("an origin has a JSON form");
        let (expected, found) = (text(&expected), text(&origin));
        return Err(ShardError::unexpected(&path, "origin", expected, found).into());
    }
    let rows = match read_shard(&path, &set.fingerprint) {
        Ok(rows) => rows,
        Err(error) => return missing_or_damaged(error),
    };
    if !has_each_hand_once(&path, &rows, job, shard) {
        return Ok(None);
    }
    let records_sha256 = match set.records_path(shard) {
        None => None,
        Some(path) => match fs::read(&path) {
            Ok(bytes) if records_of(&bytes) == Some(hands as usize) => Some(sha256_hex(&bytes)),
            _ => return Ok(None),
        },
    };
    let bytes = read_bytes(&path)?;
    Ok(Some(ShardEntry {
        file: shard_name(shard),
        hands: origin.hands,
        rows: rows.len() as u64,
        bytes: bytes.len() as u64,
        sha256: sha256_hex(&bytes),
        records_sha256,
    }))
}

/// Whether the rows are those of the hands of the shard, each whole and there once. Without a manifest nothing else says
/// how many rows there were.
fn has_each_hand_once(path: &Path, rows: &ShardRows, job: &Job, shard: u32) -> bool {
    let Ok(found) = whole_hands(path, rows, &job.game) else {
        return false;
    };
    let mut found: Vec<u64> = found.iter().map(|hand| rows.hand[hand.rows.start]).collect();
    found.sort_unstable();
    let expected = (0..job.data.hands_per_shard).map(|index| hand_id(job.generation, shard, index));
    expected.eq(found)
}

/// The number of records in a compressed file, if it is whole.
fn records_of(bytes: &[u8]) -> Option<usize> {
    let text = zstd::decode_all(bytes).ok()?;
    Some(text.split_inclusive(|&byte| byte == b'\n').count())
}

/// `None` if the shard is missing or damaged, so that it is played; any other error stops the run.
fn missing_or_damaged(error: ShardError) -> Result<Option<ShardEntry>, SelfplayError> {
    match error {
        ShardError::Damaged { .. } => Ok(None),
        ShardError::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
        other => Err(other.into()),
    }
}
