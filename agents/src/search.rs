//! Search: tree search over sampled worlds, and its parts.
//!
//! | file | noun |
//! |---|---|
//! | `ismcts`, `net_search`, `cheat_mcts`, `pimc` | the agents |
//! | `paired` | all actions of a position, judged alike |
//! | `config` | their options |
//! | `mcts` | one decision: budget and threads |
//! | `root_rule` | how the root spreads simulations, and its trees' results as one |
//! | `run` | simulations into one tree |
//! | `host` | the search that queries a host program's model, in batches |
//! | `growth`, `descent` | a tree as it grows; one simulation on its way down |
//! | `constants`, `spread` | the constants of selection; the spread of utilities, their unit |
//! | `tree` | nodes, edges, strategies of choosing |
//! | `evaluator` | judges of positions: rollout, estimate, exact value, formula, network |
//! | `info_sets` | the nodes of a search with multiple observers |
//! | `worlds`, `beliefs` | the sources of worlds |
//! | `particles`, `walkers` | soft inference: worlds with weights, worlds that walk |
//! | `choice`, `likely` | the likelihood of one play and of a deal-round's plays, by a network's policy |
//! | `retrace` | a history, replayed |
//! | `known` | a known player at the other sides' seats |
//! | `stranger` | what earlier hands say about that player |
//! | `priors` | the priors of actions |
//! | `clock`, `level` | processor time; the machine's vector level |
//! | `fingerprint` | a number that changes if any decision changes |

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
mod pimc;
#[cfg(test)]
mod played;
mod priors;
mod retrace;
mod root_rule;
mod run;
mod spread;
mod stranger;
mod tree;
mod walkers;
mod worlds;

use spariglio_engine::random::mix;

pub use crate::knowledge::points::{PARTS, POSITION, Parts, part_name, score_parts};
pub(crate) use beliefs::is_whole;
pub use cheat_mcts::CheatMcts;
pub use clock::Clock;
#[cfg(target_family = "wasm")]
pub use clock::{host_time, set_clock};
pub(crate) use config::Walk;
pub use config::{
    CheatMctsConfig, Inference, InferenceConfig, IsmctsConfig, NetSearchConfig, Objective, Rollout, SearchConfig,
    Selection,
};
pub use evaluator::{Arrival, Evaluator};
pub use fingerprint::decisions_fingerprint;
pub use host::{BatchRow, EvalBatch, HostSearch, HostSearchConfig, MOST_UNDER_WAY};
pub use ismcts::Ismcts;
pub use net_search::NetSearchAgent;
pub use paired::{Outcome, PairedSearch, REPLIES, Replies};
pub use pimc::{CheatPimc, CheatPimcConfig, PimcAgent, PimcConfig};
pub use root_rule::RootRule;
pub use tree::{MAX_SIDES, Utilities};
pub(crate) use walkers::Walkers;

#[cfg(test)]
mod tests;
