//! Subset sums of a small table, all at once: the sums of the 16 subsets of its four lowest cards are the byte lanes of
//! one vector, compared with a target less the sum of each subset of the other cards.
//!
//! On machines without such vectors [`subset`](super::subset) does the work.

use super::Table;
use crate::card::{Card, MATTA};
use crate::card_set::CardSet;
use crate::game::Game;
use crate::vector::Bytes16;

/// Cards that the lanes hold.
const LOW: u32 = 4;
/// The most other cards.
const HIGH: u32 = 4;
/// What a missing card counts: more than every target, and four of them fit into a byte.
const ABSENT: u8 = 40;

/// The sums of all subsets of the numerals of a table of up to eight.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Lanes {
    numerals: CardSet,
    low: Bytes16,
    /// Sums of the subsets of the cards above the four lowest.
    high: [u8; 1 << HIGH],
    /// Number of those subsets.
    highs: usize,
}

/// Lanes whose subset holds the `i`-th card.
const MEMBERS: [[u64; 2]; LOW as usize] = [
    [0xFF00_FF00_FF00_FF00, 0xFF00_FF00_FF00_FF00],
    [0xFFFF_0000_FFFF_0000, 0xFFFF_0000_FFFF_0000],
    [0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_0000_0000],
    [0, !0],
];

impl Lanes {
    /// The sums of a table, if its numerals are few enough.
    #[inline(always)]
    pub(crate) fn new(game: &Game, table: Table) -> Option<Lanes> {
        let numerals = table.cards & game.numerals;
        let count = numerals.len();
        if count > LOW + HIGH {
            return None;
        }
        let value = |card: Card| {
            if card == MATTA && table.matta != 0 {
                table.matta
            } else {
                card.rank()
            }
        };
        let mut rest = numerals;
        let mut low = Bytes16::splat(0);
        for members in MEMBERS {
            match rest.first() {
                Some(card) => {
                    rest.remove(card);
                    low = low.add_where(members, value(card));
                }
                None => low = low.add_where(members, ABSENT),
            }
        }
        let mut high = [0; 1 << HIGH];
        let mut highs = 1;
        for card in rest {
            for i in 0..highs {
                high[highs + i] = high[i] + value(card);
            }
            highs *= 2;
        }
        Some(Lanes {
            numerals,
            low,
            high,
            highs,
        })
    }

    /// The lanes, a bit each, that together with a subset of the high cards add up to the target; 0 for target 0.
    #[inline(always)]
    fn hits(&self, high: usize, target: u8) -> u32 {
        if target == 0 || self.high[high] > target {
            return 0;
        }
        self.low.equal_to(target - self.high[high])
    }

    /// The lanes that make `sum` or `fifteen` with a subset of the high cards. A single card makes `sum` only where
    /// `equal` is open.
    #[inline(always)]
    fn open(&self, high: usize, equal: bool, sum: u8, fifteen: u8) -> u32 {
        let mut sums = self.hits(high, sum);
        if !equal {
            sums &= match high.count_ones() {
                0 => !0x0116,
                1 => !0x0001,
                _ => !0,
            };
        }
        sums | self.hits(high, fifteen)
    }

    /// Number of sets that make `sum` (one card only if `equal`) or `fifteen`; 0 closes a target.
    #[inline(always)]
    pub(crate) fn count(&self, equal: bool, sum: u8, fifteen: u8) -> usize {
        (0..self.highs)
            .map(|high| self.open(high, equal, sum, fifteen).count_ones() as usize)
            .sum()
    }

    /// Calls `found` with those sets by rising mask.
    #[inline(always)]
    pub(crate) fn for_each(&self, equal: bool, sum: u8, fifteen: u8, found: &mut impl FnMut(CardSet)) {
        for high in 0..self.highs {
            let mut lanes = self.open(high, equal, sum, fifteen);
            while lanes != 0 {
                let subset = (high as u32) << LOW | lanes.trailing_zeros();
                lanes &= lanes - 1;
                found(self.set(subset));
            }
        }
    }

    /// The cards of a subset: bit `i` is the `i`-th card.
    #[inline(always)]
    fn set(&self, subset: u32) -> CardSet {
        let mut left = subset;
        let mut rest = self.numerals;
        let mut set = CardSet::EMPTY;
        while left != 0 {
            let Some(card) = rest.first() else { break };
            rest.remove(card);
            if left & 1 != 0 {
                set.insert(card);
            }
            left >>= 1;
        }
        set
    }
}
