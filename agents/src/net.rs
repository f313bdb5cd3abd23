//! The network: its weights, its files, its forward pass in plain Rust, and the agent that plays its policy.
//!
//! [`sparse`] has its formulas.

mod agent;
mod config;
mod ending;
mod error;
mod folder;
pub mod inputs;
mod kernel;
mod math;
pub mod noise;
mod options;
pub mod sparse;
mod vector;

pub use agent::NetAgent;
pub(crate) use agent::pick;
pub use config::{META_FILE, MODEL_FILE};
pub use error::NetError;
pub use folder::network_folder;
pub(crate) use math::exp;
pub use math::{ln, softmax};
pub use options::NetOptions;
pub(crate) use sparse::SparseJudge;
pub use vector::{Block, LANES, Vector};
