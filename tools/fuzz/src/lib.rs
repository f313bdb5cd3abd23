//! Fuzz targets: untrusted inputs of the program, and properties that must hold for all of them.
//!
//! A target takes any bytes. It must not panic, hang or use much memory, and it asserts the properties in its file's
//! head. `libfuzzer.rs` runs it under libFuzzer, guided by the code that an input reaches
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

mod agents;
mod draws;
mod folder;
mod hands;
#[path = "../../../engine/tests/support/hands/mod.rs"]
mod hands_of_rules;
pub mod mutate;
mod networks;
mod protocol;
mod records;
mod requests;
mod results;
mod reviews;
mod rules;
mod runs;
mod shards;

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

/// The environment variable with the name of the target for libFuzzer.
const NAME: &str = "SPARIGLIO_FUZZ_TARGET";

/// The environment variable with the folder for [`sow`].
const SEEDS: &str = "SPARIGLIO_FUZZ_SEEDS";

/// The target that `SPARIGLIO_FUZZ_TARGET` names.
///
/// # Panics
/// If it names none.
#[must_use]
pub fn chosen() -> Target {
    let name = std::env::var(NAME).expect(NAME);
    let target = TARGETS.iter().find(|target| target.name == name);
    *target.unwrap_or_else(|| panic!("no target `{name}`"))
}

/// Prepares libFuzzer for a target. Writes its seeds as files into the folder named by `SPARIGLIO_FUZZ_SEEDS`, if that
/// is set.
///
/// # Panics
/// If a seed cannot be written.
pub fn sow(target: &Target) {
    if target.name == shards::TARGET.name {
        shards::pass_panics_of_libraries();
    }
    let Some(folder) = std::env::var_os(SEEDS).map(PathBuf::from) else {
        return;
    };
    for (number, seed) in (target.seeds)().iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number}")), seed).expect("a seed can be written");
    }
}
