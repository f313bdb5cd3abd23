//! Writes a data set: shards, optional records and games, manifest and card.
//!
//! Invariant: the hands of one stretch are made while the previous stretch is encoded and written, both on the threads
//! of one pool. At most two stretches and a row group are in memory, however many hands a shard has. The bytes do not
//! depend on the threads.

mod shard_files;

use std::path::PathBuf;

use arrow_array::RecordBatch;
use spariglio_engine::Game;
use spariglio_files::manifest::{ShardEntry, Source};
use spariglio_files::run_dir::{WRITTEN, entry_name, games_name, records_name, shard_name};
use spariglio_files::whole::{is_there, write_whole};
use spariglio_files::{FileError, Fingerprint, Manifest, pool, sealed};

use crate::card::{CARD_FILE, CROISSANT_FILE, Made, card, croissant};
use crate::error::SelfplayError;
use crate::games::{GameRows, VOCABULARY_FILE, vocabulary};
use crate::row::{SCHEMA_VERSION, Shape, ShardRows};
use crate::shard::{GROUP_HANDS, Origin};
use shard_files::ShardFiles;

/// The most hands of a stretch. It is large so that many threads finish a stretch together.
pub(crate) const STRETCH: u32 = 512;

/// Target number of batches per stretch.
const BATCHES: u32 = 128;

/// The hands per batch of a shard. They divide those after which a row group may end.
pub(crate) fn batch_size(hands_per_shard: u32) -> u32 {
    let size = (hands_per_shard.min(STRETCH) / BATCHES).max(1).next_power_of_two();
    size.min(GROUP_HANDS)
}

/// Consecutive hands of a shard.
pub(crate) struct HandBatch {
    /// Number of hands.
    pub hands: u32,
    /// Their rows.
    pub rows: ShardRows,
    /// Their records, one per line; empty if none are wanted.
    pub records: String,
    /// Their games, if they are wanted.
    pub games: Option<RecordBatch>,
}

/// Some consecutive hands of a shard, as many as are in memory at once.
pub(crate) struct Stretch {
    /// The shard's number.
    pub shard: u32,
    /// Its hands, in order.
    pub batches: Vec<HandBatch>,
    /// Whether the shard ends with them.
    pub is_last: bool,
}

/// A data set that is being written.
pub(crate) struct DataSet {
    pub fingerprint: Fingerprint,
    /// Whether rows have inputs.
    pub inputs: bool,
    pub source: Source,
    /// Folder of the generation.
    pub folder: PathBuf,
    /// Whether the hands are also written as records.
    pub records: bool,
    /// Whether the hands are also written as games.
    pub games: bool,
    /// What made it, for its card.
    pub made: Made,
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
        self.records.then(|| self.folder.join(records_name(shard)))
    }

    pub(crate) fn games_path(&self, shard: u32) -> Option<PathBuf> {
        self.games.then(|| self.folder.join(games_name(shard)))
    }

    /// Rows of the table of games, without any yet; `None` if games are not wanted.
    pub(crate) fn game_rows(&self) -> Option<GameRows> {
        let rows = || GameRows::new(self.shape(), &self.fingerprint.rules, &self.run());
        self.games.then(rows)
    }

    /// The file of a shard's entry, until a manifest states it.
    pub(crate) fn entry_path(&self, shard: u32) -> PathBuf {
        self.folder.join(entry_name(shard))
    }

    /// The entry of a shard that was written; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or was changed.
    pub(crate) fn written(&self, shard: u32) -> Result<Option<ShardEntry>, FileError> {
        sealed::load_if_there(&self.entry_path(shard))
    }

    fn run(&self) -> String {
        self.source.run(&self.fingerprint, self.inputs)
    }

    /// The origin of a shard with `hands` hands.
    pub(crate) fn origin(&self, shard: u32, hands: u32) -> Origin {
        Origin { source: self.source.clone(), shard, hands }
    }

    /// Writes the shards whose stretches `next` makes, until it returns `None`. Uses a pool of `threads` threads; 0
    /// means one per core.
    ///
    /// # Errors
    /// If `next` fails or a file cannot be written. Finished shards stay.
    pub(crate) fn write(
        &self,
        threads: usize,
        next: impl FnMut() -> Result<Option<Stretch>, SelfplayError> + Send,
    ) -> Result<Vec<(u32, ShardEntry)>, SelfplayError> {
        pool(threads)?.install(|| self.write_in_pool(next))
    }

    fn write_in_pool(
        &self,
        mut next: impl FnMut() -> Result<Option<Stretch>, SelfplayError> + Send,
    ) -> Result<Vec<(u32, ShardEntry)>, SelfplayError> {
        let (mut written, mut open) = (Vec::new(), None);
        let mut made = next()?;
        while let Some(stretch) = made {
            let (entry, following) = rayon::join(|| self.write_stretch(&mut open, stretch), &mut next);
            written.extend(entry?);
            made = following?;
        }
        Ok(written)
    }

    /// Writes a stretch of a shard, whose files are `open` if it is not the first one. Returns the number and the entry
    /// of a shard that is finished.
    fn write_stretch(
        &self,
        open: &mut Option<ShardFiles>,
        stretch: Stretch,
    ) -> Result<Option<(u32, ShardEntry)>, SelfplayError> {
        let mut files = match open.take() {
            Some(files) => files,
            None => ShardFiles::create(self, stretch.shard)?,
        };
        for batch in stretch.batches {
            files.push(batch)?;
        }
        if stretch.is_last {
            return files.finish(self).map(|entry| Some((stretch.shard, entry)));
        }
        *open = Some(files);
        Ok(None)
    }

    /// Writes the card, for people and for programs, and the manifest of `shards`, unless they exist.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn finish(&self, game: &Game, shards: Vec<ShardEntry>) -> Result<Manifest, SelfplayError> {
        let manifest = Manifest {
            schema_version: SCHEMA_VERSION,
            run: self.run(),
            fingerprint: self.fingerprint.clone(),
            inputs: self.inputs,
            source: self.source.clone(),
            hands: shards.iter().map(|shard| u64::from(shard.hands)).sum(),
            rows: shards.iter().map(|shard| shard.rows).sum(),
            shards,
        };
        let is_new = Manifest::read(&self.folder).ok().as_ref() != Some(&manifest);
        let cards =
            [(CARD_FILE, card(game, &manifest, &self.made)), (CROISSANT_FILE, croissant(&manifest, &self.made))];
        for (name, text) in cards {
            // Keeps a card that somebody has edited.
            let file = self.folder.join(name);
            if is_new || !is_there(&file)? {
                write_whole(&file, text)?;
            }
        }
        if self.games {
            write_whole(&self.folder.join(VOCABULARY_FILE), vocabulary(game))?;
        }
        if is_new {
            manifest.write(&self.folder)?;
        }
        let entries = self.folder.join(WRITTEN);
        if is_there(&entries)? {
            std::fs::remove_dir_all(&entries).map_err(|source| FileError::io(&entries, "remove", source))?;
        }
        Ok(manifest)
    }
}
