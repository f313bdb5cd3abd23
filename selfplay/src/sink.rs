//! A file that is hashed while it is written piece by piece.

use std::io::{self, Write};
use std::path::Path;

use spariglio_files::FileError;
use spariglio_files::hash::Hasher;
use spariglio_files::whole::WholeFile;

/// A file in the making, with the length and the hash of its bytes so far.
pub(crate) struct Sink {
    file: WholeFile,
    hasher: Hasher,
    bytes: u64,
}

impl Sink {
    /// Begins the file `path`.
    ///
    /// # Errors
    /// As [`WholeFile::create`].
    pub(crate) fn create(path: &Path) -> Result<Sink, FileError> {
        Ok(Sink { file: WholeFile::create(path)?, hasher: Hasher::default(), bytes: 0 })
    }

    /// The length and the SHA-256 of the bytes so far.
    pub(crate) fn sums(&self) -> (u64, String) {
        (self.bytes, self.hasher.clone().hex())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// As [`WholeFile::finish`].
    pub(crate) fn finish(self) -> Result<(), FileError> {
        self.file.finish()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
