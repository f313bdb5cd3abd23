//! The policy and value network: its shape, its files, its forward pass in plain Rust, and the
//! agent that plays its policy. This is the dense one, which `train` makes; [`sparse`] is that of policy gradient.
//!
#![doc = include_str!("net/formula.md")]
//!
//! Invariant: an evaluation is the same to the last bit on every processor, alone or in a batch:
//! every output is one chain of fused multiply-adds in a fixed order.
//!
//! The residual block is that of He et al. 2016 (arXiv 1603.05027) without normalisation; scoring an
//! action by its features follows from the number of actions, which no fixed list bounds.

/// What a dense network computes, as Markdown.
pub const FORMULA: &str = include_str!("net/formula.md");

mod agent;
mod batch;
mod bench;
mod config;
mod ending;
mod error;
mod evaluator;
mod folder;
mod forward;
mod kernel;
mod math;
mod network;
mod positions;
mod probe;
pub mod sparse;
mod tensors;
mod vector;

pub(crate) use agent::pick;
pub use agent::{NetAgent, NetOptions};
pub use batch::{BatchRow, EvalBatch};
pub use bench::bench_evaluations;
pub use config::{META_FILE, META_FORMAT, MODEL_FILE, Meta, NetConfig};
pub use error::NetError;
pub use evaluator::{BatchEvaluator, NetEvaluator, Output};
pub use folder::{Best, network_folder};
pub(crate) use math::exp;
pub use math::{ln, softmax};
pub use network::Network;
pub(crate) use sparse::SparseJudge;
pub use tensors::{POINTS, Tensors, expected_shapes};
pub use vector::{Block, LANES, Vector};
