//! The mulinello (Saracino): one side always takes and the other always lays. Enter it as the taker, and leave the
//! other side no capture.

use super::facts::CardPlay;

/// Enter as the taker: 1 if the action captures.
pub fn enter(action: &CardPlay) -> i32 {
    i32::from(!action.lays())
}

/// Leave no capture: `points` times the chance `nothing` that the next seat can take nothing.
pub fn leave(nothing: f32, points: i32) -> i32 {
    (points as f32 * nothing) as i32
}
