//! The pairs of an arena with their names, as page, Markdown and pictures go through them.

use crate::result::{ArenaResult, PairResult};

/// Every pair with the short names of its two agents.
pub fn named(arena: &ArenaResult) -> impl Iterator<Item = (&PairResult, [&str; 2])> {
    let name = |place: usize| arena.names[place].as_str();
    arena.pairs.iter().map(move |pair| (pair, pair.places.map(name)))
}

/// Half the width of a pair's 95 % interval, points a hand.
pub fn half_width(pair: &PairResult) -> f64 {
    (pair.interval[1] - pair.interval[0]) / 2.0
}
