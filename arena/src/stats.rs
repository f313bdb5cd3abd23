//! Statistics of duplicate sets: exact sums and what they say.
//!
//! One idea a file, each with its source. Everything is computed from whole-number values of sets, so
//! the figures of merged runs are those of one run.

pub mod distribution;
pub mod moments;

pub use distribution::Distribution;
pub use moments::{Estimate, Moments, NORMAL_95, t_95};
