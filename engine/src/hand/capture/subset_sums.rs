//! Plays against a table of up to six cards, all subsets at once.
//!
//! A subset of up to six table cards is a number below 64: bit `i` stands for the `i`-th table card. A set of subsets
//! is one `u64`. The plays of a card are such a set: captures, and the empty subset for a lay. The sums of the 16
//! subsets of the four lowest cards are the byte lanes of one vector. They are compared with the target minus the sum
//! of each subset of the other cards. Machines without such vectors use the other methods.

use super::TableCards;
use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::vector::Bytes16;

/// Number of cards in the lanes.
const LOW: usize = 4;
/// Most table cards that the method can handle.
const MOST: u32 = 6;
/// Value of a missing card: above every target, and four of them fit into a byte.
const ABSENT: u8 = 40;
/// Value of the lowest 52-card court: no sum with a court is a target, and no two ranks have the same value.
const COURT: u8 = 24;

/// Subsets of one card.
const SINGLES: u64 = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8 | 1 << 16 | 1 << 32;
/// The empty subset: a lay.
const LAY: u64 = 1;

/// Subsets by their number of cards.
const SIZES: [u64; 7] = {
    let mut sizes = [0; 7];
    let mut subset: u32 = 0;
    while subset < 64 {
        sizes[subset.count_ones() as usize] |= 1 << subset;
        subset += 1;
    }
    sizes
};

/// Lanes whose subset holds the `i`-th card.
const MEMBERS: [[u64; 2]; LOW] = [
    [0xFF00_FF00_FF00_FF00, 0xFF00_FF00_FF00_FF00],
    [0xFFFF_0000_FFFF_0000, 0xFFFF_0000_FFFF_0000],
    [0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_0000_0000],
    [0, !0],
];

/// The sums of all subsets of a table of up to six cards.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SubsetSums {
    table: TableCards,
    /// Value of 7c.
    matta: u8,
    low: Bytes16,
    /// Sums of the subsets of the cards above the four lowest, 0 for the empty one.
    high: [u8; 4],
    /// Number of those subsets.
    highs: usize,
}

/// Values in sums by card index; index 64 stands for a missing card.
static VALUES: [u8; 65] = {
    let mut values = [ABSENT; 65];
    let mut index = 0;
    while index < 52 {
        let rank = index as u8 / 4 + 1;
        values[index] = if rank <= 10 { rank } else { COURT + rank - 11 };
        index += 1;
    }
    values
};

/// Value of a card in sums; 7c has the value `matta`.
#[inline(always)]
fn value(place: usize, matta: u8) -> u8 {
    if place == MATTA.index() as usize {
        matta
    } else {
        VALUES[place]
    }
}

/// Value of 7c: its declared value, or seven if none was declared.
#[inline(always)]
fn matta_value(table: TableCards) -> u8 {
    if table.matta == 0 { MATTA.rank() } else { table.matta }
}

impl SubsetSums {
    /// Whether the cards of a table are few enough.
    #[inline(always)]
    pub(crate) fn fit(table: CardSet) -> bool {
        table.len() <= MOST
    }

    /// The sums of a table of few cards.
    #[inline(always)]
    pub(crate) fn new(table: TableCards) -> SubsetSums {
        let matta = matta_value(table);
        let mut rest = table.cards;
        let mut low = Bytes16::splat(0);
        for members in MEMBERS {
            low = low.add_where(members, value(rest.bits().trailing_zeros() as usize, matta));
            rest = rest.without_first();
        }
        let mut sums = SubsetSums { table, matta, low, high: [0; 4], highs: 1 };
        for card in rest {
            let value = value(usize::from(card.index()), matta);
            for i in 0..sums.highs {
                sums.high[sums.highs + i] = sums.high[i] + value;
            }
            sums.highs *= 2;
        }
        sums
    }

    /// The subsets that add up to a target.
    #[inline(always)]
    fn hits(&self, target: u8) -> u64 {
        let mut hits = u64::from(self.low.equal_to(target));
        for (i, &high) in self.high[..self.highs].iter().enumerate().skip(1) {
            hits |= u64::from(self.low.equal_to(target.wrapping_sub(high))) << (16 * i);
        }
        hits
    }

    /// The plays of a card: the subsets that it may capture, the empty one for its lay.
    #[inline(always)]
    pub(crate) fn plays(&self, game: &Game, card: Card) -> u64 {
        let rules = &game.capture;
        let mut captures = self.captures(game, card);
        if let Some(size) = rules.sizes.only(SIZES.iter(), |&&size| captures & size != 0) {
            captures &= size;
        }
        if captures == 0 || !rules.mandatory {
            captures | LAY
        } else {
            captures
        }
    }

    #[inline(always)]
    fn captures(&self, game: &Game, card: Card) -> u64 {
        let rules = &game.capture;
        let value = value(usize::from(card.index()), self.matta);
        let sums = self.hits(value);
        let equals = if rules.equal { sums & SINGLES } else { 0 };
        if rules.equal_bars_fifteens && equals != 0 || value >= COURT {
            return equals;
        }
        if rules.ace && value == 1 {
            if sums == 0 {
                return (1 << ((1 << self.table.cards.len()) - 1)) & !LAY;
            }
            let fifteen = rules.fifteen && rules.ace_or_fifteen;
            return equals | if fifteen { self.hits(14) } else { 0 };
        }
        let has_sums = rules.sum && !(rules.equal_bars_sums && equals != 0);
        let sums = if has_sums { sums & !SINGLES } else { 0 };
        let fifteens = if rules.fifteen { self.hits(15 - value) } else { 0 };
        equals | sums | fifteens
    }
}
