//! The table left (Chitarrella: see that the adversary does not sweep; Saracino): no sweep and no gift. A table above
//! ten, or one whose sweeping rank is out, cannot be swept.

use spariglio_engine::CardSet;

use super::facts::ChitarrellaFacts;
use crate::knowledge::odds::ONE;

/// Minus `points` times the chance that the next seat sweeps with one of `sweepers`; 0 if all of these are out.
pub fn sweep_risk(facts: &ChitarrellaFacts<'_>, sweepers: CardSet, points: i32) -> i32 {
    if !facts.next_sweeps || sweepers.is_empty() {
        return 0;
    }
    -(points * facts.next.plays_any(sweepers) / ONE)
}

/// Minus `share` thousandths of the dearest gift to the next seat.
pub fn gift(gift: f32, share: i32) -> i32 {
    -(gift * share as f32 / 1000.0) as i32
}
