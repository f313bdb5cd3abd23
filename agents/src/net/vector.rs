//! Sixteen numbers: a vector that a forward pass works on at once, whatever the processor; a block of them in memory.

/// Numbers that are worked on at once; every width is padded to a multiple of it.
pub const LANES: usize = 16;

/// Sixteen numbers in the registers of a level of machine. All levels give the same bits.
///
/// What works with it is marked `inline(always)`, up to what is compiled for the level, and loops over indices: a
/// library function that takes a closure, compiled for no level, would leave every operation a call.
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
    /// 0 in lanes below 0.
    fn relu(self) -> Self;
    /// 0 in lanes where `active`, which is nowhere below 0, is 0.
    fn gated(self, active: Self) -> Self;
    /// The sum of all lanes: halves are added (lane `i` and `i + 8`), then quarters, and so on.
    fn sum(self) -> f32;
}

/// Sixteen numbers, on a line of the cache of their own.
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
