//! Shards of an earlier process: whole ones are kept, damaged ones are played again, and foreign ones are refused.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use spariglio_files::run_dir::shard_name;
use spariglio_files::{ShardEntry, sha256_of_file};

use crate::dataset::DataSet;
use crate::error::SelfplayError;
use crate::generate::Job;
use crate::hands::whole_hands;
use crate::row::hand_id;
use crate::shard::{ShardError, count_rows, groups, read_origin};

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
    let rows = match rows_of_each_hand_once(set, job, shard) {
        Ok(Some(rows)) => rows,
        Ok(None) => return Ok(None),
        Err(error) => return missing_or_damaged(error),
    };
    let mut others = [None, None];
    for (kind, path) in [set.records_path(shard), set.games_path(shard)].into_iter().enumerate() {
        let Some(path) = path else { continue };
        let count = if kind == 0 {
            records_in(&path)
        } else {
            count_rows(&path).ok()
        };
        if count != Some(u64::from(hands)) {
            return Ok(None);
        }
        others[kind] = Some(sha256_of_file(&path)?.1);
    }
    let [records_sha256, games_sha256] = others;
    let (bytes, sha256) = sha256_of_file(&path)?;
    Ok(Some(ShardEntry {
        file: shard_name(shard),
        hands: origin.hands,
        rows,
        bytes,
        sha256,
        records_sha256,
        games_sha256,
    }))
}

/// The number of rows, if they are those of the hands of the shard, each whole and there once. Without a manifest nothing
/// else says how many rows there were.
fn rows_of_each_hand_once(set: &DataSet, job: &Job, shard: u32) -> Result<Option<u64>, ShardError> {
    let path = set.shard_path(shard);
    let (mut count, mut found) = (0, Vec::new());
    for rows in groups(&path, &set.fingerprint)? {
        let rows = rows?;
        let Ok(hands) = whole_hands(&path, &rows, &job.game) else {
            return Ok(None);
        };
        found.extend(hands.iter().map(|hand| rows.hand[hand.rows.start]));
        count += rows.len() as u64;
    }
    found.sort_unstable();
    let expected = (0..job.data.hands_per_shard).map(|index| hand_id(job.generation, shard, index));
    Ok(expected.eq(found).then_some(count))
}

/// The number of records in a compressed file, if it is whole.
fn records_in(path: &Path) -> Option<u64> {
    let text = BufReader::new(zstd::Decoder::new(File::open(path).ok()?).ok()?);
    text.split(b'\n').try_fold(0, |count, line| line.is_ok().then_some(count + 1))
}

/// `None` if the shard is missing or damaged, so that it is played; any other error stops the run.
fn missing_or_damaged(error: ShardError) -> Result<Option<ShardEntry>, SelfplayError> {
    match error {
        ShardError::Damaged { .. } => Ok(None),
        ShardError::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
        other => Err(other.into()),
    }
}
