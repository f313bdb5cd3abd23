//! Limits of arguments.

use spariglio_agents::search::MOST_UNDER_WAY;

/// The most hands that are stepped together.
pub const MOST_HANDS: usize = 1 << 22;

/// The most leaves of one search that are evaluated together.
pub const MOST_LEAVES: u32 = MOST_UNDER_WAY;
