//! A vector: sixteen numbers that a forward pass works on at once, whatever the processor.

/// Numbers that are worked on at once; every width is padded to a multiple of it.
pub(super) const LANES: usize = 16;

/// Sixteen numbers.
pub(super) trait Vector: Copy {
    /// Sixteen times `value`.
    fn splat(value: f32) -> Self;
    /// Reads sixteen numbers.
    fn load(from: &[f32; LANES]) -> Self;
    /// Writes sixteen numbers.
    fn store(self, to: &mut [f32; LANES]);
    /// `self + other`, lane by lane.
    fn add(self, other: Self) -> Self;
    /// `self * factor + sum` with one rounding, lane by lane.
    fn mul_add(self, factor: Self, sum: Self) -> Self;
    /// The larger of each lane and 0.
    fn relu(self) -> Self;
    /// The sum of all lanes: halves are added (lane `i` and `i + 8`), then quarters, and so on.
    fn sum(self) -> f32;
}

/// As many numbers as lanes, on a line of the cache of their own.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
pub(super) struct WeightBlock(pub(super) [f32; LANES]);
