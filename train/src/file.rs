//! Reading, writing and removing files, with errors that name them. What is written is whole when it has its name.

use std::fs;
use std::path::Path;

use spariglio_selfplay::run_dir::write_whole;

use crate::error::TrainError;

/// Writes `bytes` to `path`; a reader sees the old file or the new one, never a part.
///
/// # Errors
/// The folder is missing or not writable, or the disk is full.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    Ok(write_whole(path, bytes)?)
}

/// Reads all of `path`.
///
/// # Errors
/// The file is missing or not readable.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, TrainError> {
    fs::read(path).map_err(|error| TrainError::file(path, format!("cannot be read: {error}")))
}

/// Makes the folder `path` and those above it.
///
/// # Errors
/// Not permitted, or a file is in the way.
pub(crate) fn make_folder(path: &Path) -> Result<(), TrainError> {
    fs::create_dir_all(path).map_err(|error| TrainError::file(path, format!("cannot be made a folder: {error}")))
}

/// Removes `path` if it is there.
///
/// # Errors
/// It is there and cannot be removed.
pub(crate) fn remove(path: &Path) -> Result<(), TrainError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(TrainError::file(path, format!("cannot be removed: {error}")))
        }
        _ => Ok(()),
    }
}
