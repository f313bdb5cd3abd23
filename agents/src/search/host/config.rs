//! The settings of a search that queries a host's model.

use crate::search::config::InferenceConfig;

/// The most simulations of one search that wait for answers at the same time.
pub const MOST_UNDER_WAY: u32 = 255;

/// The settings of a [`HostSearch`](super::HostSearch).
#[derive(Clone, PartialEq, Debug)]
pub struct HostSearchConfig {
    /// Weight of the priors relative to the values, in standard deviations of the utility.
    pub exploration: f32,
    /// A position's value is exact if each seat has at most this many plays left; 0 = never. No effect with more than
    /// two sides.
    pub exact: u32,
    /// How worlds are weighed. The model is not queried: `Net` and `Auto` work as `Formula`.
    pub inference: InferenceConfig,
    /// Simulations under way at a time, 1 to [`MOST_UNDER_WAY`]; if 1, each simulation knows all earlier results.
    pub batch: u32,
}

impl Default for HostSearchConfig {
    fn default() -> HostSearchConfig {
        HostSearchConfig { exploration: 4.0, exact: 2, inference: InferenceConfig::default(), batch: 1 }
    }
}
