//! Three-card captures that break well for the side that plays first (ten rules of the FIGS, after Saracino). 3 + 2 by
//! a five, 1 + 3 by a four and 1 + 5 by a six are good: they leave two ranks that make seven. A seven with a small card
//! (7 + 1, 7 + 2, 7 + 3) is good: it breaks the dealer's sevens.

use super::facts::{CardPlay, ChitarrellaFacts, Role};

/// Captures that break well, as (capturing rank, captured ranks).
const GOOD: [(u8, [u8; 2]); 6] = [(5, [2, 3]), (4, [1, 3]), (6, [1, 5]), (8, [1, 7]), (9, [2, 7]), (10, [3, 7])];

/// 1 for a good break by the side that plays first, -1 if the dealer's side makes it, else 0.
pub fn good_break(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    if action.captured.len() != 2 || !breaks_well(action) {
        return 0;
    }
    match facts.role {
        Role::First => 1,
        Role::Dealer => -1,
        Role::Neither => 0,
    }
}

/// Whether the two captured cards and the played one form a good break.
fn breaks_well(action: &CardPlay) -> bool {
    let mut cards = action.captured.iter().map(|card| card.rank());
    let (low, high) = (cards.next(), cards.next());
    let good = GOOD.iter().find(|(rank, _)| *rank == action.card.rank());
    good.is_some_and(|(_, ranks)| low == Some(ranks[0]) && high == Some(ranks[1]))
}
