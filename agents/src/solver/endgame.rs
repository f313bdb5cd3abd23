//! The endgame that the alpha-beta search plays: its positions, moves, bounds and keys.

/// Above every margin of a hand.
pub(super) const INFINITE: i32 = 1 << 28;

/// The bounds of a position, known without playing on; in points, from the point of view of the side to act.
#[derive(Copy, Clone, Debug)]
pub(super) struct Outlook {
    /// Points that are made and decided.
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
    /// How the table of positions calls it; above 0.
    pub name: u16,
    pub play: M,
}

/// The endgame of one hand of a two-sided game: everything that all its positions share.
pub(super) trait Endgame {
    /// A position.
    type Position: Copy;
    /// A move.
    type Move: Copy;

    /// The side to act.
    fn side(&self, position: &Self::Position) -> usize;

    /// Plays left in the hand.
    fn plays_left(&self, position: &Self::Position) -> usize;

    /// The margin of a hand that has ended, from side 0.
    fn end(&self, position: &Self::Position) -> Option<i32>;

    /// What can be said of a hand that has not ended.
    fn outlook(&self, position: &Self::Position) -> Outlook;

    /// Names everything that the points still to come depend on.
    fn key(&self, position: &Self::Position) -> u64;

    /// Pushes the moves; of those that are worth the same, one at least.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Ordered<Self::Move>>);

    /// The position after a move.
    fn play(&self, position: &Self::Position, play: Self::Move) -> Self::Position;
}
