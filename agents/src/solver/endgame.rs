//! The endgame that the alpha-beta search plays: its positions, moves, bounds and keys.

/// Above every margin of a hand.
pub(super) const INFINITE: i32 = 1 << 28;

/// The bounds of a position without further search, in points, for the side to act.
#[derive(Copy, Clone, Debug)]
pub(super) struct GainBounds {
    /// Margin that is already made or decided.
    pub made: i32,
    /// Upper bound on the points that the side to act can still gain on the other side.
    pub most: i32,
    /// Upper bound on the points that the other side can still gain.
    pub least: i32,
}

/// A move with its place in the order of search.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ordered<M> {
    /// Higher is searched first.
    pub rank: i32,
    /// Its name in the transposition table; above 0.
    pub name: u16,
    pub play: M,
}

/// The endgame of one hand of a two-sided game: the data that all its positions share.
pub(super) trait Endgame {
    /// A position.
    type Position: Copy;
    /// A move.
    type Move: Copy;

    /// The side to act.
    fn side(&self, position: &Self::Position) -> usize;

    /// Plays left in the hand.
    fn plays_left(&self, position: &Self::Position) -> usize;

    /// The margin for side 0 if the hand has ended or its last plays are cheap to try; otherwise `None`.
    fn end(&self, position: &Self::Position) -> Option<i32>;

    /// The bounds of a hand that has not ended.
    fn outlook(&self, position: &Self::Position) -> GainBounds;

    /// A hash of everything that the points still to come depend on.
    fn key(&self, position: &Self::Position) -> u64;

    /// Pushes the moves; equivalent moves may be reduced to one.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Ordered<Self::Move>>);

    /// The position after a move.
    fn play(&self, position: &Self::Position, play: Self::Move) -> Self::Position;
}
