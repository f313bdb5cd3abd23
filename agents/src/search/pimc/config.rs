//! The options of `pimc` and `cheat-pimc`.

use crate::options::option_table;
use crate::search::config::{InferenceConfig, Rollout, SearchConfig};

option_table! {
    /// How one world is searched.
    LookaheadConfig {
        /// Depth in actions, including the one to decide. Nothing is pruned if there are three or more sides: 2 is
        /// deep.
        depth: u32 = 4, count(1..=20), "actions to look ahead, including the one to decide";
        /// How leaves are judged: rollout, epsilon, horizon, exact and utility of a tree search.
        leaf: SearchConfig = SearchConfig { rollout: Rollout::None, epsilon: 0.0, exact: 3, ..SearchConfig::default() }
            => declare_leaf;
    }
}

/// The meaning of `millis`.
const MILLIS: &str = "processor time per decision, in milliseconds; 0 sets no limit";

option_table! {
    /// The options of a `pimc` agent.
    PimcConfig {
        /// The most worlds per decision; 0 = as many as `millis` allows, or one if that is 0 too.
        worlds: u32 = 30, count(0..=1_000_000), "most worlds per decision; 0 takes as many as millis allows";
        /// Milliseconds per decision; 0 = no time limit.
        millis: u32 = 0, count(0..=86_400_000), MILLIS;
        /// How a world is searched.
        lookahead: LookaheadConfig = LookaheadConfig::default() => declare;
        /// How worlds are weighed.
        inference: InferenceConfig = InferenceConfig::default() => declare;
    }
}

option_table! {
    /// The options of a `cheat-pimc` agent.
    CheatPimcConfig {
        /// How often the real world is searched; more than once helps only if rollouts are random.
        worlds: u32 = 1, count(0..=1_000_000),
            "searches of the real world; more than one helps only with random rollouts";
        /// Milliseconds per decision; 0 = no time limit.
        millis: u32 = 0, count(0..=86_400_000), MILLIS;
        /// How a world is searched.
        lookahead: LookaheadConfig = LookaheadConfig::default() => declare;
    }
}
