//! Errors of a run directory.

use std::path::PathBuf;

use crate::whole::FileError;

/// A run directory that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunDirError {
    /// A file or folder cannot be read or written, or `run.toml` is no run file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The directory holds another run.
    #[error(
        "{path}: the directory holds another run; choose another directory, or the settings of this one:\n{difference}"
    )]
    OtherRun {
        /// The run file.
        path: PathBuf,
        /// One line for each differing key.
        difference: String,
    },
}
