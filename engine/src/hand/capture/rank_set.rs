//! Looks up captures by the ranks on the table.
//!
//! Valid for games in which an equal card forbids sums and cards capture only by equals, sums or the ace's taking all.
//! A table has a key if at most one pair of its cards shares a rank. The key is the set of ranks and the rank of that
//! pair. The captures of each rank by each key are computed once for all games. A play never makes a new pair
//! (`docs/reference/rules.md` G), so if a table has a key, all later tables have one.

use crate::cards::card_set::CardSet;
use std::hint::select_unpredictable;
use std::sync::LazyLock;

const RANKS: usize = 10;
const SETS: usize = 1 << RANKS;
/// The lowest bit of the pair's rank in a key; the rank is 0 if there is no pair.
const PAIR_AT: usize = RANKS;
/// Size of a table indexed by keys; not every index is a key.
const KEYS: usize = SETS << 4;
/// Flag in a change of a key: only the first card of the pair is captured.
const FIRST_OF_PAIR: u16 = 1 << 14;
/// Flag in a change of a key: only the second card of the pair is captured.
const SECOND_OF_PAIR: u16 = 1 << 15;
const ONE_OF_PAIR: u16 = FIRST_OF_PAIR | SECOND_OF_PAIR;
/// One card of each rank.
const ONES: u64 = 0x11_1111_1111;

/// The plays of each rank by one key. Half a cache line long, so that the rows of all common tables stay in the
/// first-level cache.
#[repr(align(32))]
#[derive(Copy, Clone, Debug)]
pub(crate) struct RankSetPlays {
    /// All cards of the ranks with more than one capture.
    pub several: u64,
    /// Change of the key by a play of the rank: its first capture, or the rank itself if it is laid.
    pub change: [u16; RANKS],
    /// Start of the key's list.
    list: u32,
}

impl RankSetPlays {
    /// The change of the key by a play of the card at `place`.
    #[inline(always)]
    pub(crate) fn change_of(&self, place: u32) -> u16 {
        self.change[place as usize / 4]
    }
}

/// The captures of all rank-set games by the key of the table. A key has a bit for each rank on the table, from the
/// ace. Four bits above them hold the rank of the pair, 0 if there is none. So the key of a table without a pair is its
/// set of ranks.
///
/// A play changes the key: it removes ranks, adds its own rank, or removes one or both cards of the pair.
#[derive(Debug)]
pub struct RankSets {
    rows: Box<[RankSetPlays; KEYS]>,
    /// One list per key, most of them at most a cache line long: a word per rank, then the changes of all ranks. The
    /// changes of a rank are its captures, or its lay if it captures nothing. The low byte of a word is the offset of
    /// the rank's changes in the list; the high byte is their number minus one.
    lists: Vec<u16>,
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

    /// The tables of games whose ace takes everything if no ace lies on the table.
    pub(crate) fn with_aces() -> &'static RankSets {
        &WITH_ACES
    }

    fn new(aces: bool) -> RankSets {
        let empty = RankSetPlays { several: 0, change: [0; RANKS], list: 0 };
        let mut tables = RankSets {
            rows: boxed(empty),
            lists: Vec::new(),
            cards: std::array::from_fn(cards_of),
            sweepers: std::array::from_fn(|set| match sum(set) {
                0 => 0,
                sum if sum > RANKS => 0,
                sum => cards_of(1 << (sum - 1)),
            }),
        };
        let sums = Sums::new();
        for set in 0..SETS as u16 {
            let pairs = (1..=RANKS as u16).filter(|rank| set >> (rank - 1) & 1 != 0);
            for pair in std::iter::once(0).chain(pairs) {
                let key = set | pair << PAIR_AT;
                tables.rows[usize::from(key)].list = tables.lists.len() as u32;
                tables.lists.extend([0; RANKS]);
                for rank in 0..RANKS {
                    tables.fill(key, rank, aces, &sums);
                }
            }
        }
        tables
    }

    fn fill(&mut self, key: u16, rank: usize, aces: bool, sums: &Sums) {
        let mut captures = captures(key, rank, aces, sums);
        let table = table_of(key);
        let cards = |change: &u16| self.captured(key, *change, table);
        captures.sort_unstable_by_key(cards);
        if captures.is_empty() {
            captures.push(1 << rank);
        }
        let key = usize::from(key);
        let row = &mut self.rows[key];
        row.change[rank] = captures[0];
        if captures.len() > 1 {
            row.several |= 0xF << (4 * rank);
        }
        let list = row.list as usize;
        let [begin, more] =
            [self.lists.len() - list, captures.len() - 1].map(|number| u8::try_from(number).expect("short"));
        self.lists[list + rank] = u16::from_le_bytes([begin, more]);
        self.lists.append(&mut captures);
    }

    /// The key of a table of the 40-card pack; `None` if more than two of its cards share ranks.
    #[inline(always)]
    pub(crate) fn key(table: CardSet) -> Option<u16> {
        let cards = table.bits();
        // The cards that have a lower card of their rank on the table.
        let above = cards & (cards << 1 & (0xE * ONES) | cards << 2 & (0xC * ONES) | cards << 3 & (0x8 * ONES));
        let pair = match above {
            0 => 0,
            _ => above.trailing_zeros() as u16 / 4 + 1,
        };
        (above & above.wrapping_sub(1) == 0).then(|| table.ranks() | pair << PAIR_AT)
    }

    /// The row of a key.
    #[inline(always)]
    pub(crate) fn row(&self, key: u16) -> &RankSetPlays {
        &self.rows[usize::from(key) % KEYS]
    }

    /// Index in `lists` of the first change of a rank (from 0) by a key, and the number of its further changes.
    #[inline(always)]
    fn of_rank(&self, key: u16, rank: usize) -> (usize, u32) {
        let list = self.row(key).list as usize;
        let word = self.lists[list + rank];
        (list + usize::from(word & 0xFF), u32::from(word >> 8))
    }

    /// Number of plays of the card at `place` after the first.
    #[inline(always)]
    pub(crate) fn more(&self, key: u16, place: u32) -> u32 {
        self.of_rank(key, place as usize / 4).1
    }

    /// The changes that a rank (from 0) makes to a key: the rank sets that it captures, ascending, or only its lay.
    #[inline(always)]
    pub fn changes(&self, set: u16, rank: usize) -> &[u16] {
        let (begin, more) = self.of_rank(set, rank);
        &self.lists[begin..=begin + more as usize]
    }

    /// The `k`-th play of the card at `place` on a table with this key: its change of the key and the captured cards.
    #[inline(always)]
    pub(crate) fn nth(&self, key: u16, place: u32, k: u32, table: u64) -> (u16, u64) {
        let (begin, _) = self.of_rank(key, place as usize / 4);
        let change = self.lists[begin + k as usize];
        (change & !ONE_OF_PAIR, self.captured(key, change, table))
    }

    /// The cards that a change captures from a table with this key.
    #[inline(always)]
    fn captured(&self, key: u16, change: u16, table: u64) -> u64 {
        let whole = self.cards(change) & table;
        let pair = table & cards_of_pair(key);
        let first = pair & pair.wrapping_neg();
        // Selects instead of branching, because captures are unpredictable.
        let one = select_unpredictable(change & FIRST_OF_PAIR != 0, first, pair ^ first);
        whole | select_unpredictable(change & ONE_OF_PAIR != 0, one, 0)
    }

    /// All cards of the ranks of a set, or of a change of a key.
    #[inline(always)]
    pub fn cards(&self, set: u16) -> u64 {
        self.cards[usize::from(set) % SETS]
    }

    /// All cards of the rank that takes a whole set by its sum, if there is one. Ignores the ace's taking all.
    #[inline(always)]
    pub fn sweepers(&self, set: u16) -> u64 {
        self.sweepers[usize::from(set) % SETS]
    }
}

/// The rank sets of each sum from 0 to 10.
struct Sums([Vec<u16>; RANKS + 1]);

impl Sums {
    fn new() -> Sums {
        let of_sum = |wanted| (0..SETS).filter(|&set| sum(set) == wanted).map(|set| set as u16).collect();
        Sums(std::array::from_fn(of_sum))
    }

    /// The subsets of `set` whose ranks add up to `sum`.
    fn of(&self, sum: usize, set: u16) -> impl Iterator<Item = u16> {
        self.0[sum].iter().copied().filter(move |subset| subset & !set == 0)
    }
}

/// The changes of a key by the captures of a rank.
fn captures(key: u16, rank: usize, aces: bool, sums: &Sums) -> Vec<u16> {
    let set = key % SETS as u16;
    let pair = key >> PAIR_AT;
    let of_pair = (1 << pair) >> 1;
    let no_pair = pair << PAIR_AT;
    let one_of_pair = |rest: u16| [FIRST_OF_PAIR, SECOND_OF_PAIR].map(|one| rest | no_pair | one);
    let mut captures = Vec::new();
    if set >> rank & 1 != 0 {
        if 1 << rank == of_pair {
            captures.extend(one_of_pair(0));
        } else {
            captures.push(1 << rank);
        }
        return captures;
    }
    if aces && rank == 0 {
        captures.extend((set != 0).then_some(key));
        return captures;
    }
    let value = rank + 1;
    // If the pair's rank is in a sum, either card of the pair may be taken.
    for subset in sums.of(value, set) {
        if subset & of_pair == 0 {
            captures.push(subset);
        } else {
            captures.extend(one_of_pair(subset ^ of_pair));
        }
    }
    // A sum may also take both cards of the pair.
    if pair > 0
        && let Some(rest) = value.checked_sub(2 * usize::from(pair))
    {
        captures.extend(sums.of(rest, set ^ of_pair).map(|rest| rest | of_pair | no_pair));
    }
    captures
}

/// Some table that has this key.
fn table_of(key: u16) -> u64 {
    let first = cards_of(usize::from(key) % SETS) & ONES;
    first | (first << 1) & cards_of_pair(key)
}

/// All cards of the rank of a key's pair.
#[inline(always)]
fn cards_of_pair(key: u16) -> u64 {
    (0xF << (4 * (key >> PAIR_AT))) >> 4
}

/// The same value `N` times.
pub(super) fn boxed<T: Clone, const N: usize>(one: T) -> Box<[T; N]> {
    vec![one; N].try_into().unwrap_or_else(|_| unreachable!("a vector of N"))
}

/// Sum of the ranks of a set.
fn sum(set: usize) -> usize {
    (0..RANKS).filter(|rank| set >> rank & 1 != 0).map(|rank| rank + 1).sum()
}

fn cards_of(set: usize) -> u64 {
    (0..RANKS)
        .filter(|rank| set >> rank & 1 != 0)
        .fold(0, |cards, rank| cards | 0xF << (4 * rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card::{Card, Suit};

    #[test]
    fn every_rank_set_is_read_back_from_its_cards() {
        for set in 0..SETS as u16 {
            assert_eq!(CardSet::from_bits(RankSets::get().cards(set)).ranks(), set);
            let single: CardSet = (1..=10)
                .filter(|rank| set >> (rank - 1) & 1 != 0)
                .map(|rank| Card::of(rank, Suit::Swords))
                .collect();
            assert_eq!(single.ranks(), set);
        }
    }

    /// Each of 10 ranks has an equal on the 512 sets that hold it. A sum of `n` distinct ranks is open if the set holds
    /// them and not the played rank: on 2 to the power of 9 - n sets.
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
