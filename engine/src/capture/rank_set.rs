//! Captures looked up by the table's rank set.
//!
//! Holds where an equal card forbids sums, only equals and sums capture, and the table has no two cards of a rank: then
//! the table is one of 1024 rank sets, and what a rank captures is a list of rank sets found once for all games. Tables
//! of such games stay free of equal ranks once they are (`rules.md` G).

use crate::card_set::CardSet;
use std::sync::LazyLock;

const RANKS: usize = 10;
const SETS: usize = 1 << RANKS;

/// What each rank does on one rank set. One cache line.
#[repr(align(64))]
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
    /// All cards of the ranks with more than one capture.
    pub several: u64,
    /// What a play of the rank changes in the rank set: its first capture, or the rank itself where it is laid.
    pub change: [u16; RANKS],
    /// Place of the rank's first capture in the list.
    first: [u16; RANKS],
    /// Number of captures of the rank.
    pub count: [u8; RANKS],
}

/// The tables of all rank-set games.
#[derive(Debug)]
pub(crate) struct RankSets {
    rows: [Row; SETS],
    captures: Vec<u16>,
    /// All cards of the ranks of a set.
    pub cards: [u64; SETS],
}

static TABLES: LazyLock<RankSets> = LazyLock::new(RankSets::new);

impl RankSets {
    /// The tables, made at first use.
    pub(crate) fn get() -> &'static RankSets {
        &TABLES
    }

    fn new() -> RankSets {
        let empty = Row {
            several: 0,
            change: [0; RANKS],
            first: [0; RANKS],
            count: [0; RANKS],
        };
        let mut tables = RankSets {
            rows: [empty; SETS],
            captures: Vec::new(),
            cards: std::array::from_fn(cards_of),
        };
        for set in 0..SETS {
            for rank in 0..RANKS {
                tables.fill(set, rank);
            }
        }
        tables
    }

    fn fill(&mut self, set: usize, rank: usize) {
        let first = self.captures.len();
        if set >> rank & 1 != 0 {
            self.captures.push(1 << rank);
        } else {
            let sums = (1..=set).filter(|subset| subset & !set == 0 && sum(*subset) == rank + 1);
            self.captures.extend(sums.map(|subset| subset as u16));
        }
        let count = self.captures.len() - first;
        let row = &mut self.rows[set];
        row.first[rank] = first as u16;
        row.count[rank] = count as u8;
        row.change[rank] = if count == 0 { 1 << rank } else { self.captures[first] };
        if count > 1 {
            row.several |= 0xF << (4 * rank);
        }
    }

    /// The row of a rank set.
    #[inline(always)]
    pub(crate) fn row(&self, set: u16) -> &Row {
        &self.rows[usize::from(set) & (SETS - 1)]
    }

    /// The rank sets that a rank (from 0) captures, ascending.
    #[inline(always)]
    pub(crate) fn captures(&self, row: &Row, rank: usize) -> &[u16] {
        let first = usize::from(row.first[rank]);
        &self.captures[first..first + usize::from(row.count[rank])]
    }

    /// All cards of the ranks of a set.
    #[inline(always)]
    pub(crate) fn cards(&self, set: u16) -> u64 {
        self.cards[usize::from(set) & (SETS - 1)]
    }
}

/// Sum of the ranks of a set.
fn sum(set: usize) -> usize {
    (0..RANKS)
        .filter(|rank| set >> rank & 1 != 0)
        .map(|rank| rank + 1)
        .sum()
}

fn cards_of(set: usize) -> u64 {
    (0..RANKS)
        .filter(|rank| set >> rank & 1 != 0)
        .fold(0, |cards, rank| cards | 0xF << (4 * rank))
}

/// The ranks of cards of the 40-card pack, a bit each from the ace.
#[inline(always)]
pub(crate) fn ranks_of(cards: CardSet) -> u16 {
    let halves = cards.bits() | cards.bits() >> 1;
    let ones = (halves | halves >> 2) & 0x11_1111_1111;
    let twos = (ones | ones >> 3) & 0x03_0303_0303;
    let fours = (twos | twos >> 6) & 0x03_000F_000F;
    let eights = fours | fours >> 12;
    (eights & 0xFF | eights >> 24 & 0x300) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Suit};

    #[test]
    fn every_rank_set_is_read_back_from_its_cards() {
        for set in 0..SETS as u16 {
            assert_eq!(ranks_of(CardSet::from_bits(RankSets::get().cards(set))), set);
            let single: CardSet = (1..=10)
                .filter(|rank| set >> (rank - 1) & 1 != 0)
                .map(|rank| Card::of(rank, Suit::Swords))
                .collect();
            assert_eq!(ranks_of(single), set);
        }
    }

    /// An equal for each of 10 ranks on the 512 sets that hold it. A sum of `n` distinct ranks is open on the sets that hold
    /// them and not the played rank: 2 to the power of 9 - n.
    #[test]
    fn there_are_5120_equals_and_3296_sums() {
        assert_eq!(RankSets::get().captures.len(), 5120 + 3296);
    }
}
