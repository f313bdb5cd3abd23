//! Anchors (Chitarrella, Saracino): if a player lays a card by choice, he holds another of its rank and means to take
//! the laid card up again. It is his anchor.

use super::facts::{CardPlay, ChitarrellaFacts};

/// Leave the partner's anchor, unless the table is swept: -1 for each one taken.
pub fn anchor(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    if action.clears() {
        return 0;
    }
    -((action.captured & facts.partners).len() as i32)
}

/// Take the next seat's anchor: 1 for each one taken.
pub fn rival(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    (action.captured & facts.rivals).len() as i32
}
