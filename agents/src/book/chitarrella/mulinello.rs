//! The mulinello (Saracino): one side always takes and the other always lays. Enter it as the taker, and leave the other
//! side nothing but to lay.

use super::scene::Move;
use crate::book::greedy::odds::ONE;

/// Enter as the taker: 1 for a capture.
pub fn enter(action: &Move) -> i32 {
    i32::from(!action.lays())
}

/// Leave the layer: the chance `nothing`, of [`ONE`], that the next seat has nothing to take, of `points`.
pub fn leave(nothing: i32, points: i32) -> i32 {
    points * nothing / ONE
}
