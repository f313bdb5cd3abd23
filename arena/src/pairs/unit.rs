//! The unit of a contest: a single hand, or a whole match. It says what the sets of a pair add up, and the figures that
//! follow.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::pool::{PairSums, Pool};
use super::set_sums::Tally;
use super::totals::Totals;

/// What a contest plays, and what it adds up.
pub trait Unit: Clone + Debug + PartialEq + Sync {
    /// The value of `kind` in its results.
    const KIND: &'static str;

    /// The exact sums over the sets of a pair.
    type Tally: Tally;

    /// The settings in its results that those of other units lack.
    type Settings: Clone + Debug + DeserializeOwned + PartialEq + Send + Serialize + Sync;

    /// The figures of a pair.
    type Figures: Clone + Debug + PartialEq + Send + Serialize + Sync;

    /// The figures of two agents.
    fn figures(sources: &Sources<'_, Self::Tally>) -> Self::Figures;

    /// All agents as one pool; `None` if no pair has enough sets, or if this unit has no ratings.
    fn pool(_: &[PairSums<'_, Self::Tally>]) -> Option<Pool> {
        None
    }
}

/// All that the figures of a pair follow from.
#[derive(Copy, Clone, Debug)]
pub struct Sources<'s, T: Tally> {
    /// The two specifications.
    pub agents: &'s [String; 2],
    /// Plays per set.
    pub plays: u64,
    /// The sets and their sums.
    pub totals: &'s Totals<T>,
}
