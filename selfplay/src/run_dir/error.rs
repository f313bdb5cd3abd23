//! What can go wrong with a run directory.

use std::path::{Path, PathBuf};

/// A run directory that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunDirError {
    /// The file system refused.
    #[error("{path}: cannot {action}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system says.
        source: std::io::Error,
    },
    /// Another process works there.
    #[error("{path}: another process is working in this run directory; wait for it or choose another directory")]
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// `run.toml` is no run file.
    #[error("{path}: expected the description of a run, found: {text}")]
    NoRun {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        text: String,
    },
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

impl RunDirError {
    /// `action` on `path` failed.
    pub fn io(path: &Path, action: &'static str, source: std::io::Error) -> RunDirError {
        RunDirError::Io {
            path: path.to_path_buf(),
            action,
            source,
        }
    }
}
