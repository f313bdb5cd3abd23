//! The settings of a search that queries a host's model.

use crate::agent::Budget;
use crate::search::config::{InferenceConfig, SearchConfig};

/// The most simulations of one search that wait for answers at the same time.
pub const MOST_UNDER_WAY: u32 = 255;

/// The nodes at which simulations end before the end of the hand.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum LeafRule {
    /// The first new node, no matter which seat acts there.
    Any,
    /// The first new node at which the observer is to act: only then does the model see the observer's hand cards. On
    /// the way the other seats follow their policy.
    Own,
}

/// The settings of a [`HostSearch`](super::HostSearch).
#[derive(Clone, PartialEq, Debug)]
pub struct HostSearchConfig {
    /// The tree search. Its selection, priors, rollouts and threads have no effect, nor has the time of its budget.
    pub search: SearchConfig,
    /// How worlds are weighed. The model is not queried: `Net` and `Auto` work as `Formula`.
    pub inference: InferenceConfig,
    /// Keeps the part of the tree that the hand went into, if the hand's history is known.
    pub reuse: bool,
    /// Simulations under way at a time, 1 to [`MOST_UNDER_WAY`]; if 1, each simulation knows all earlier results.
    pub batch: u32,
    /// The nodes at which simulations end.
    pub leaf: LeafRule,
    /// First-play urgency: an action without visits counts as this much worse than its node when all priors have been
    /// tried, in standard deviations of the utility.
    pub fpu: f32,
    /// Share of Dirichlet noise in the priors of the root.
    pub noise: f32,
    /// Concentration parameter of that noise.
    pub noise_alpha: f32,
}

impl Default for HostSearchConfig {
    fn default() -> HostSearchConfig {
        HostSearchConfig {
            search: SearchConfig { budget: Budget::simulations(128), exploration: 4.0, ..SearchConfig::default() },
            inference: InferenceConfig::default(),
            reuse: false,
            batch: 1,
            leaf: LeafRule::Own,
            fpu: 0.25,
            noise: 0.0,
            noise_alpha: 0.8,
        }
    }
}
