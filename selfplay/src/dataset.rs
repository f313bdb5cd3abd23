//! Writes a data set: shards, optional records, manifest and card.
//!
//! Invariant: the rows of one shard are made while the previous shard is encoded and written, both on the threads of
//! one pool. At most two shards are in memory. The bytes do not depend on the threads.

use std::path::PathBuf;

use spariglio_files::run_dir::shard_name;
use spariglio_files::whole::{is_there, write_whole};
use spariglio_files::{Fingerprint, Manifest, ShardEntry, Source, pool, sha256_hex};

use crate::card::{CARD_FILE, card};
use crate::error::SelfplayError;
use crate::row::{SCHEMA_VERSION, Shape, ShardRows};
use crate::shard::{Origin, encode};

/// Compression level of records.
const RECORDS_LEVEL: i32 = 9;

/// Consecutive hands of a shard.
pub(crate) struct HandBatch {
    /// Number of hands.
    pub hands: u32,
    /// Their rows.
    pub rows: ShardRows,
    /// Their records, one per line; empty if none are wanted.
    pub records: String,
}

/// All hands of a shard.
pub(crate) struct ShardHands {
    /// The shard's number.
    pub shard: u32,
    /// Its hands, in order.
    pub batches: Vec<HandBatch>,
}

/// A data set that is being written.
pub(crate) struct DataSet {
    pub fingerprint: Fingerprint,
    /// Whether rows have inputs.
    pub inputs: bool,
    pub source: Source,
    /// Folder of the shards.
    pub folder: PathBuf,
    /// Folder of the records, if they are wanted.
    pub records: Option<PathBuf>,
}

impl DataSet {
    /// The shape of its rows.
    pub(crate) fn shape(&self) -> Shape {
        Shape::new(&self.fingerprint, self.inputs)
    }

    pub(crate) fn shard_path(&self, shard: u32) -> PathBuf {
        self.folder.join(shard_name(shard))
    }

    pub(crate) fn records_path(&self, shard: u32) -> Option<PathBuf> {
        let name = format!("shard-{shard:05}.jsonl.zst");
        self.records.as_ref().map(|folder| folder.join(name))
    }

    /// The origin of a shard with `hands` hands.
    pub(crate) fn origin(&self, shard: u32, hands: u32) -> Origin {
        Origin { source: self.source.clone(), shard, hands }
    }

    /// Writes the shards that `next` makes, until it returns `None`. Uses a pool of `threads` threads; 0 means one per
    /// core.
    ///
    /// # Errors
    /// If `next` fails or a file cannot be written. Finished shards stay.
    pub(crate) fn write(
        &self,
        threads: usize,
        next: impl FnMut() -> Result<Option<ShardHands>, SelfplayError> + Send,
    ) -> Result<Vec<(u32, ShardEntry)>, SelfplayError> {
        pool(threads)?.install(|| self.write_in_pool(next))
    }

    fn write_in_pool(
        &self,
        mut next: impl FnMut() -> Result<Option<ShardHands>, SelfplayError> + Send,
    ) -> Result<Vec<(u32, ShardEntry)>, SelfplayError> {
        let mut written = Vec::new();
        let mut made = next()?;
        while let Some(hands) = made {
            let (entry, following) = rayon::join(|| self.write_shard(hands), &mut next);
            written.push(entry?);
            made = following?;
        }
        Ok(written)
    }

    /// Writes the records first: if a shard exists, so do its records.
    fn write_shard(&self, ShardHands { shard, batches }: ShardHands) -> Result<(u32, ShardEntry), SelfplayError> {
        let failed = |text: String| SelfplayError::Encode { shard, text };
        let hands = batches.iter().map(|batch| batch.hands).sum();
        let (records, rows): (Vec<_>, Vec<_>) = batches.into_iter().map(|batch| (batch.records, batch.rows)).unzip();
        let mut records_sha256 = None;
        if let Some(path) = self.records_path(shard) {
            let bytes = zstd::encode_all(records.concat().as_bytes(), RECORDS_LEVEL);
            let bytes = bytes.map_err(|error| failed(error.to_string()))?;
            write_whole(&path, &bytes)?;
            records_sha256 = Some(sha256_hex(&bytes));
        }
        let mut all = ShardRows::new(self.shape());
        all.append(&rows);
        drop((records, rows));
        let count = all.len() as u64;
        let bytes = encode(all, &self.fingerprint, &self.origin(shard, hands));
        let bytes = bytes.map_err(|error| failed(error.to_string()))?;
        write_whole(&self.shard_path(shard), &bytes)?;
        let entry = ShardEntry {
            file: shard_name(shard),
            hands,
            rows: count,
            bytes: bytes.len() as u64,
            sha256: sha256_hex(&bytes),
            records_sha256,
        };
        Ok((shard, entry))
    }

    /// Writes the card and the manifest of `shards`, unless they exist.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn finish(&self, shards: Vec<ShardEntry>) -> Result<Manifest, SelfplayError> {
        let manifest = Manifest {
            schema_version: SCHEMA_VERSION,
            fingerprint: self.fingerprint.clone(),
            inputs: self.inputs,
            source: self.source.clone(),
            hands: shards.iter().map(|shard| u64::from(shard.hands)).sum(),
            rows: shards.iter().map(|shard| shard.rows).sum(),
            shards,
        };
        let card_file = self.folder.join(CARD_FILE);
        let is_new = Manifest::read(&self.folder).ok().as_ref() != Some(&manifest);
        // Keeps a card that somebody has edited.
        if is_new || !is_there(&card_file)? {
            write_whole(&card_file, card(&manifest))?;
        }
        if is_new {
            manifest.write(&self.folder)?;
        }
        Ok(manifest)
    }
}
