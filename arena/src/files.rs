//! Reading and writing files: what has its final name is whole.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::ArenaError;

pub(crate) fn read(path: &Path) -> Result<String, ArenaError> {
    fs::read_to_string(path).map_err(|source| io(path, source))
}

/// The bytes of a file.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, ArenaError> {
    fs::read(path).map_err(|source| io(path, source))
}

/// The text of a file, or none where there is no such file.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<String>, ArenaError> {
    if path.exists() { read(path).map(Some) } else { Ok(None) }
}

/// Finds out whether a file can be written, before the work whose result it is to hold.
pub(crate) fn check_writable(path: &Path) -> Result<(), ArenaError> {
    if path.is_dir() {
        return Err(wrong(path, "expected the name of a file, found a folder"));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|source| io(folder, source))?;
    }
    let temporary = temporary(path);
    let tried = File::create(&temporary).and_then(|_| fs::remove_file(&temporary));
    tried.map_err(|source| io(path, source))
}

/// A name in the same folder that nobody else uses.
fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    PathBuf::from(name)
}

/// Writes under a temporary name, syncs, renames; makes the folder where it is missing.
pub(crate) fn write_whole(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), ArenaError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|source| io(folder, source))?;
    }
    let temporary = temporary(path);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(contents.as_ref()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|source| {
        // The first error is the one worth telling.
        let _ = fs::remove_file(&temporary);
        io(path, source)
    })
}

/// The files of a folder whose names begin and end so, in the order of their names.
pub(crate) fn listed(folder: &Path, start: &str, end: &str) -> Result<Vec<PathBuf>, ArenaError> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|source| io(folder, source))? {
        let path = entry.map_err(|source| io(folder, source))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(start) && name.ends_with(end) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The error that a file's contents are.
pub(crate) fn wrong(path: &Path, message: impl ToString) -> ArenaError {
    ArenaError::File {
        path: path.to_path_buf(),
        message: message.to_string(),
    }
}

fn io(path: &Path, source: std::io::Error) -> ArenaError {
    ArenaError::Io {
        path: path.to_path_buf(),
        source,
    }
}
