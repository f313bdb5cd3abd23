//! Search: tree search over sampled worlds, and what it is made of.
//!
//! | file | noun |
//! |---|---|
//! | `ismcts`, `net_search`, `cheat_mcts`, `pimc` | the agents |
//! | `paired` | all actions of a position, judged alike |
//! | `config` | their options |
//! | `mcts`, `roots` | one decision: budget and threads; what its trees have gathered |
//! | `run` | simulations into one tree |
//! | `host` | the search that asks a host program's model, in batches |
//! | `past` | where the last tree's root stood |
//! | `growth`, `descent` | a tree as it grows; one simulation on its way down |
//! | `halving` | the root by sequential halving |
//! | `constants`, `spread` | how descents choose, by how utilities spread |
//! | `tree` | nodes, edges, strategies of choosing |
//! | `evaluator` | what judges positions: a rollout, an estimate, an exact value, the formula, a network |
//! | `info_sets` | the nodes of a search with multiple observers |
//! | `worlds`, `beliefs` | where worlds come from |
//! | `particles`, `walkers` | soft inference: worlds with weights, worlds that walk |
//! | `choice`, `likely` | a play, all plays of a deal-round: how likely a network would have played so |
//! | `retrace` | a history, replayed |
//! | `known` | the player that a search knows |
//! | `estimate`, `priors` | what a position is worth, what an action promises |
//! | `fingerprint` | a number that changes with any decision |

mod beliefs;
mod cheat_mcts;
mod choice;
mod clock;
mod config;
mod constants;
mod descent;
mod evaluator;
mod fingerprint;
mod growth;
mod halving;
mod host;
mod info_sets;
mod ismcts;
mod known;
mod level;
mod likely;
mod mcts;
mod net_search;
mod paired;
mod particles;
mod past;
mod pimc;
#[cfg(test)]
mod played;
mod priors;
mod retrace;
mod roots;
mod run;
mod spread;
mod tree;
mod walkers;
mod worlds;

use spariglio_engine::random::mix;

pub use crate::knowledge::points::{PARTS, POSITION, Parts, part_name, score_parts};
pub use cheat_mcts::CheatMcts;
pub use clock::Clock;
pub use config::{
    CheatMctsConfig, Inference, InferenceConfig, IsmctsConfig, MoIsmctsConfig, NetSearchConfig, Objective, Rollout,
    RootRule, SearchConfig, Selection,
};
pub use evaluator::{Answer, Evaluator};
pub use fingerprint::decisions_fingerprint;
pub use host::{BatchRow, EvalBatch, HostSearch, HostSearchConfig, LeafRule, MOST_UNDER_WAY};
pub use ismcts::Ismcts;
pub use net_search::NetSearchAgent;
pub use paired::{Outcome, PairedSearch};
pub use pimc::{CheatPimc, CheatPimcConfig, PimcAgent, PimcConfig};
pub use tree::{MAX_SIDES, Utilities};

#[cfg(test)]
mod tests;
