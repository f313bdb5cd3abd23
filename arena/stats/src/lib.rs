#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! A set is one deal played once per seating. This crate knows nothing of games, agents or files.
//!
//! | module | contents |
//! |---|---|
//! | [`moments`], [`distribution`] | exact sums and counts of whole numbers; means and intervals |
//! | [`clustered`], [`jackknife`], [`common_deals`] | errors of values that correlate |
//! | [`sprt`], [`llr`], [`sequential`], [`power`] | sequential tests, the estimate after them, the sets that they need |
//! | [`ratings`], [`bradley_terry`], [`points_model`] | ratings of a pool of agents |
//! | [`superiority`], [`holm`] | the chance that one agent is better; many tests at once |
//! | [`log_bins`] | logarithmic bins |

// Denied instead of forbidden: ndarray's slicing macro `s!` contains an `allow` for it.
#![deny(unsafe_code)]

pub mod bradley_terry;
pub mod clustered;
pub mod common_deals;
pub mod distribution;
pub mod holm;
pub mod jackknife;
mod linear;
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
pub use moments::{Estimate, Moments};
pub use ratings::Ratings;
pub use sprt::{SprtConfig, SprtUnit, Verdict};
