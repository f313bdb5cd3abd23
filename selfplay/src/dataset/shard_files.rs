//! The files of one shard while its hands are written.
//!
//! Invariant: the shard gets its name last, so if it exists, so do its records, its games and its entry. The hashes of the
//! entry are those of the written bytes, so that later damage shows.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use parquet::arrow::ArrowWriter;
use spariglio_files::manifest::ShardEntry;
use spariglio_files::run_dir::shard_name;
use spariglio_files::sealed;
use spariglio_files::whole::make_folder;

use super::{DataSet, HandBatch};
use crate::error::SelfplayError;
use crate::games::writer;
use crate::shard::ShardWriter;
use crate::sink::Sink;

/// Compression level of records.
const RECORDS_LEVEL: i32 = 9;

/// A file in the making and its path, for messages.
struct Located<W> {
    path: PathBuf,
    writer: W,
}

/// The error of a file that cannot be written.
fn failed(path: &Path) -> impl Fn(&dyn Display) -> SelfplayError {
    let path = path.to_path_buf();
    move |error| SelfplayError::Encode { path: path.clone(), text: error.to_string() }
}

impl<W> Located<W> {
    /// Begins the file `path`; `begin` makes its writer.
    fn create<E: Display>(
        path: PathBuf,
        begin: impl FnOnce(Sink) -> Result<W, E>,
    ) -> Result<Located<W>, SelfplayError> {
        let writer = begin(Sink::create(&path)?).map_err(|error| failed(&path)(&error))?;
        Ok(Located { path, writer })
    }

    /// Does something with the writer.
    fn with<T, E: Display>(&mut self, act: impl FnOnce(&mut W) -> Result<T, E>) -> Result<T, SelfplayError> {
        act(&mut self.writer).map_err(|error| failed(&self.path)(&error))
    }

    /// Ends the file; `end` writes its rest. Returns its length and its hash.
    fn finish<E: Display>(self, end: impl FnOnce(W) -> Result<Sink, E>) -> Result<(u64, String), SelfplayError> {
        let sink = end(self.writer).map_err(|error| failed(&self.path)(&error))?;
        let sums = sink.sums();
        sink.finish()?;
        Ok(sums)
    }
}

/// The files of a shard.
pub(super) struct ShardFiles {
    shard: u32,
    rows: Located<ShardWriter<Sink>>,
    records: Option<Located<zstd::Encoder<'static, Sink>>>,
    games: Option<Located<ArrowWriter<Sink>>>,
}

impl ShardFiles {
    /// Begins the files of a shard.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(super) fn create(set: &DataSet, shard: u32) -> Result<ShardFiles, SelfplayError> {
        let begin = |sink| ShardWriter::new(sink, &set.fingerprint, &set.source, set.inputs);
        let rows = Located::create(set.shard_path(shard), begin)?;
        let begin = |sink| zstd::Encoder::new(sink, RECORDS_LEVEL);
        let records = set.records_path(shard).map(|path| Located::create(path, begin));
        let begin = |sink| writer(sink, &set.fingerprint);
        let games = set.games_path(shard).map(|path| Located::create(path, begin));
        Ok(ShardFiles { shard, rows, records: records.transpose()?, games: games.transpose()? })
    }

    /// Adds the next hands.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn push(&mut self, batch: HandBatch) -> Result<(), SelfplayError> {
        if let Some(file) = &mut self.records {
            file.with(|writer| writer.write_all(batch.records.as_bytes()))?;
        }
        if let (Some(file), Some(games)) = (&mut self.games, &batch.games) {
            file.with(|writer| writer.write(games))?;
        }
        self.rows.with(|writer| writer.push(batch.rows, batch.hands))
    }

    /// Ends the files and gives them their names.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn finish(self, set: &DataSet) -> Result<ShardEntry, SelfplayError> {
        let records = self.records.map(|file| file.finish(zstd::Encoder::finish)).transpose()?;
        let games = self.games.map(|file| file.finish(ArrowWriter::into_inner)).transpose()?;
        let (hands, rows) = self.rows.writer.counts();
        let Located { path, writer } = self.rows;
        let sink = writer.finish(self.shard).map_err(|error| failed(&path)(&error))?;
        let (bytes, sha256) = sink.sums();
        let entry = ShardEntry {
            file: shard_name(self.shard),
            hands,
            rows,
            bytes,
            sha256,
            records_sha256: records.map(|(_, sha256)| sha256),
            games_sha256: games.map(|(_, sha256)| sha256),
        };
        let stated = set.entry_path(self.shard);
        make_folder(stated.parent().unwrap_or(&stated))?;
        sealed::write(&stated, &entry)?;
        sink.finish()?;
        Ok(entry)
    }
}
