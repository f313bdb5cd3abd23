//! The source of exported records: reads files one after the other, and checks each line as `spariglio replay` does.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use spariglio_engine::Game;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_files::FileError;
use spariglio_files::hash::sha256_of_file;
use spariglio_files::manifest::RecordsFile;
use spariglio_files::records::{open, read_line};

use crate::error::SelfplayError;

/// A checked record with its file and line.
pub(super) struct LocatedRecord {
    pub record: HandRecord,
    file: Arc<str>,
    line: usize,
}

impl LocatedRecord {
    /// The error of a record that does not belong in this data set.
    pub(super) fn error(&self, field: &'static str, expected: impl Into<String>, found: String) -> SelfplayError {
        SelfplayError::Record {
            file: self.file.to_string(),
            line: self.line,
            field,
            expected: expected.into(),
            found,
        }
    }
}

/// The records of some files.
pub(super) struct RecordSource<'a> {
    files: std::slice::Iter<'a, PathBuf>,
    reading: Option<Reading>,
    line: Vec<u8>,
    /// The game of all records, and its origin as a text.
    game: Option<(Arc<Game>, String)>,
}

/// A file that is being read.
struct Reading {
    name: Arc<str>,
    source: Box<dyn BufRead + Send>,
    replayer: Replayer,
}

impl<'a> RecordSource<'a> {
    /// The records of `files`. All must be of `game`, or of the first record's game if it is `None`.
    pub(super) fn new(files: &'a [PathBuf], game: Option<Arc<Game>>) -> RecordSource<'a> {
        RecordSource {
            files: files.iter(),
            reading: None,
            line: Vec::new(),
            game: game.map(|game| (game, "as requested".to_owned())),
        }
    }

    /// The next record; `None` after the last.
    ///
    /// # Errors
    /// If a file cannot be read, or a record is invalid or of another rule set.
    pub(super) fn next(&mut self) -> Result<Option<LocatedRecord>, SelfplayError> {
        loop {
            let Some(reading) = &mut self.reading else {
                let Some(path) = self.files.next() else { return Ok(None) };
                self.reading = Some(Reading::open(path)?);
                continue;
            };
            match reading.next(&mut self.line)? {
                Some(located) => return self.checked(located).map(Some),
                None => self.reading = None,
            }
        }
    }

    /// Returns the record if it is of the common game.
    fn checked(&mut self, located: LocatedRecord) -> Result<LocatedRecord, SelfplayError> {
        let game = located.record.game();
        let (expected, from) = self.game.get_or_insert_with(|| {
            let from = format!("as in {}, line {}", located.file, located.line);
            (game.clone(), from)
        });
        if Arc::ptr_eq(expected, game) || expected.fingerprint() == game.fingerprint() {
            return Ok(located);
        }
        let named = |game: &Game| format!("{} ({:016x})", game.rules().name, game.fingerprint());
        Err(located.error("rules", format!("{} {from}", named(expected)), named(game)))
    }
}

impl Reading {
    fn open(path: &Path) -> Result<Reading, SelfplayError> {
        let source = open(path).map_err(|source| FileError::io(path, "read", source))?;
        Ok(Reading { name: path.display().to_string().into(), source, replayer: Replayer::new(false) })
    }

    fn next(&mut self, line: &mut Vec<u8>) -> Result<Option<LocatedRecord>, SelfplayError> {
        let more = read_line(self.source.as_mut(), line).map_err(|source| SelfplayError::Unreadable {
            file: self.name.to_string(),
            line: self.replayer.lines() + 1,
            source,
        })?;
        if !more {
            return Ok(None);
        }
        let record = self.replayer.feed(line).map_err(|error| error.with_file(&*self.name))?;
        Ok(Some(LocatedRecord { record, file: self.name.clone(), line: self.replayer.lines() }))
    }
}

/// A file's name and hash.
///
/// # Errors
/// If it cannot be read.
pub(super) fn hashed(path: &Path) -> Result<RecordsFile, SelfplayError> {
    let (_, sha256) = sha256_of_file(path)?;
    Ok(RecordsFile {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        sha256,
    })
}
