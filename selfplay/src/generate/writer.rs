//! The writing thread: hands to rows to bytes to files, in the order in which the shards come.

use std::sync::mpsc::Receiver;

use spariglio_engine::record::HandRecord;
use spariglio_files::run_dir::shard_name;
use spariglio_files::{ShardEntry, sha256_hex, write_whole};

use super::Filling;
use crate::error::SelfplayError;
use crate::hand::PlayedHand;
use crate::row::ShardRows;
use crate::shard::encode;

/// Compression level of records.
const RECORDS_LEVEL: i32 = 9;

/// Writes shards of one generation.
pub(super) struct Writer<'a> {
    filling: &'a Filling<'a>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(filling: &'a Filling<'a>) -> Writer<'a> {
        Writer { filling }
    }

    /// Writes every shard that comes until the sender is dropped.
    ///
    /// # Errors
    /// A file cannot be written; the receiver is dropped then, which stops the players.
    pub(super) fn write_all(
        &self,
        shards: Receiver<(u32, Vec<PlayedHand>)>,
    ) -> Result<Vec<(u32, ShardEntry)>, SelfplayError> {
        shards
            .into_iter()
            .map(|(shard, hands)| Ok((shard, self.write(shard, &hands)?)))
            .collect()
    }

    /// Records first: a shard that is there has its records.
    fn write(&self, shard: u32, hands: &[PlayedHand]) -> Result<ShardEntry, SelfplayError> {
        let failed = |text: String| SelfplayError::Encode { shard, text };
        let filling = self.filling;
        let mut records_sha256 = None;
        if let Some(path) = filling.records_path(shard) {
            let bytes = self.records(hands).map_err(|e| failed(e.to_string()))?;
            write_whole(&path, &bytes)?;
            records_sha256 = Some(sha256_hex(&bytes));
        }
        let mut rows = ShardRows::new(&filling.fingerprint);
        hands.iter().flat_map(|hand| &hand.rows).for_each(|row| rows.push(row));
        let bytes = encode(&rows, &filling.fingerprint, &filling.job.origin(shard))
            .map_err(|error| failed(error.to_string()))?;
        write_whole(&filling.shard_path(shard), &bytes)?;
        Ok(ShardEntry {
            file: shard_name(shard),
            hands: hands.len() as u32,
            rows: rows.len() as u64,
            bytes: bytes.len() as u64,
            sha256: sha256_hex(&bytes),
            records_sha256,
        })
    }

    /// The hands as compressed JSON Lines.
    fn records(&self, hands: &[PlayedHand]) -> std::io::Result<Vec<u8>> {
        let text: String = hands.iter().map(|hand| self.record(hand) + "\n").collect();
        zstd::encode_all(text.as_bytes(), RECORDS_LEVEL)
    }

    fn record(&self, hand: &PlayedHand) -> String {
        let game = &self.filling.job.game;
        let seats = hand.rows.iter().map(|row| usize::from(row.seat));
        let turns = seats.zip(hand.actions.iter().copied());
        HandRecord::played(game.clone(), hand.deal, turns, Some(&hand.score)).to_line()
    }
}
