//! A file that is written piece by piece and gets its name when it is whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{FileError, destination, folder_of, make_folder, temporary};

/// A file in the making. If it is dropped before [`WholeFile::finish`], nothing is left of it.
#[derive(Debug)]
pub struct WholeFile {
    /// The name that the caller gave, for messages.
    path: PathBuf,
    destination: PathBuf,
    temporary: PathBuf,
    /// `None` after it was renamed.
    file: Option<File>,
}

impl WholeFile {
    /// Begins the file `path`, in the way of [`super::write_whole`].
    ///
    /// # Errors
    /// As [`super::write_whole`].
    pub fn create(path: &Path) -> Result<WholeFile, FileError> {
        WholeFile::begin(path, |path| File::create(path))
    }

    /// Begins the file `path`; `create` makes the temporary one.
    pub(super) fn begin(path: &Path, create: impl FnOnce(&Path) -> io::Result<File>) -> Result<WholeFile, FileError> {
        let destination = destination(path)?;
        make_folder(folder_of(&destination))?;
        let temporary = temporary(&destination);
        let file = create(&temporary).map_err(|source| FileError::io(path, "write", source))?;
        Ok(WholeFile { path: path.to_path_buf(), destination, temporary, file: Some(file) })
    }

    /// Gives the file its name, after all bytes are safe.
    ///
    /// # Errors
    /// If the disk is full or the folder is not writable.
    pub fn finish(mut self) -> Result<(), FileError> {
        let synced = self.file.as_ref().map_or(Ok(()), File::sync_all);
        let renamed = synced.and_then(|()| fs::rename(&self.temporary, &self.destination));
        renamed.map_err(|source| FileError::io(&self.path, "write", source))?;
        self.file = None;
        sync_folder(folder_of(&self.destination))
    }
}

/// Waits until the names in a folder are safe. Windows opens no folder as a file; its file systems keep names in order.
fn sync_folder(folder: &Path) -> Result<(), FileError> {
    if cfg!(windows) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|source| FileError::io(folder, "sync", source))
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            // Only the first error is worth reporting; if the temporary file stays, the next start removes it.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_when_it_is_whole_and_leaves_nothing_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows/a");
        let names = || fs::read_dir(path.parent().expect("a folder")).expect("readable").count();
        let mut dropped = WholeFile::create(&path).expect("begun");
        dropped.write_all(b"lost").expect("written");
        assert!(!path.exists() && names() == 1);
        drop(dropped);
        assert_eq!(names(), 0);
        let mut file = WholeFile::create(&path).expect("begun");
        file.write_all(b"in ").expect("written");
        file.write_all(b"pieces").expect("written");
        file.finish().expect("finished");
        assert_eq!((fs::read(&path).expect("there"), names()), (b"in pieces".to_vec(), 1));
    }
}
