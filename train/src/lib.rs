//! Training of policy and value networks on the rows of self-play, with libtorch.
//!
//! [`train_generation`] reads a window of shards, trains, and leaves `model.safetensors` and `meta.json`, which
//! `spariglio_agents::net` reads without libtorch. Same configuration, rows and start on the processor: same bytes, whether
//! the training was interrupted or not.
#![deny(unsafe_code)]

pub mod adam;
pub mod batch;
pub mod checkpoint;
mod config;
mod cuda;
mod device;
mod error;
mod generation;
pub mod layout;
pub mod loss;
mod metrics;
pub mod model;
pub mod order;
pub mod rows;
mod schedule;
mod weights;
mod window;

pub use config::{DeviceChoice, LossConfig, OptimizerConfig, RunConfig, Schedule, TrainConfig, WindowConfig};
pub use error::TrainError;
pub use generation::{Progress, TrainReport, train_generation};
pub use window::rules_of_data;
