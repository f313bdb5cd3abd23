//! Captures looked up by the table's rank set.
//!
//! Holds where an equal card forbids sums, only equals, sums and the ace's taking all capture, and the table has no two
//! cards of a rank: then
//! the table is one of 1024 rank sets, and what a rank captures is a list of rank sets found once for all games. Tables
//! of such games stay free of equal ranks once they are (`docs/rules.md` G).

use crate::card_set::CardSet;
use std::cmp::Reverse;
use std::sync::LazyLock;

const RANKS: usize = 10;
const SETS: usize = 1 << RANKS;

/// What each rank does on one rank set. Half a cache line, so that the rows of all usual tables stay in the first-level cache.
#[repr(align(32))]
#[derive(Copy, Clone, Debug)]
pub(crate) struct RankSetPlays {
    /// All cards of the ranks with more than one capture.
    pub several: u64,
    /// What a play of the rank changes in the rank set: its first capture, or the rank itself where it is laid.
    pub change: [u16; RANKS],
}

impl RankSetPlays {
    /// What a play of the card at a place changes in the rank set.
    #[inline(always)]
    pub(crate) fn change_of(&self, place: u32) -> u16 {
        self.change[place as usize / 4]
    }
}

/// The captures of all rank-set games, by the set of ranks on the table: a bit for each rank from the ace.
///
/// A play changes the set of the table: it takes ranks out, or puts its own in.
#[derive(Debug)]
pub struct RankSets {
    rows: [RankSetPlays; SETS],
    /// Plays of each rank but the first: four bits a rank, where its cards have theirs.
    more: [u64; SETS],
    /// Place of each rank's first change.
    first: [[u16; RANKS]; SETS],
    /// The captures of each rank on each set, or its lay alone.
    changes: Vec<u16>,
    cards: [u64; SETS],
    sweepers: [u64; SETS],
}

static TABLES: LazyLock<RankSets> = LazyLock::new(|| RankSets::new(false));
static WITH_ACES: LazyLock<RankSets> = LazyLock::new(|| RankSets::new(true));

impl RankSets {
    /// The tables, made at first use.
    pub fn get() -> &'static RankSets {
        &TABLES
    }

    /// The tables of games whose ace takes everything where no ace lies on the table.
    pub(crate) fn with_aces() -> &'static RankSets {
        &WITH_ACES
    }

    fn new(aces: bool) -> RankSets {
        let empty = RankSetPlays {
            several: 0,
            change: [0; RANKS],
        };
        let mut tables = RankSets {
            rows: [empty; SETS],
            more: [0; SETS],
            first: [[0; RANKS]; SETS],
            changes: Vec::new(),
            cards: std::array::from_fn(cards_of),
            sweepers: std::array::from_fn(|set| match sum(set) {
                0 => 0,
                sum if sum > RANKS => 0,
                sum => cards_of(1 << (sum - 1)),
            }),
        };
        for set in 0..SETS {
            for rank in 0..RANKS {
                tables.fill(set, rank, aces);
            }
        }
        tables
    }

    fn fill(&mut self, set: usize, rank: usize, aces: bool) {
        let first = self.changes.len();
        if set >> rank & 1 != 0 {
            self.changes.push(1 << rank);
        } else if aces && rank == 0 {
            self.changes.extend((set != 0).then_some(set as u16));
        } else {
            let sums = (1..=set).filter(|subset| subset & !set == 0 && sum(*subset) == rank + 1);
            self.changes.extend(sums.map(|subset| subset as u16));
            if aces && is_depth_first(set.count_ones()) {
                self.changes[first..].sort_unstable_by_key(|subset| Reverse(subset.reverse_bits()));
            }
        }
        let count = self.changes.len() - first;
        if count == 0 {
            self.changes.push(1 << rank);
        }
        let row = &mut self.rows[set];
        row.change[rank] = self.changes[first];
        if count > 1 {
            row.several |= 0xF << (4 * rank);
        }
        self.first[set][rank] = first as u16;
        self.more[set] |= (count.max(1) as u64 - 1) << (4 * rank);
    }

    /// The row of a rank set.
    #[inline(always)]
    pub(crate) fn row(&self, set: u16) -> &RankSetPlays {
        &self.rows[usize::from(set) & (SETS - 1)]
    }

    /// The plays of each rank but the first, as [`more_of`] reads them.
    #[inline(always)]
    pub(crate) fn more(&self, set: u16) -> u64 {
        self.more[usize::from(set) & (SETS - 1)]
    }

    /// What a rank (from 0) may change a set by: the rank sets that it captures, ascending, or its lay alone.
    #[inline(always)]
    pub fn changes(&self, set: u16, rank: usize) -> &[u16] {
        let first = usize::from(self.first[usize::from(set) & (SETS - 1)][rank]);
        &self.changes[first..=first + more_of(self.more(set), 4 * rank as u32) as usize]
    }

    /// All cards of the ranks of a set.
    #[inline(always)]
    pub fn cards(&self, set: u16) -> u64 {
        self.cards[usize::from(set) & (SETS - 1)]
    }

    /// All cards of the rank that takes the whole of a set at once, if there is one; the ace's taking all apart.
    #[inline(always)]
    pub fn sweepers(&self, set: u16) -> u64 {
        self.sweepers[usize::from(set) & (SETS - 1)]
    }

    /// Whether no two cards share a rank.
    #[inline(always)]
    pub(crate) fn is_unpaired(cards: CardSet) -> bool {
        !cards.has_of_a_rank(2)
    }

    /// The ranks of cards of the 40-card pack.
    #[inline(always)]
    pub fn ranks_of(cards: CardSet) -> u16 {
        let halves = cards.bits() | cards.bits() >> 1;
        let ones = (halves | halves >> 2) & 0x11_1111_1111;
        let twos = (ones | ones >> 3) & 0x03_0303_0303;
        let fours = (twos | twos >> 6) & 0x03_000F_000F;
        let eights = fours | fours >> 12;
        (eights & 0xFF | eights >> 24 & 0x300) as u16
    }
}

/// How many plays but the first the card of a place has.
#[inline(always)]
pub(crate) fn more_of(more: u64, place: u32) -> u32 {
    (more >> (place & !3)) as u32 & 0xF
}

/// Whether captures from a table of so many cards are in depth-first order where an ace takes all: the order that these
/// games have always drawn them in. Else they are by rising mask.
#[inline(always)]
pub(crate) fn is_depth_first(cards: u32) -> bool {
    cards > 6
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Suit};

    #[test]
    fn every_rank_set_is_read_back_from_its_cards() {
        for set in 0..SETS as u16 {
            assert_eq!(RankSets::ranks_of(CardSet::from_bits(RankSets::get().cards(set))), set);
            let single: CardSet = (1..=10)
                .filter(|rank| set >> (rank - 1) & 1 != 0)
                .map(|rank| Card::of(rank, Suit::Swords))
                .collect();
            assert_eq!(RankSets::ranks_of(single), set);
        }
    }

    /// An equal for each of 10 ranks on the 512 sets that hold it. A sum of `n` distinct ranks is open on the sets that hold
    /// them and not the played rank: 2 to the power of 9 - n.
    #[test]
    fn there_are_5120_equals_and_3296_sums() {
        let captures: usize = (0..SETS as u16)
            .flat_map(|set| (0..RANKS).map(move |rank| (set, rank)))
            .map(|(set, rank)| match RankSets::get().changes(set, rank) {
                [lay] if usize::from(*lay) == 1 << rank && set & lay == 0 => 0,
                captures => captures.len(),
            })
            .sum();
        assert_eq!(captures, 5120 + 3296);
    }
}
