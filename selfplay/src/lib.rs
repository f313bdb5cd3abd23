//! Self-play: agents play hands against each other on all cores, and every decision becomes a training row.
//!
//! [`generate`] fills one generation of a [`spariglio_files::RunDir`] with Parquet shards and a manifest. A shard
//! depends only on (run seed, generation, shard) and the recipe, not on threads, time, machine or interruptions.
//! [`export`] makes the same rows from hand records. [`read_shard`] reads the shards.

#![forbid(unsafe_code)]

mod bench;
mod card;
pub mod column;
mod config;
mod dataset;
mod error;
mod explore;
mod export;
mod filler;
mod games;
mod generate;
mod hand;
mod hands;
mod progress;
mod recipe;
pub mod row;
mod schema;
pub mod seed;
pub mod shard;
mod sink;

pub use bench::bench_rows;
pub use card::SHARDS_OF_SPLITS;
pub use config::{DataConfig, Exploration, PlayoutCap, RootNoise, SelfplayConfig};
pub use error::SelfplayError;
pub use export::{ExportJob, export};
pub use generate::{Job, generate, generate_part, missing_shards};
pub use hands::{RowHand, read_hands};
pub use progress::Progress;
pub use recipe::LabeledAgent;
pub use row::{RowEnd, RowStart, SCHEMA_VERSION, Shape, ShardRows, is_policy};
pub use shard::{Origin, ShardError, check_counts, read_listed, read_origin, read_shard};
