//! The files that the stages exchange: run directories, whole files, hashes, seals, fingerprints, manifests, metrics,
//! records, journals, JSON, parts of jobs, rule sets by name, the best network of a run. Also the one home of thread pools, of
//! their early end, and of lines on standard error.
//!
//! Invariant: a file with its final name is whole, and states its purpose. Nothing here plays, learns or draws.

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
