//! Sixteen numbers: the vector of a forward pass, the same for every processor, and a block of them in memory.

/// Numbers per vector; every width is a multiple of it.
pub const LANES: usize = 16;

/// Sixteen numbers in the registers of one instruction-set level. All levels give the same bits.
///
/// Functions with vectors are marked `inline(always)`, up to the one compiled for the level, and loop over indices. A
/// library function with a closure is not compiled for the level, so every operation in it would become a call.
pub trait Vector: Copy {
    /// Sixteen times `value`.
    fn splat(value: f32) -> Self;
    /// Reads sixteen numbers.
    fn load(from: &[f32; LANES]) -> Self;
    /// Writes sixteen numbers.
    fn store(self, to: &mut [f32; LANES]);
    /// `self + other`, lane by lane.
    fn add(self, other: Self) -> Self;
    /// `self * factor`, lane by lane.
    fn mul(self, factor: Self) -> Self;
    /// `self * factor + sum` with one rounding, lane by lane.
    fn mul_add(self, factor: Self, sum: Self) -> Self;
    /// Replaces lanes below 0 by 0.
    fn relu(self) -> Self;
    /// Replaces lanes by 0 if their lane of `active` is 0; no lane of `active` may be below 0.
    fn gated(self, active: Self) -> Self;
    /// The sum of all lanes: adds halves (lanes `i` and `i + 8`), then quarters, and so on.
    fn sum(self) -> f32;
}

/// Sixteen numbers, aligned to a cache line.
#[derive(Copy, Clone, PartialEq, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub struct Block(pub [f32; LANES]);

impl Block {
    /// Reads the numbers.
    #[inline(always)]
    pub fn load<V: Vector>(&self) -> V {
        V::load(&self.0)
    }

    /// Adds to the numbers.
    #[inline(always)]
    pub fn add<V: Vector>(&mut self, numbers: V) {
        V::load(&self.0).add(numbers).store(&mut self.0);
    }
}
