//! The settings of a search that queries a host's model.

use crate::agent::Budget;
use crate::search::config::{InferenceConfig, SearchConfig};

/// The most simulations of one search that wait for answers at the same time.
pub const MOST_UNDER_WAY: u32 = 255;

/// The settings of a [`HostSearch`](super::HostSearch).
#[derive(Clone, PartialEq, Debug)]
pub struct HostSearchConfig {
    /// The tree search. Its selection, priors, rollouts and threads have no effect, nor has the time of its budget.
    pub search: SearchConfig,
    /// How worlds are weighed. The model is not queried: `Net` and `Auto` work as `Formula`.
    pub inference: InferenceConfig,
    /// Simulations under way at a time, 1 to [`MOST_UNDER_WAY`]; if 1, each simulation knows all earlier results.
    pub batch: u32,
}

impl Default for HostSearchConfig {
    fn default() -> HostSearchConfig {
        HostSearchConfig {
            search: SearchConfig { budget: Budget::simulations(128), exploration: 4.0, ..SearchConfig::default() },
            inference: InferenceConfig::default(),
            batch: 1,
        }
    }
}
