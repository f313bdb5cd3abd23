//! Counts of what a side scored during play, packed into one word.

/// What a side scored during play, in counts (not points). Each count is below 256 by construction: a hand has at most
/// 52 plies.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Hash)]
pub struct Tally {
    /// Sweeps that score.
    pub sweeps: u8,
    /// Three-point declarations.
    pub threes: u8,
    /// Ten-point declarations.
    pub tens: u8,
    /// Captures of the card laid by the preceding play. This and the next two stay 0 where the rule set gives no points
    /// for any of the three.
    pub picada: u8,
    /// Captures in one suit.
    pub simili: u8,
    /// Captures of three or more table cards.
    pub quadriglia: u8,
}
