//! The settings of a search that asks a host's model.

use crate::agent::Budget;
use crate::search::config::{InferenceConfig, SearchConfig};

/// The most simulations of one search that wait for answers at the same time.
pub const MOST_UNDER_WAY: u32 = 255;

/// Where simulations end before the end of the hand.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum LeafRule {
    /// At the first new node, whoever is to act there.
    Any,
    /// At the first new node at which the observer is to act: only then does the model see the observer's hand cards. On the
    /// way other seats follow their policy.
    Own,
}

/// What a [`HostSearch`](super::HostSearch) is.
#[derive(Clone, PartialEq, Debug)]
pub struct HostSearchConfig {
    /// The search. Its selection, priors, rollouts and threads have no effect, and of its budget the time has none.
    pub search: SearchConfig,
    /// How worlds are weighed. The model is not asked: `Net` and `Auto` are as `Formula`.
    pub inference: InferenceConfig,
    /// Keeps the part of the tree that the hand went into, if the hand's history is known.
    pub reuse: bool,
    /// Simulations under way at a time, 1 to [`MOST_UNDER_WAY`]; with 1 each knows the results of all before it.
    pub batch: u32,
    /// Where simulations end.
    pub leaf: LeafRule,
    /// How much worse than its node an action without visits is taken to be, in standard deviations of the utility, once
    /// all priors have been tried.
    pub fpu: f32,
    /// Share of Dirichlet noise in the priors of the root.
    pub noise: f32,
    /// Parameter of that noise.
    pub noise_alpha: f32,
}

impl Default for HostSearchConfig {
    fn default() -> HostSearchConfig {
        HostSearchConfig {
            search: SearchConfig {
                budget: Budget::simulations(128),
                exploration: 4.0,
                ..SearchConfig::default()
            },
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
