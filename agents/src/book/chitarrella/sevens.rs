//! The play of the sevens (Chitarrella's rules on the seven and the settebello; Saracino): the sevens win the prime,
//! and the settebello is a point.

use spariglio_engine::cards::SETTEBELLO;

use super::facts::{CardPlay, ChitarrellaFacts};

/// Lay no seven that may be taken: minus `points` times the chance that the next seat holds a seven.
pub fn exposed_seven(facts: &ChitarrellaFacts<'_>, action: &CardPlay, points: i32) -> i32 {
    if action.lays() && action.card.rank() == 7 {
        return -facts.at_risk(points, 7);
    }
    0
}

/// Never lay the settebello if there is another choice: -1 if it is laid.
pub fn settebello(action: &CardPlay) -> i32 {
    -i32::from(action.lays() && action.card == SETTEBELLO)
}
