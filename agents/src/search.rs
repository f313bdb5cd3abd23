//! Search: tree search over sampled worlds, and what it is made of.
//!
//! | file | noun |
//! |---|---|
//! | `ismcts`, `cheat_mcts`, `pimc` | the agents |
//! | `config` | their options |
//! | `mcts` | one decision: budget, threads, result |
//! | `descent` | the simulations into one tree |
//! | `tree` | nodes, edges, strategies of choosing |
//! | `info_sets` | the nodes of a search with multiple observers |
//! | `worlds`, `particles` | where worlds come from; soft inference |
//! | `leaf`, `estimate`, `priors` | what a leaf is worth, what an action promises |

mod bench;
mod cheat_mcts;
mod clock;
mod config;
mod descent;
mod estimate;
mod info_sets;
mod ismcts;
mod leaf;
mod level;
mod mcts;
mod particles;
mod pimc;
mod priors;
pub(crate) mod spread;
mod tree;
mod worlds;

pub use bench::{bench_first_play, decisions_fingerprint};
pub use cheat_mcts::CheatMcts;
pub use clock::Clock;
pub use config::{
    CheatMctsConfig, Inference, InferenceConfig, IsmctsConfig, MoIsmctsConfig, Rollout, SearchConfig, Selection,
    Utility,
};
pub use ismcts::Ismcts;
pub use pimc::{CheatPimc, CheatPimcConfig, PimcAgent, PimcConfig};

/// The finaliser of SplitMix64: every bit of the input moves half of the output.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

#[cfg(test)]
mod tests;
