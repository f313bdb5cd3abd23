//! Sixteen numbers: a vector that a forward pass works on at once, whatever the processor; a block of them in memory.

/// Numbers that are worked on at once; every width is padded to a multiple of it.
pub const LANES: usize = 16;

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

/// Sixteen numbers, on a line of the cache of their own.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
#[repr(align(64))]
pub struct Block(pub [f32; LANES]);

/// Each takes and gives whole blocks, which compilers keep in vectors.
impl Block {
    #[inline(always)]
    fn zip(self, other: Block, f: impl Fn(f32, f32) -> f32) -> Block {
        Block(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// `self + other`, lane by lane.
    #[inline(always)]
    #[must_use]
    pub fn plus(self, other: Block) -> Block {
        self.zip(other, |a, b| a + b)
    }

    /// `self * other`, lane by lane.
    #[inline(always)]
    #[must_use]
    pub fn times(self, other: Block) -> Block {
        self.zip(other, |a, b| a * b)
    }

    /// `self * factor`, lane by lane.
    #[inline(always)]
    #[must_use]
    pub fn scaled(self, factor: f32) -> Block {
        self.times(Block([factor; LANES]))
    }

    /// 0 in lanes below 0.
    #[inline(always)]
    #[must_use]
    pub fn relu(self) -> Block {
        self.zip(self, |a, _| {
            let bits = a.to_bits();
            f32::from_bits(bits & !((bits as i32 >> 31) as u32))
        })
    }

    /// 0 in lanes where `active`, which is nowhere below 0, is 0.
    #[inline(always)]
    #[must_use]
    pub fn gated(self, active: Block) -> Block {
        self.zip(active, |number, active| {
            let is_active = ((active.to_bits() as i32).wrapping_neg() >> 31) as u32;
            f32::from_bits(number.to_bits() & is_active)
        })
    }
}

/// Replaces every block by `f` of its place and itself.
///
/// Four at a time: from one loop over eight blocks compilers make gathers of one lane of each, which is fifty times slower.
#[inline(always)]
pub fn map_blocks<const B: usize>(blocks: &mut [Block; B], mut f: impl FnMut(usize, Block) -> Block) {
    let (fours, rest) = blocks.as_chunks_mut::<4>();
    let whole = 4 * fours.len();
    for (four, [a, b, c, d]) in fours.iter_mut().enumerate() {
        *a = f(4 * four, *a);
        *b = f(4 * four + 1, *b);
        *c = f(4 * four + 2, *c);
        *d = f(4 * four + 3, *d);
    }
    for (place, block) in rest.iter_mut().enumerate() {
        *block = f(whole + place, *block);
    }
}
