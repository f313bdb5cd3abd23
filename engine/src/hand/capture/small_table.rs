//! Looks up the plays against a table of up to five cards of the 40-card pack.
//!
//! Such a table is a multiset of up to five ranks: one of 2993. The row of a multiset has the plays of each rank. A play
//! is a subset of the table cards: a number below 32 in which bit `i` stands for the `i`-th table card, 0 for a lay. The
//! plays of a rank are a set of such numbers, one bit each. Tables on which 7c has another value have no row.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::rank_set::boxed;
use super::{Finder, TableCards};
use crate::cards::card::{Card, MATTA, Suit};
use crate::cards::card_set::CardSet;
use crate::game::{Game, Sizes, Switches};
use crate::hand::state::MAX_HAND;
use crate::random::{place_of, scale};
use crate::vector::{Bits, Portable};
use std::hint::select_unpredictable;

/// Most table cards that a row stands for.
const MOST: usize = 5;
const RANKS: usize = 10;
/// Number of rows: the multisets of up to [`MOST`] ranks, and more to a power of two, so that no index is checked.
const ROWS: usize = binomial(RANKS + MOST, MOST).next_power_of_two();
/// A card that is missing: its rank has no plays.
const MISSING: u64 = 1 << 63;

/// The plays of each rank against one table: a line of the cache.
#[repr(align(64))]
#[derive(Copy, Clone, Debug)]
struct Row([u32; 16]);

/// The plays against all small tables by one set of capture rules.
#[derive(Debug)]
pub(crate) struct SmallTables(Box<[Row; ROWS]>);

/// The rows that were made so far, by the switches that they depend on.
static MADE: Mutex<BTreeMap<([bool; 9], Sizes), &SmallTables>> = Mutex::new(BTreeMap::new());

/// What the `i`-th lowest card adds to the number of its table, by its place; place 64 is a missing card. It is the
/// binomial coefficient of the rank plus `i` over `i` plus 1 (the combinatorial number system). Ranks begin at 0, and a
/// missing card has rank 10.
static NUMBERS: [[u16; 65]; MOST] = {
    let mut numbers = [[0; 65]; MOST];
    let mut i = 0;
    while i < MOST {
        let mut place = 0;
        while place <= 64 {
            let rank = if place < 40 { place / 4 } else { RANKS };
            numbers[i][place] = binomial(rank + i, i + 1) as u16;
            place += 1;
        }
        i += 1;
    }
    numbers
};

const fn binomial(of: usize, count: usize) -> usize {
    if of < count {
        return 0;
    }
    let mut chosen = 1;
    let mut i = 0;
    while i < count {
        chosen = chosen * (of - i) / (i + 1);
        i += 1;
    }
    chosen
}

impl SmallTables {
    /// The rows of a game of the 40-card pack. Games with the same capture rules share them.
    pub(crate) fn of(game: &Game) -> &'static SmallTables {
        let Switches { equal, sum, fifteen, difference, ace, mandatory, sizes, .. } = game.capture;
        // Switches without effect are off, so that fewer tables are made.
        let ace_or_fifteen = game.capture.ace_or_fifteen && ace && fifteen;
        let equal_bars_sums = game.capture.equal_bars_sums && equal && sum;
        let equal_bars_fifteens = game.capture.equal_bars_fifteens && equal;
        let flags = [
            equal,
            sum,
            fifteen,
            difference,
            ace,
            ace_or_fifteen,
            equal_bars_sums,
            equal_bars_fifteens,
            mandatory,
        ];
        let key = (flags, sizes);
        let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        made.entry(key).or_insert_with(|| Box::leak(Box::new(SmallTables::new(game))))
    }

    fn new(game: &Game) -> SmallTables {
        let mut rows = boxed(Row([0; 16]));
        fill(game, &mut rows, &mut Vec::new());
        SmallTables(rows)
    }

    /// The plays against a table, unless it has too many cards or a 7c of another value.
    #[inline(always)]
    pub(crate) fn plays(&'static self, table: TableCards) -> Option<SmallTable> {
        let is_seven = table.matta == 0 || !table.cards.contains(MATTA);
        (table.cards.len() <= MOST as u32 && is_seven)
            .then(|| SmallTable { table, row: &self.0[number(table.cards) % ROWS] })
    }
}

/// The number of a table of up to [`MOST`] cards. Tables with the same ranks have the same number.
#[inline(always)]
fn number(table: CardSet) -> usize {
    let mut rest = table.bits();
    let mut number = 0;
    for numbers in &NUMBERS {
        number += numbers[rest.trailing_zeros() as usize];
        rest &= rest.wrapping_sub(1);
    }
    usize::from(number)
}

/// Fills the rows of all tables whose lowest ranks are `ranks`.
fn fill(game: &Game, rows: &mut [Row; ROWS], ranks: &mut Vec<u8>) {
    let mut table = CardSet::EMPTY;
    for &rank in ranks.iter() {
        let free = Suit::ALL.into_iter().find(|&suit| !table.contains(Card::of(rank, suit)));
        // There are no five cards of a rank.
        let Some(suit) = free else { return };
        table.insert(Card::of(rank, suit));
    }
    let row = &mut rows[number(table)];
    let finder = Finder::new(game, TableCards { cards: table, matta: 0 });
    for rank in 1..=RANKS as u8 {
        finder.for_each::<Portable>(Card::of(rank, Suit::Swords), &mut |captured| {
            row.0[usize::from(rank) - 1] |= 1 << subset(captured, table);
        });
    }
    if ranks.len() < MOST {
        for rank in ranks.last().copied().unwrap_or(1)..=RANKS as u8 {
            ranks.push(rank);
            fill(game, rows, ranks);
            ranks.pop();
        }
    }
}

/// The number of a subset of the table cards.
fn subset(cards: CardSet, table: CardSet) -> u32 {
    table
        .iter()
        .enumerate()
        .map(|(i, card)| u32::from(cards.contains(card)) << i)
        .sum()
}

/// The plays against one table.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SmallTable {
    table: TableCards,
    row: &'static Row,
}

impl SmallTable {
    /// The plays of a card: the subsets that it may capture, the empty one for its lay.
    #[inline(always)]
    pub(crate) fn plays(&self, card: Card) -> u32 {
        self.plays_at(card.index().into())
    }

    #[inline(always)]
    fn plays_at(&self, place: u32) -> u32 {
        let of_matta = 4 * u32::from(self.table.matta.saturating_sub(1));
        let place = if place == u32::from(MATTA.index()) && self.table.matta != 0 {
            of_matta
        } else {
            place
        };
        self.row.0[place as usize / 4 % 16]
    }

    /// Maps a random number to a play of the playable cards: the card and its captured set.
    #[inline(always)]
    pub(crate) fn pick<B: Bits>(&self, playable: CardSet, draw: impl FnOnce() -> u64) -> (Card, CardSet) {
        let (place, subset) = if playable.len() <= 3 {
            self.pick_of_three::<B>(playable, draw)
        } else {
            self.pick_of_many::<B>(playable, draw)
        };
        (Card::at(place as u8), self.table.subset::<B>(subset))
    }

    /// The captured set of the card's `k`-th play.
    #[inline(always)]
    pub(crate) fn nth<B: Bits>(&self, card: Card, k: u32) -> CardSet {
        self.table.subset::<B>(B::select(self.plays(card).into(), k))
    }

    /// [`SmallTable::pick`] for up to three cards: the card's place and the subset that it captures.
    #[inline(always)]
    fn pick_of_three<B: Bits>(&self, playable: CardSet, draw: impl FnOnce() -> u64) -> (u32, u32) {
        let first = playable.bits();
        let second = first & first.wrapping_sub(1);
        let third = second & second.wrapping_sub(1);
        let places = [first, second, third].map(|rest| (rest | MISSING).trailing_zeros());
        let plays = places.map(|place| u64::from(self.plays_at(place)));
        let end = plays[0].count_ones();
        let next = end + plays[1].count_ones();
        let pick = scale(draw(), next + plays[2].count_ones());
        // Which card is drawn is as unpredictable as a coin toss, so no branch depends on it.
        let (is_second, is_third) = (pick >= end, pick >= next);
        let choose =
            |of: [u64; 3]| select_unpredictable(is_third, of[2], select_unpredictable(is_second, of[1], of[0]));
        let before = choose([0, end.into(), next.into()]) as u32;
        (choose(places.map(u64::from)) as u32, B::select(choose(plays), pick - before))
    }

    /// [`SmallTable::pick_of_three`] for any number of cards. It keeps the plays of all cards, which is faster than to look
    /// those of the drawn card up again (`cirullone` 1.03).
    #[inline(always)]
    fn pick_of_many<B: Bits>(&self, playable: CardSet, draw: impl FnOnce() -> u64) -> (u32, u32) {
        let mut plays = [0; MAX_HAND];
        let mut ends = [0; MAX_HAND];
        let mut total = 0;
        for ((plays, end), card) in plays.iter_mut().zip(&mut ends).zip(playable) {
            *plays = self.plays(card);
            total += plays.count_ones();
            *end = total;
        }
        let pick = scale(draw(), total);
        let (place, before) = place_of(pick, &ends[..playable.len() as usize]);
        (B::select(playable.bits(), place), B::select(plays[place as usize].into(), pick - before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each multiset of ranks has a number of its own.
    #[test]
    fn tables_of_different_ranks_have_different_numbers() {
        let mut ranks_of = [const { None }; ROWS];
        let mut tables = vec![Vec::new()];
        while let Some(ranks) = tables.pop() {
            let suit = |at: usize| ranks[..at].iter().filter(|&&rank| rank == ranks[at]).count();
            let cards = (0..ranks.len()).map(|at| Card::new(4 * ranks[at] + suit(at) as u8)).collect();
            let place = &mut ranks_of[number(cards)];
            assert_eq!(*place, None, "{ranks:?}");
            if ranks.len() < MOST {
                let least = ranks.last().copied().unwrap_or(0);
                let is_whole = |rank: &u8| ranks.iter().filter(|other| *other == rank).count() == 4;
                let next = (least..RANKS as u8).filter(|rank| !is_whole(rank));
                tables.extend(next.map(|rank| [ranks.as_slice(), &[rank]].concat()));
            }
            *place = Some(ranks);
        }
        assert_eq!(ranks_of.iter().flatten().count(), 2993);
    }
}
