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
//! | [`tensorboard`] | metrics as event files |
//! | [`tell`] | lines on standard error |
//!
//! With the feature `work`, `records` reads and writes compressed lines. Invariant: nothing here plays, learns or draws.
#![forbid(unsafe_code)]

pub mod base;
pub mod best;
pub mod bounded;
pub mod config;
mod fingerprint;
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
mod rules_choice;
pub mod run_dir;
pub mod seal;
pub mod sealed;
mod stop;
pub mod tell;
pub mod tensorboard;
#[cfg(feature = "work")]
mod threads;
pub mod whole;

pub use config::{Config, ConfigError, check_number, read_toml};
pub use fingerprint::{ACTION_ENCODING, Fingerprint, INPUTS_VERSION};
pub use hash::{Hasher, sha256_hex, sha256_of_file, short_hash};
pub use journal::Journal;
pub use lock::Lock;
pub use manifest::{Manifest, RecordsFile, ShardEntry, Source};
pub use origin::Origin;
pub use part::Part;
pub use rules_choice::{RulesChoice, rule_set, rules_name};
pub use run_dir::{RunDir, RunDirError, RunFile};
pub use stop::Stop;
#[cfg(feature = "work")]
pub use threads::{ThreadsError, pool};
pub use whole::{FileError, WholeFile, write_whole};
