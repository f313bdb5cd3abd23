//! A shard: one Parquet file of training rows with one fingerprint, from one place of a run.
//!
//! Invariant: the bytes of a shard depend on its rows, its fingerprint and its origin alone.

mod error;
mod read;
mod write;

use serde::{Deserialize, Serialize};

pub use error::ShardError;
pub use read::{read_origin, read_shard};
pub use write::encode;

/// Where a shard comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Seed of the run.
    pub seed: u64,
    /// Generation of the data.
    pub generation: u32,
    /// Number of the shard in its generation.
    pub shard: u32,
    /// Hands in the shard.
    pub hands: u32,
    /// Hash of everything that decides the shard's rows beside its place: agents and exploration.
    pub recipe: String,
}
