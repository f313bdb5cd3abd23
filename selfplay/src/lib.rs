//! Self-play: agents play hands against themselves on all cores, and every decision becomes a training row.
//!
//! [`generate`] fills one generation of a [`spariglio_files::RunDir`] with Parquet shards and a manifest. A shard is a function of
//! (run seed, generation, shard) and the recipe alone: not of threads, time, machine or interruptions. Readers of the
//! shards use [`read_shard`].

#![forbid(unsafe_code)]

mod card;
pub mod column;
mod config;
mod error;
mod explore;
mod generate;
mod hand;
mod recipe;
pub mod row;
mod schema;
pub mod seed;
pub mod shard;

pub use config::{DataConfig, Exploration, PlayoutCap, RootNoise, SelfplayConfig};
pub use error::SelfplayError;
pub use generate::{Job, Progress, generate};
pub use recipe::Entrant;
pub use row::{Row, SCHEMA_VERSION, ShardRows};
pub use shard::{Origin, ShardError, read_origin, read_shard};
