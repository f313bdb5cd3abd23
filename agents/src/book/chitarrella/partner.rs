//! Whose card lies there (Chitarrella, Saracino): who lays a card by choice holds another of its rank and means to take
//! it up again, so it is an anchor for him.

use super::scene::{Move, Scene};

/// The partner's anchor is left to him, unless the table is swept: -1 for each taken.
pub fn anchor(scene: &Scene<'_>, action: &Move) -> i32 {
    if action.clears() {
        return 0;
    }
    -((action.captured & scene.partners).len() as i32)
}

/// The anchor of the next seat is taken from it: 1 for each.
pub fn rival(scene: &Scene<'_>, action: &Move) -> i32 {
    (action.captured & scene.rivals).len() as i32
}
