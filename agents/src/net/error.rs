//! Errors of reading a network: each names the file, the field or tensor, and the expected value.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a network cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// A folder is neither a network's nor a run's.
    #[error(
        "{}: expected the folder of a network (meta.json and model.safetensors), or a run directory (nets/best.json or nets/gen-NNNN), \
         found none of them", folder.display()
    )]
    NoNetwork {
        /// The folder.
        folder: PathBuf,
    },
    /// The file that names the best network of a run is invalid.
    #[error("{}: expected {{\"generation\": N, \"path\": FOLDER}}: {reason}", path.display())]
    Best {
        /// The file.
        path: PathBuf,
        /// The defect.
        reason: String,
    },
    /// A file of the network cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// An agent names no network, and none ships for its rule set.
    #[error(
        "option `net`: expected a folder, because no network ships for `{rules}` with these rules (networks ship for {shipped}); train \
         one with `spariglio learn CONFIG --out DIR` and give `net=DIR/nets/gen-NNNN` (docs/explanation/learning.md){other}"
    )]
    NotShipped {
        /// Name of the rule set.
        rules: String,
        /// Advice about a shipped network with the same inputs; may be empty.
        other: String,
        /// The rule sets that have a shipped network.
        shipped: String,
    },
    /// The description of the network is invalid.
    #[error("{}: not a network's description: {reason}", path.display())]
    Meta {
        /// The file.
        path: PathBuf,
        /// The defect.
        reason: String,
    },
    /// A field of the description, or the hash of the weights, is not the expected one.
    #[error("{}: `{field}` is {found}, expected {expected}", path.display())]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// The field that differs.
        field: &'static str,
        /// The value that this program and game need.
        expected: String,
        /// The value in the file.
        found: String,
    },
    /// The file of tensors is truncated or is not a safetensors file.
    #[error("{}: not a safetensors file, or truncated: {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The defect.
        reason: String,
    },
    /// A tensor is missing, or does not have the type, shape or numbers that the network needs.
    #[error("{}: tensor `{tensor}`: expected {expected}, found {found}", path.display())]
    Tensor {
        /// The file.
        path: PathBuf,
        /// The tensor.
        tensor: String,
        /// The expected type, shape or numbers.
        expected: String,
        /// The tensor in the file.
        found: String,
    },
}

impl NetError {
    /// A field of `path` that does not fit this program or game.
    pub(super) fn mismatch(path: &Path, field: &'static str, expected: String, found: String) -> NetError {
        NetError::Mismatch { path: path.to_owned(), field, expected, found }
    }

    /// The description of a network in `path` is invalid.
    pub(super) fn meta(path: &Path, error: impl std::fmt::Display) -> NetError {
        NetError::Meta { path: path.to_owned(), reason: error.to_string() }
    }

    /// An error of reading `path`.
    pub(super) fn read(path: &Path, source: io::Error) -> NetError {
        NetError::Read { path: path.to_owned(), source }
    }
}
