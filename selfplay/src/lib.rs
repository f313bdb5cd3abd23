//! Self-play: agents play hands against themselves on all cores, and every decision becomes a training row.
//!
//! [`generate`] fills one generation of a [`RunDir`] with Parquet shards and a manifest. A shard is a function of
//! (run seed, generation, shard) and the recipe alone: not of threads, time, machine or interruptions. Readers of the
//! shards use [`read_shard`].

#![forbid(unsafe_code)]

mod config;
mod error;
mod explore;
mod fingerprint;
mod generate;
mod hand;
pub mod manifest;
mod recipe;
pub mod row;
pub mod run_dir;
pub mod schema;
pub mod seed;
pub mod shard;

pub use config::{
    ConfigError, DataConfig, Exploration, PlayoutCap, RootNoise, RulesChoice, SelfplayConfig, check_number,
};
pub use error::SelfplayError;
pub use fingerprint::{ACTION_ENCODING, Fingerprint};
pub use generate::{Job, Progress, generate};
pub use manifest::{Manifest, ShardEntry};
pub use recipe::{Entrant, sha256_hex};
pub use row::Row;
pub use run_dir::{RunDir, RunDirError, RunFile};
pub use shard::{Origin, ShardError, ShardRows, read_origin, read_shard};
