//! Whose card lies there (Chitarrella, Saracino): who lays a card by choice holds another of its rank and means to take
//! it up again, so it is an anchor for him.

use super::facts::{CardPlay, ChitarrellaFacts};

/// The partner's anchor is left to him, unless the table is swept: -1 for each taken.
pub fn anchor(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    if action.clears() {
        return 0;
    }
    -((action.captured & facts.partners).len() as i32)
}

/// The anchor of the next seat is taken from it: 1 for each.
pub fn rival(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    (action.captured & facts.rivals).len() as i32
}
