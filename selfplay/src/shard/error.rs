//! What can be wrong with a shard: every text names the file, and the column where there is one.

use std::path::{Path, PathBuf};

/// A shard that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file is missing or cannot be read.
    #[error("{path}: cannot be read: {source}")]
    Io {
        /// The shard.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The bytes are no whole Parquet file.
    #[error("{path}: not a whole Parquet file (truncated or damaged): {text}")]
    Damaged {
        /// The shard.
        path: PathBuf,
        /// What the Parquet reader says.
        text: String,
    },
    /// The file is Parquet, but not a shard of this program.
    #[error("{path}: {what}: expected {expected}, found {found}")]
    Unexpected {
        /// The shard.
        path: PathBuf,
        /// The column or metadata key.
        what: String,
        /// What a shard has there.
        expected: String,
        /// What the file has.
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
    /// The Parquet reader gave up.
    pub(crate) fn damaged(path: &Path, error: impl std::fmt::Display) -> ShardError {
        ShardError::Damaged {
            path: path.to_path_buf(),
            text: error.to_string(),
        }
    }

    /// `what` is not as it is in a shard.
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
