//! Expected points by kind, or all kinds in one sum.

use spariglio_engine::{Game, PointKind, State};

/// Accumulator of expected points: one slot per side, for each kind or for all kinds together.
pub(crate) trait PointsByKind {
    /// The slots of a kind, by side; at least one per side.
    fn of(&mut self, kind: PointKind) -> &mut [f32];

    /// The slots for hand cards and the turn.
    fn of_holding(&mut self) -> &mut [f32];

    /// Adds the points that a side scored during play.
    fn add_played(&mut self, game: &Game, state: &State, side: usize);
}

/// All kinds in one sum.
impl<const N: usize> PointsByKind for [f32; N] {
    #[inline(always)]
    fn of(&mut self, _: PointKind) -> &mut [f32] {
        self
    }

    #[inline(always)]
    fn of_holding(&mut self) -> &mut [f32] {
        self
    }

    #[inline(always)]
    fn add_played(&mut self, game: &Game, state: &State, side: usize) {
        self[side] = state.tally_points(game, side) as f32;
    }
}
