//! Fuzz targets: untrusted inputs of the program, and properties that must hold for all of them.
//!
//! A target takes any bytes. It must not panic, hang or use much memory, and it asserts the properties in its file's
//! head. The programs in `targets/` run it under libFuzzer, guided by the code that an input reaches
//! (`tools/fuzz.sh`). `tests/all/replay.rs` runs it on kept inputs and on mutated ones, in every `make test`.
//!
//! | target | meaning of the bytes |
//! |---|---|
//! | `rules` | a rule set file |
//! | `records` | a file of hand records, matches among them |
//! | `agents` | an agent as a text or a TOML table |
//! | `protocol` | the answers of a program |
//! | `hands` | random draws for a rule set, a deal and actions |
//! | `networks` | the two files of a network's folder |
//! | `runs` | the files of a run directory |
//! | `results` | results of arenas, matches, tournaments |
//! | `shards` | a Parquet shard |
//! | `reviews` | hand records to review |
//! | `requests` | requests to the server of pages |

#![forbid(unsafe_code)]

use std::path::PathBuf;

pub mod agents;
mod draws;
mod folder;
pub mod hands;
#[path = "../../../engine/tests/support/hands/mod.rs"]
mod hands_of_rules;
pub mod mutate;
pub mod networks;
pub mod protocol;
pub mod records;
pub mod requests;
pub mod results;
pub mod reviews;
pub mod rules;
pub mod runs;
pub mod shards;

/// A target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Checks an input; panics if it finds a fault.
    pub run: fn(&[u8]),
    /// Initial inputs, most of them valid.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    rules::TARGET,
    records::TARGET,
    agents::TARGET,
    protocol::TARGET,
    hands::TARGET,
    networks::TARGET,
    runs::TARGET,
    results::TARGET,
    shards::TARGET,
    reviews::TARGET,
    requests::TARGET,
];

/// The environment variable with the folder for [`sow`].
const SEEDS: &str = "SPARIGLIO_FUZZ_SEEDS";

/// Writes a target's seeds as files into the folder named by `SPARIGLIO_FUZZ_SEEDS`; does nothing if that is not set.
///
/// # Panics
/// If a seed cannot be written.
pub fn sow(target: &Target) {
    let Some(folder) = std::env::var_os(SEEDS).map(PathBuf::from) else {
        return;
    };
    for (number, seed) in (target.seeds)().iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number}")), seed).expect("a seed can be written");
    }
}
