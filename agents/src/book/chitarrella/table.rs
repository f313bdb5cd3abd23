//! What is left on the table (Chitarrella: see that the adversary does not sweep; Saracino): no sweep and no gift. A
//! table above ten, or one whose sweeping rank is exhausted, cannot be swept.

use spariglio_engine::CardSet;

use super::facts::ChitarrellaFacts;
use crate::knowledge::odds::ONE;

/// The chance that the next seat sweeps with one of `sweepers`, of `points`. It is nothing when those ranks are out.
pub fn sweep_risk(facts: &ChitarrellaFacts<'_>, sweepers: CardSet, points: i32) -> i32 {
    if !facts.next_sweeps || sweepers.is_empty() {
        return 0;
    }
    -(points * facts.next.holds_any(sweepers) / ONE)
}

/// The dearest gift to the next seat, `share` thousandths of it.
pub fn gift(gift: f32, share: i32) -> i32 {
    -(gift * share as f32 / 1000.0) as i32
}
