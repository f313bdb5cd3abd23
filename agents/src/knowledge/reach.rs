//! The best capture from a table for a card of each rank, by the worth of the captured cards.
//!
//! A capture may be counted that the rules forbid, if `fewest` or a free choice of declarations matters. [`TableSums`]
//! is a knapsack: lane `s` is the worth of the best set of table cards whose values add up to `s`. Another card costs
//! one shift and one maximum, so the captures after a lay cost one step from the table before it.

use spariglio_engine::cards::MATTA;
use spariglio_engine::rules::{Ace, AceWithAce, SingleFirst};
use spariglio_engine::{Card, CardSet, Game};

/// Numbers in a [`ByRank`]: enough for the 13 ranks, from 1, and for the sums 0 to 15.
pub const LANES: usize = 16;

/// One number per rank, at the index of the rank; or one per sum of values.
pub type ByRank = [f32; LANES];

/// No such set. It stays far below every worth even if a few worths are added.
pub const NONE: f32 = -1e6;

/// 1 in the lane of an index and 0 elsewhere. Lanes are changed as whole vectors: if a single lane is written and then
/// read with the others, the read stalls.
pub const HOT: [ByRank; LANES + 1] = {
    let mut hot = [[0.0; LANES]; LANES + 1];
    let mut lane = 0;
    while lane < LANES {
        hot[lane][lane] = 1.0;
        lane += 1;
    }
    hot
};

/// A lane holds no set if it is below this.
const SOME: f32 = -1e5;

/// Largest card value; the lanes above are for courts without a value.
const LARGEST_VALUE: usize = 10;

/// The values as bits: 1 to 10.
const VALUES: u32 = 0x7FE;

/// Upper bound on a capture by sum or fifteen: `NONE` for ranks without a value.
const VALUED: ByRank = {
    let mut most = [f32::INFINITY; LANES];
    let mut lane = LARGEST_VALUE + 1;
    while lane < LANES {
        most[lane] = NONE;
        lane += 1;
    }
    most
};

/// The capture rules of a game.
#[derive(Copy, Clone, Debug)]
pub struct Reach {
    equal: bool,
    sum: bool,
    fifteen: bool,
    difference: bool,
    ace: bool,
    ace_or_fifteen: bool,
    ace_sweeps: bool,
    single_first: SingleFirst,
}

impl Reach {
    /// The rules of a game.
    pub fn new(game: &Game) -> Reach {
        let capture = &game.rules().capture;
        Reach {
            equal: capture.equal,
            sum: capture.sum,
            fifteen: capture.fifteen,
            difference: capture.difference,
            ace: capture.ace == Ace::TakesAll,
            ace_or_fifteen: capture.ace_with_ace == AceWithAce::AceOrFifteen,
            ace_sweeps: game.rules().sweep.ace_scores,
            single_first: capture.single_first,
        }
    }

    /// Points of the best capture by a card of each rank; a sweep adds `sweep`.
    #[inline(always)]
    pub fn takes(&self, table: &TableSums, sweep: f32) -> ByRank {
        let sums = table.by_sum();
        let mut takes = if self.sum { *sums } else { [NONE; LANES] };
        if self.equal && self.single_first == SingleFirst::BeforeSums {
            singles_instead(&mut takes, table);
        }
        if self.fifteen {
            for (take, &sum) in takes.iter_mut().zip(sums.iter().rev()) {
                *take = larger(*take, sum);
            }
        }
        if self.difference {
            add_pairs(table, sweep, &mut takes);
        }
        for (take, &most) in takes.iter_mut().zip(&VALUED) {
            *take = if *take < most { *take } else { most };
        }
        if self.equal && self.single_first == SingleFirst::BeforeAll {
            singles_instead(&mut takes, table);
        } else if self.equal {
            for (take, &single) in takes.iter_mut().zip(&table.single) {
                *take = larger(*take, single);
            }
        }
        self.add_sweeps(table, sweep, &mut takes);
        if self.ace {
            self.set_ace(table, sweep, &mut takes);
        }
        takes
    }

    /// The ranks whose cards can capture from a table, bit `r` for rank `r`.
    #[inline(always)]
    pub fn ranks(&self, table: CardSet, matta: u8) -> u32 {
        let (mut sums, mut singles) = (1_u32, 0);
        for card in table {
            let lane = lane(usize::from(card.index()), matta);
            singles |= 1 << lane;
            if lane <= LARGEST_VALUE {
                // Bit `s` says that some set of cards adds up to `s`: each card shifts all sums so far.
                sums |= sums << lane & 0xFFFF;
            }
        }
        let mut ranks = if self.equal { singles } else { 0 };
        if self.sum {
            ranks |= sums & VALUES;
        }
        if self.fifteen {
            // Rank `r` needs the sum `15 - r`.
            ranks |= u32::from((sums as u16).reverse_bits()) & VALUES;
        }
        if self.difference {
            let values = singles & VALUES;
            ranks |= (1..LARGEST_VALUE)
                .filter(|value| values & values >> value != 0)
                .fold(0, |all, value| all | 1 << value);
        }
        if self.ace && !table.is_empty() {
            ranks |= 1 << 1;
        }
        ranks
    }

    #[inline(always)]
    fn add_sweeps(&self, table: &TableSums, sweep: f32, takes: &mut ByRank) {
        if table.sum <= LARGEST_VALUE && self.equal {
            add_at(takes, table.sum, sweep);
        } else if table.len == 1 && table.sum == NO_VALUE {
            for (take, &single) in takes.iter_mut().zip(&table.single) {
                *take += if is_some(single) { sweep } else { 0.0 };
            }
        }
        if self.fifteen && (5..15).contains(&table.sum) {
            add_at(takes, 15 - table.sum, sweep);
        }
    }

    /// The ace takes all cards if there is no ace on the table. Otherwise it takes an ace, or also a fifteen if the
    /// rules say so.
    #[inline(always)]
    fn set_ace(&self, table: &TableSums, sweep: f32, takes: &mut ByRank) {
        if !is_some(table.single[1]) {
            takes[1] = table.total + if self.ace_sweeps { sweep } else { 0.0 };
        } else if !self.ace_or_fifteen {
            takes[1] = table.single[1] + if table.len == 1 { sweep } else { 0.0 };
        }
    }
}

/// Adds the captures of two cards whose values differ by the card's own.
#[inline(never)]
fn add_pairs(table: &TableSums, sweep: f32, takes: &mut ByRank) {
    let sweep = if table.len == 2 { sweep } else { 0.0 };
    for (value, best) in takes.iter_mut().enumerate().take(LARGEST_VALUE).skip(1) {
        for low in 1..=LARGEST_VALUE - value {
            *best = larger(*best, table.single[low] + table.single[low + value] + sweep);
        }
    }
}

/// Replaces the best capture by that of an equal card, if there is one.
#[inline(always)]
fn singles_instead(takes: &mut ByRank, table: &TableSums) {
    for (take, &single) in takes.iter_mut().zip(&table.single) {
        *take = if is_some(single) { single } else { *take };
    }
}

/// The rank that the card of an index counts as; `matta` is the declared value of 7c, or 0 if it is a plain seven.
#[inline(always)]
pub fn lane(index: usize, matta: u8) -> usize {
    if matta != 0 && index == usize::from(MATTA.index()) {
        usize::from(matta)
    } else {
        index / 4 + 1
    }
}

/// A table card as value, lane and worth.
#[inline(always)]
fn piece(index: usize, matta: u8, worths: &[f32; 64]) -> (usize, usize, f32) {
    let lane = lane(index, matta);
    let value = if lane > LARGEST_VALUE { NO_VALUE } else { lane };
    (value, lane, worths[index])
}

/// Best worths of sets by sum, and of single cards by rank.
#[derive(Clone, Debug)]
pub struct TableSums {
    /// Best worth of a set by sum.
    sums: Padded,
    /// The same for sets of one card and of two; updated only if sets of three or more score.
    one: Padded,
    two: Padded,
    /// Points for taking three or more cards.
    quadriglia: f32,
    /// Worth of the best single card by rank.
    pub single: ByRank,
    /// Sum of values; a card without a value adds [`NO_VALUE`].
    pub sum: usize,
    /// Worth of all cards.
    pub total: f32,
    /// Number of cards.
    pub len: u32,
}

/// Stands for the value of a card without one: no sum reaches it.
pub const NO_VALUE: usize = LANES;

impl TableSums {
    /// The empty table.
    pub fn new(quadriglia: f32) -> TableSums {
        let mut sums = Padded([NONE; 2 * LANES]);
        sums.0[LANES] = 0.0;
        TableSums {
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

    /// Resets to the empty table.
    #[inline(always)]
    fn clear(&mut self) {
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

    /// Becomes the sums of some cards with their worths, by index.
    #[inline(always)]
    pub fn set(&mut self, cards: CardSet, matta: u8, worths: &[f32; 64]) {
        self.clear();
        for card in cards {
            let (value, rank, worth) = piece(usize::from(card.index()), matta, worths);
            self.add(value, rank, worth);
        }
    }

    /// Becomes `base` with one card more.
    #[inline(always)]
    pub fn set_with(&mut self, base: &TableSums, card: Card, matta: u8, worths: &[f32; 64]) {
        let (value, rank, worth) = piece(usize::from(card.index()), matta, worths);
        self.lay(base, value, rank, worth);
    }

    /// Adds a card: its value (at most [`NO_VALUE`]), its rank as a lane, and its worth.
    #[inline(always)]
    pub(crate) fn add(&mut self, value: usize, rank: usize, worth: f32) {
        let longer = self.sums.shifted(value);
        if self.quadriglia > 0.0 {
            let (two, three) = (self.one.shifted(value), self.two.shifted(value));
            let one = self.one;
            self.one.set_larger(&one, &HOT[value].map(|hot| single_worth(hot, 0.0)), worth);
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

    #[inline(always)]
    pub(crate) fn lay(&mut self, base: &TableSums, value: usize, rank: usize, worth: f32) {
        self.sums.set_larger(&base.sums, &base.sums.shifted(value), worth);
        if self.quadriglia > 0.0 {
            let sums = self.sums;
            self.sums.set_larger(&sums, &base.two.shifted(value), worth + self.quadriglia);
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
    pub fn by_sum(&self) -> &ByRank {
        self.sums.0[LANES..].first_chunk().expect("the upper half")
    }
}

/// Worths by sum in the upper half; the lower half pads the shifts with `NONE`.
#[derive(Copy, Clone, Debug)]
struct Padded([f32; 2 * LANES]);

impl Padded {
    /// The lanes with each sum larger by `value`.
    #[inline(always)]
    fn shifted(&self, value: usize) -> ByRank {
        *self.0[LANES - value..].first_chunk().expect("as many lanes")
    }

    /// Becomes the larger of `old` and `other` with `worth` added to it.
    #[inline(always)]
    fn set_larger(&mut self, old: &Padded, other: &ByRank, worth: f32) {
        let lanes = old.0[LANES..].iter().zip(other);
        for (best, (&old, &other)) in self.0[LANES..].iter_mut().zip(lanes) {
            *best = larger(old, other + worth);
        }
    }
}

/// `worth` in a hot lane, otherwise `NONE`.
#[inline(always)]
fn single_worth(hot: f32, worth: f32) -> f32 {
    if hot > 0.0 { worth } else { NONE }
}

/// Adds `worth` to one lane; changes nothing if the lane is [`NO_VALUE`].
#[inline(always)]
pub fn add_at(lanes: &mut ByRank, lane: usize, worth: f32) {
    for (sum, &hot) in lanes.iter_mut().zip(&HOT[lane]) {
        *sum += hot * worth;
    }
}

/// The larger of two numbers, in one instruction; neither may be NaN.
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
pub fn largest(lanes: &ByRank) -> f32 {
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
pub fn total(lanes: &ByRank) -> f32 {
    let mut four = [0.0; 4];
    for chunk in lanes.chunks_exact(4) {
        for (sum, &lane) in four.iter_mut().zip(chunk) {
            *sum += lane;
        }
    }
    (four[0] + four[1]) + (four[2] + four[3])
}
