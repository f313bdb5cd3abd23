//! Rules of parity, the heart of the game (Saracino, *Lo scopone scientifico*; the ten rules of the Italian federation,
//! FIGS). Every rank begins paired. If all ranks stay paired, the player who plays last takes the last card of each. A
//! capture by an equal card takes a pair; a capture by a sum takes odd cards and breaks (spariglia) their ranks.
//!
//! Off if captures are not pairs and sums (fifteens, an ace that takes all) or if there are three or more sides.

use super::facts::{CardPlay, ChitarrellaFacts, Role, odd_ranks};

/// Number of ranks that the action breaks, minus those that it pairs again.
pub fn newly_broken(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    if action.lays() {
        return 0;
    }
    let after = facts.broken ^ odd_ranks(action.taken());
    after.count_ones() as i32 - facts.broken.count_ones() as i32
}

/// The side that plays first breaks pairs: 1 for each rank broken.
pub fn unpair(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    match facts.role {
        Role::First => newly_broken(facts, action),
        Role::Dealer | Role::Neither => 0,
    }
}

/// The dealer's side keeps and restores pairs: 1 for each rank paired again.
pub fn pair(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    match facts.role {
        Role::Dealer => -newly_broken(facts, action),
        Role::First | Role::Neither => 0,
    }
}

/// The side that plays first wants an odd number of broken ranks: 1 if it is. The dealer's side wants it even: -1 if
/// odd.
pub fn odd_count(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    if action.lays() {
        return 0;
    }
    let after = facts.broken ^ odd_ranks(action.taken());
    let odd = (after.count_ones() & 1) as i32;
    match facts.role {
        Role::First => odd,
        Role::Dealer => -odd,
        Role::Neither => 0,
    }
}
