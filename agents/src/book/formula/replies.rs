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

/// 1 in the lane of an index and 0 elsewhere. Lanes are changed by whole vectors: one lane written alone and read back with
/// the others waits for memory.
pub const HOT: [Lanes; LANES + 1] = {
    let mut hot = [[0.0; LANES]; LANES + 1];
    let mut lane = 0;
    while lane < LANES {
        hot[lane][lane] = 1.0;
        lane += 1;
    }
    hot
};

/// Below this a lane holds no set.
const SOME: f32 = -1e5;

/// Best worths by sum, and of single cards by rank.
#[derive(Clone, Debug)]
pub struct Sums {
    /// Best worth by sum.
    sums: Padded,
    /// The same of one card, and of two; kept only where three cards score.
    one: Padded,
    two: Padded,
    /// Points for taking three or more cards.
    quadriglia: f32,
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
    pub fn new(quadriglia: f32) -> Sums {
        let mut sums = Padded([NONE; 2 * LANES]);
        sums.0[LANES] = 0.0;
        Sums {
            sums,
            one: Padded([NONE; 2 * LANES]),
            two: Padded([NONE; 2 * LANES]),
            quadriglia,
            single: [NONE; LANES],
            sum: 0,
            total: 0.0,
            len: 0,
        }
    }

    /// Takes all cards away.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.sums.0[LANES..].fill(NONE);
        self.sums.0[LANES] = 0.0;
        if self.quadriglia > 0.0 {
            self.one.0[LANES..].fill(NONE);
            self.two.0[LANES..].fill(NONE);
        }
        self.single.fill(NONE);
        self.sum = 0;
        self.total = 0.0;
        self.len = 0;
    }

    /// Adds a card: its value (at most [`NO_VALUE`]), its rank as a lane, and its worth.
    #[inline(always)]
    pub fn add(&mut self, value: usize, rank: usize, worth: f32) {
        let longer = self.sums.shifted(value);
        if self.quadriglia > 0.0 {
            let (two, three) = (self.one.shifted(value), self.two.shifted(value));
            let one = self.one;
            self.one
                .set_larger(&one, &HOT[value].map(|hot| single_worth(hot, 0.0)), worth);
            let old = self.two;
            self.two.set_larger(&old, &two, worth);
            let old = self.sums;
            self.sums.set_larger(&old, &three, worth + self.quadriglia);
        }
        let old = self.sums;
        self.sums.set_larger(&old, &longer, worth);
        for (single, &hot) in self.single.iter_mut().zip(&HOT[rank]) {
            *single = larger(*single, single_worth(hot, worth));
        }
        self.sum += value;
        self.total += worth;
        self.len += 1;
    }

    /// Becomes `base` with one card more.
    #[inline(always)]
    pub fn set_with(&mut self, base: &Sums, value: usize, rank: usize, worth: f32) {
        self.sums.set_larger(&base.sums, &base.sums.shifted(value), worth);
        if self.quadriglia > 0.0 {
            let sums = self.sums;
            self.sums
                .set_larger(&sums, &base.two.shifted(value), worth + self.quadriglia);
        }
        let singles = base.single.iter().zip(&HOT[rank]);
        for (single, (&old, &hot)) in self.single.iter_mut().zip(singles) {
            *single = larger(old, single_worth(hot, worth));
        }
        self.sum = base.sum + value;
        self.total = base.total + worth;
        self.len = base.len + 1;
    }

    /// Best worth by sum.
    #[inline(always)]
    pub fn by_sum(&self) -> &Lanes {
        self.sums.0[LANES..].first_chunk().expect("the upper half")
    }
}

/// Worths by sum in the upper half; the lower half is what a shift brings in.
#[derive(Copy, Clone, Debug)]
struct Padded([f32; 2 * LANES]);

impl Padded {
    /// The lanes with each sum larger by `value`.
    #[inline(always)]
    fn shifted(&self, value: usize) -> Lanes {
        *self.0[LANES - value..].first_chunk().expect("as many lanes")
    }

    /// Becomes the larger of `old` and `other` with `worth` added to it.
    #[inline(always)]
    fn set_larger(&mut self, old: &Padded, other: &Lanes, worth: f32) {
        let lanes = old.0[LANES..].iter().zip(other);
        for (best, (&old, &other)) in self.0[LANES..].iter_mut().zip(lanes) {
            *best = larger(old, other + worth);
        }
    }
}

/// `worth` in a hot lane, and no card elsewhere.
#[inline(always)]
fn single_worth(hot: f32, worth: f32) -> f32 {
    if hot > 0.0 { worth } else { NONE }
}

/// Adds `worth` to one lane; to none where the lane is [`NO_VALUE`].
#[inline(always)]
pub fn add_at(lanes: &mut Lanes, lane: usize, worth: f32) {
    for (sum, &hot) in lanes.iter_mut().zip(&HOT[lane]) {
        *sum += hot * worth;
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

/// The largest of all lanes.
#[inline(always)]
pub fn largest(lanes: &Lanes) -> f32 {
    let mut four = [lanes[0], lanes[1], lanes[2], lanes[3]];
    for chunk in lanes.chunks_exact(4) {
        for (large, &lane) in four.iter_mut().zip(chunk) {
            *large = larger(*large, lane);
        }
    }
    larger(larger(four[0], four[1]), larger(four[2], four[3]))
}

/// The sum of all lanes.
#[inline(always)]
pub fn total(lanes: &Lanes) -> f32 {
    let mut four = [0.0; 4];
    for chunk in lanes.chunks_exact(4) {
        for (sum, &lane) in four.iter_mut().zip(chunk) {
            *sum += lane;
        }
    }
    (four[0] + four[1]) + (four[2] + four[3])
}
