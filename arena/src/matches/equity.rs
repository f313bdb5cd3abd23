//! Tables of match equity: counts hands of an agent against itself, then applies dynamic programming.
//!
//! | file | noun |
//! |---|---|
//! | `counts` | frequencies of the hands' points |
//! | `counting` | the counts so far, from which a stopped run resumes |
//! | `sample` | the hands, on all cores |
//! | `backward` | from counts to chances |
//! | `table` | the table with its standard errors |
//!
//! Invariant: a table depends only on the rules, the agent, the number of hands and the seed.

mod backward;
mod counting;
mod counts;
mod sample;
mod table;

#[cfg(test)]
mod tests;

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_engine::rules::MatchRules;

pub use backward::chances;
pub use counting::{Counted, Counting};
pub use counts::HandCounts;
pub use sample::{Sample, sample};
pub use table::{Edge, check, first_dealer_edge, table};

/// Batches of counted hands; the jackknife omits one at a time.
pub const BATCHES: usize = 20;

/// The hands to count.
#[derive(Clone, Debug, PartialEq)]
pub struct EquityConfig {
    /// The agent on all seats.
    pub agent: AgentSpec,
    /// Hands; rounded up to [`BATCHES`] batches of the same size.
    pub hands: u64,
    /// Their seed.
    pub seed: u64,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
}

impl EquityConfig {
    /// Hands per batch.
    fn batch(&self) -> u64 {
        self.hands.div_ceil(BATCHES as u64)
    }
}

/// Highest limit, in points, for which tables are made.
pub(crate) const LONGEST_LIMIT: u32 = 1000;
/// Most hands per match for which tables are made, if their number is fixed.
pub const MOST_HANDS: u32 = 100;

/// `game` with another end of its matches.
///
/// # Errors
/// As [`Game::new`].
pub fn with_end(game: &Game, end: MatchRules) -> Result<Game, spariglio_engine::FormatError> {
    let mut rules = game.rules().clone();
    rules.end = end;
    Game::new(rules)
}
