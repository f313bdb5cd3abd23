//! The mulinello (Saracino): one side always takes and the other always lays. Enter it as the taker, and leave the other
//! side nothing but to lay.

use super::facts::CardPlay;

/// Enter as the taker: 1 for a capture.
pub fn enter(action: &CardPlay) -> i32 {
    i32::from(!action.lays())
}

/// Leave the layer: the chance `nothing`, of 1, that the next seat has nothing to take, of `points`.
pub fn leave(nothing: f32, points: i32) -> i32 {
    (points as f32 * nothing) as i32
}
