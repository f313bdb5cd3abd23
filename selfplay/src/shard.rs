//! A shard: one Parquet file of training rows with one fingerprint, from one place of a run.
//!
//! Invariant: the bytes of a shard depend on its rows, its fingerprint and its origin alone.

mod error;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use spariglio_files::Source;

pub use error::ShardError;
pub use read::{check_counts, read_listed, read_origin, read_shard};
pub use write::encode;

/// Where a shard comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// What its rows were made from.
    pub source: Source,
    /// Number of the shard in its data set.
    pub shard: u32,
    /// Hands in the shard.
    pub hands: u32,
}
