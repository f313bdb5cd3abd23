//! Errors of shards. Each text names the file, and the column if there is one.

use std::path::{Path, PathBuf};

use spariglio_files::FileError;

/// A shard that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file is missing or cannot be read.
    #[error("{path}: cannot be read: {source}")]
    Io {
        /// The shard.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// As [`ShardError::Io`], in another part of the program.
    #[error(transparent)]
    File(#[from] FileError),
    /// The bytes are not a whole Parquet file.
    #[error("{path}: not a whole Parquet file (truncated or damaged): {text}")]
    Damaged {
        /// The shard.
        path: PathBuf,
        /// The Parquet reader's message.
        text: String,
    },
    /// The file is Parquet, but not a shard of this program.
    #[error("{path}: {what}: expected {expected}, found {found}")]
    Unexpected {
        /// The shard.
        path: PathBuf,
        /// The column or metadata key.
        what: String,
        /// The value that a shard has there.
        expected: String,
        /// The value in the file.
        found: String,
    },
    /// The shard was made for another rule set, version of the inputs or action encoding.
    #[error("{path}: the shard does not match: {difference}")]
    Mismatch {
        /// The shard.
        path: PathBuf,
        /// Every difference.
        difference: String,
    },
}

impl ShardError {
    /// The error if the Parquet reader fails.
    pub(crate) fn damaged(path: &Path, error: impl std::fmt::Display) -> ShardError {
        ShardError::Damaged { path: path.to_path_buf(), text: error.to_string() }
    }

    /// The error if `what` differs from a shard's.
    pub(crate) fn unexpected(
        path: &Path,
        what: impl std::fmt::Display,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) -> ShardError {
        ShardError::Unexpected {
            path: path.to_path_buf(),
            what: what.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}
