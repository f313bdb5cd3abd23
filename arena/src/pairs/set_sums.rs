//! What the sums over the sets of a pair can do, whether the sets are of hands or of matches.

use serde::Serialize;
use serde::de::DeserializeOwned;
use spariglio_stats::{Distribution, Estimate, Moments, SprtUnit};

/// Exact sums over the sets of a pair.
pub trait Tally: Clone + std::fmt::Debug + Default + DeserializeOwned + PartialEq + Send + Serialize + Sync {
    /// Sets in the sums.
    fn sets(&self) -> u64;

    /// Adds the sets of `other`.
    fn merge(&mut self, other: &Self);

    /// The values of the sets that a sequential test in `unit` uses.
    fn tested(&self, unit: SprtUnit) -> &Distribution;

    /// How far agent 0 is ahead, per set; 0 if both are level.
    fn lead(&self) -> Moments;

    /// The strength of agent 0 for progress, if sets have `plays` plays: points per hand, or percent of matches won.
    fn estimate(&self, plays: u64) -> Estimate;
}
