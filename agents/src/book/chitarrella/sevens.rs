//! The play of the sevens (Chitarrella's rules on the seven and the settebello; Saracino): the sevens are the prime, and
//! the settebello a point.

use spariglio_engine::SETTEBELLO;

use super::facts::{CardPlay, ChitarrellaFacts};

/// A seven is not laid where it may be taken: the chance that the next seat holds a seven, of `points`.
pub fn exposed_seven(facts: &ChitarrellaFacts<'_>, action: &CardPlay, points: i32) -> i32 {
    if action.lays() && action.card.rank() == 7 {
        return -facts.at_risk(points, 7);
    }
    0
}

/// The settebello is never laid while there is another card: -1 if it is.
pub fn settebello(action: &CardPlay) -> i32 {
    -i32::from(action.lays() && action.card == SETTEBELLO)
}
