//! Statistics of duplicate sets: exact sums and the figures derived from them.
//!
//! One idea per file, each with its source. Every function is pure. Every figure is computed from whole-number values
//! of sets, so the figures of merged runs equal those of one run. A set is one deal played once per seating. This crate
//! knows nothing of games, agents or files.

// Denied instead of forbidden: ndarray's slicing macro `s!` contains an `allow` for it.
#![deny(unsafe_code)]

pub mod bradley_terry;
pub mod clustered;
pub mod common_deals;
pub mod distribution;
pub mod holm;
pub mod jackknife;
pub mod linear;
pub mod llr;
pub mod log_bins;
pub mod moments;
pub mod points_model;
pub mod power;
pub mod ratings;
pub mod sequential;
pub mod sprt;
pub mod superiority;

pub use distribution::Distribution;
pub use moments::{Estimate, LEAST_SETS, Moments, NORMAL_95, t_95};
pub use ratings::{Misfit, Ratings};
pub use sequential::SequentialEstimate;
pub use sprt::{ELO_PER_T, OneSided, SprtConfig, SprtUnit, Verdict};
