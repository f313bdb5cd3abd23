//! A shard: one Parquet file of training rows with one fingerprint, from one place of a run.
//!
//! Invariant: the bytes of a shard depend only on its rows, its fingerprint and its origin.

mod error;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use spariglio_files::manifest::Source;

pub use error::ShardError;
pub use read::{check_counts, read_fingerprint, read_listed, read_origin, read_shard};
pub(crate) use write::{GROUP_HANDS, properties};
pub use write::{ShardWriter, encode};

/// The origin of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The source of its rows.
    pub source: Source,
    /// Number of the shard in its data set.
    pub shard: u32,
    /// Number of hands in the shard.
    pub hands: u32,
}
