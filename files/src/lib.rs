#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`whole`], [`bounded`] | writing and reading of files |
//! | [`hash`], [`seal`], [`sealed`] | hashes, and files that state their own |
//! | [`run_dir`], [`manifest`], [`metrics`], [`best`] | the files of a run |
//! | [`config`], [`json`], [`base`] | configurations, and the paths in them |
//! | [`fingerprint`], [`rules_choice`] | the game of a file; rule sets by name |
//! | [`tensorboard`] | metrics as event files |
//! | [`mod@tell`] | lines on standard error |
//!
//! With the feature `work`, `records` reads and writes compressed lines, and `threads` makes pools. Invariant: nothing here plays, learns or draws.
#![forbid(unsafe_code)]

pub mod base;
pub mod best;
pub mod bounded;
pub mod config;
pub mod fingerprint;
pub mod hash;
mod journal;
pub mod json;
mod lock;
pub mod manifest;
pub mod metrics;
mod origin;
mod part;
#[cfg(feature = "work")]
pub mod records;
pub mod rules_choice;
pub mod run_dir;
pub mod seal;
pub mod sealed;
mod stop;
pub mod tell;
pub mod tensorboard;
#[cfg(feature = "work")]
pub mod threads;
pub mod whole;

pub use config::{Config, ConfigError};
pub use fingerprint::Fingerprint;
pub use journal::Journal;
pub use lock::Lock;
pub use manifest::Manifest;
pub use origin::Origin;
pub use part::Part;
pub use rules_choice::RulesChoice;
pub use run_dir::{RunDir, RunFile};
pub use stop::Stop;
#[cfg(feature = "work")]
pub use threads::pool;
pub use whole::{FileError, write_whole};
