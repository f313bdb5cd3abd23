//! The place of a hand in a contest: its deal and its seating.

/// A play of a deal.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct PlayPlace {
    /// The number of the deal.
    pub deal: u64,
    /// The number of the seating.
    pub play: usize,
}
