//! The most that a card of each rank can take from a table.
//!
//! [`Sums`] is a knapsack: lane `s` is the worth of the best set of table cards whose values add up to `s`. One card more
//! is one shift and one maximum, so what a lay opens up costs one step from the table before it.

/// Lanes: sums 0 to 15, or ranks.
pub const LANES: usize = 16;

/// A worth by rank (or by sum).
pub type Lanes = [f32; LANES];

/// No such set: adding a few worths keeps it far below every worth.
pub const NONE: f32 = -1e6;

/// Below this a lane holds no set.
const SOME: f32 = -1e5;

/// Best worths by sum, and of single cards by rank.
#[derive(Copy, Clone, Debug)]
pub struct Sums {
    /// The upper half are the sums; the lower half is what a shift brings in.
    padded: [f32; 2 * LANES],
    /// Best single card by rank.
    pub single: Lanes,
    /// Sum of values; cards without a value make it large.
    pub sum: usize,
    /// Worth of all cards.
    pub total: f32,
    /// Number of cards.
    pub len: u32,
}

/// Value of a card without one: no sum reaches it.
pub const NO_VALUE: usize = LANES;

impl Sums {
    /// The empty table.
    pub const EMPTY: Sums = {
        let mut padded = [NONE; 2 * LANES];
        padded[LANES] = 0.0;
        Sums {
            padded,
            single: [NONE; LANES],
            sum: 0,
            total: 0.0,
            len: 0,
        }
    };

    /// The table with one card more: its value (at most [`NO_VALUE`]), its rank as a lane, and its worth.
    #[inline(always)]
    pub fn with(&self, value: usize, rank: usize, worth: f32) -> Sums {
        let mut next = *self;
        let shifted = &self.padded[LANES - value..2 * LANES - value];
        for (best, &other) in next.padded[LANES..].iter_mut().zip(shifted) {
            *best = larger(*best, other + worth);
        }
        let single = &mut next.single[rank];
        *single = larger(*single, worth);
        next.sum += value;
        next.total += worth;
        next.len += 1;
        next
    }

    /// Best worth by sum.
    #[inline(always)]
    pub fn by_sum(&self) -> &Lanes {
        self.padded[LANES..].first_chunk().expect("the upper half")
    }
}

/// The larger of two numbers that are none of them NaN; one instruction.
#[inline(always)]
pub fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Whether a lane holds a set.
#[inline(always)]
pub fn is_some(worth: f32) -> bool {
    worth > SOME
}

/// The largest of all lanes; they are 0 or more.
#[inline(always)]
pub fn largest(lanes: &Lanes) -> f32 {
    let four = lanes.chunks_exact(4).fold([0.0; 4], |four: [f32; 4], chunk| {
        std::array::from_fn(|at| larger(four[at], chunk[at]))
    });
    larger(larger(four[0], four[1]), larger(four[2], four[3]))
}

/// The sum of all lanes.
#[inline(always)]
pub fn total(lanes: &Lanes) -> f32 {
    let four = lanes.chunks_exact(4).fold([0.0; 4], |four: [f32; 4], chunk| {
        std::array::from_fn(|at| four[at] + chunk[at])
    });
    (four[0] + four[1]) + (four[2] + four[3])
}
