#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! [`generate()`] fills one generation of a [`spariglio_files::RunDir`]; [`export()`] makes the same rows from hand records;
//! [`read_shard`] and [`read_hands`] read the shards.
//!
//! | module | contents |
//! |---|---|
//! | [`row`], [`mod@column`] | the rows of a shard, and the values of a column |
//! | [`shard`] | shards as Parquet files |
//! | [`card`], [`mod@bench`] | the card of a data set; rows per second |
//! | [`seed`] | the seeds of all that is drawn |
#![forbid(unsafe_code)]

pub mod bench;
pub mod card;
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

pub use config::{DataConfig, Exploration, MOST_TEMPERATURE, PlayoutCap, RootNoise, SelfplayConfig};
pub use error::SelfplayError;
pub use export::{ExportJob, export};
pub use generate::{Job, generate, generate_part, missing_shards};
pub use hands::{RowHand, read_hands};
pub use progress::Progress;
pub use recipe::LabeledAgent;
pub use row::ShardRows;
pub use shard::read_shard;
