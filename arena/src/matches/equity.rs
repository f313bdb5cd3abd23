//! Tables of match equity: hands of an agent against itself, counted, then dynamic programming over them.
//!
//! | file | noun |
//! |---|---|
//! | `counts` | how often a hand ended with which points |
//! | `sample` | the hands, on all cores |
//! | `backward` | from counts to chances |
//! | `table` | the table with its standard errors |
//!
//! Invariant: a table depends on the rules, the agent, the number of hands and the seed only.

mod backward;
mod counts;
mod sample;
mod table;

#[cfg(test)]
mod tests;

use spariglio_agents::AgentSpec;
use spariglio_engine::{Game, MatchRules};

pub use backward::chances;
pub use counts::HandCounts;
pub use sample::{Sample, sample};
pub use table::{Edge, check, first_dealer_edge, table};

/// Batches that hands are counted in: standard errors come from leaving out one at a time.
pub const BATCHES: usize = 20;

/// Which hands are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct EquityConfig {
    /// The agent on all seats.
    pub agent: AgentSpec,
    /// Hands; rounded up to [`BATCHES`] batches of the same size.
    pub hands: u64,
    /// Their seed.
    pub seed: u64,
    /// Worker threads; 0 = one a core.
    pub threads: usize,
}

/// The most points of a limit, and the most hands, that tables are made for.
pub const LONGEST_LIMIT: u32 = 1000;
/// See [`LONGEST_LIMIT`].
pub const MOST_HANDS: u32 = 100;

/// `game` with another end of the match.
///
/// # Errors
/// As [`Game::new`].
pub fn with_end(game: &Game, end: MatchRules) -> Result<Game, spariglio_engine::FormatError> {
    let mut rules = game.rules().clone();
    rules.end = end;
    Game::new(rules)
}
