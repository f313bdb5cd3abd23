//! The network: its weights, its files, and its forward pass in plain Rust.
//!
//! [`sparse`] has its formulas.

mod choice;
mod config;
mod critic;
mod draw;
mod error;
mod folder;
pub mod inputs;
mod kernel;
mod math;
pub mod sparse;
mod vector;

pub use choice::NetChoice;
pub use config::{LearntRules, META_FILE, MODEL_FILE};
pub use critic::Critic;
pub(crate) use draw::pick;
pub use error::NetError;
pub use folder::network_folder;
pub(crate) use math::exp;
pub use math::{ln, softmax};
pub(crate) use sparse::SparseJudge;
pub use vector::{Block, LANES, Vector};
