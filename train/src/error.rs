//! What can go wrong in training: every text names the file or the field, what was expected and what was found.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use spariglio_agents::net::NetError;
use spariglio_files::{ConfigError, FileError};
use spariglio_selfplay::ShardError;

/// An error of the training crate.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file or folder cannot be read or written, or does not hold what it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// A network cannot be started from.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A shard of the window cannot be used.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A file was made for something else: another rule set, configuration, data set or version.
    #[error("{path}: {field} does not match: expected {expected}, found {found}")]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: String,
        /// What this training needs.
        expected: String,
        /// What the file holds.
        found: String,
    },
    /// The window holds too little to train on.
    #[error("training data: expected {expected}, found {found}")]
    Data {
        /// What training needs.
        expected: String,
        /// What there is.
        found: String,
    },
    /// Training went wrong numerically.
    #[error(
        "generation {generation}, step {step}: the loss is {loss}; lower optimizer.learning_rate or optimizer.clip_norm"
    )]
    Diverged {
        /// The generation in training.
        generation: u32,
        /// The step whose loss was found not to be finite.
        step: u64,
        /// That loss.
        loss: f64,
    },
    /// The device that was asked for cannot be used.
    #[error("device: expected {expected}, found {found}")]
    Device {
        /// What was asked for.
        expected: String,
        /// What there is.
        found: String,
    },
}

impl TrainError {
    /// The contents of `path` are not as expected.
    pub(crate) fn file(path: &Path, text: impl Display) -> Self {
        FileError::contents(path, text).into()
    }

    /// `field` of `path` is not what it has to be.
    pub(crate) fn mismatch(path: &Path, field: impl Display, expected: impl Display, found: impl Display) -> Self {
        Self::Mismatch {
            path: path.to_path_buf(),
            field: field.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}
