//! Captures of one card from a table (`docs/reference/rules.md` B11 to B15, CL6, C.15).
//!
//! [`Captor`] says which kinds of captures a played card may make on a table. [`Finder`] finds the captures of all
//! cards of a turn by one of five methods, which give the same sets: [`subset`] enumerates sums on any table;
//! [`rank_set`] looks them up if no two table cards share a rank; [`small_table`] looks them up if there are at most five
//! cards; [`subset_sums`] compares the sums of all subsets of at most six cards at once; [`sum_counts`] counts them
//! without listing them. The `k`-th play of a card is the same with each method. Random play to the end of a hand and
//! the exact solver also look captures up by [`rank_set`].

pub(crate) mod rank_set;
pub(crate) mod small_table;
pub(crate) mod subset;
#[cfg(target_arch = "x86_64")]
pub(crate) mod subset_sums;
pub(crate) mod sum_counts;
#[cfg(test)]
mod tests;

use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::game::{Game, Sizes};
use crate::hand::state::MAX_HAND;
use crate::random::{place_of, scale};
use crate::vector::Bits;
use rank_set::RankSets;
use small_table::SmallTable;
#[cfg(target_arch = "x86_64")]
use subset_sums::SubsetSums;
use sum_counts::SumCounts;

/// A played card against a table.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Captor {
    /// Effective value, 0 for the courts of the 52-card pack.
    pub value: u8,
    /// The table cards that the card captures singly as equals.
    pub equals: CardSet,
    pub table: TableCards,
}

/// The table's cards with the declared value of 7c (0: it is a plain seven).
#[derive(Copy, Clone, Debug)]
pub(crate) struct TableCards {
    pub cards: CardSet,
    pub matta: u8,
}

/// The capture kinds that are open to a played card.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Kinds {
    /// No capture of any kind.
    None,
    /// Any one of `singles`; two or more cards that add up to `sum`; one or more that add up to `fifteen`; two that differ
    /// by `difference`. 0: none.
    Sets {
        singles: CardSet,
        sum: u8,
        fifteen: u8,
        difference: u8,
    },
    /// The whole table.
    All,
}

/// Effective value of a card (`docs/reference/rules.md` B4).
#[inline(always)]
pub(crate) fn effective(game: &Game, card: Card, matta: u8) -> u8 {
    if card == MATTA && matta != 0 {
        matta
    } else if game.numerals.contains(card) {
        card.rank()
    } else {
        0
    }
}

/// The cards of effective value 1.
#[inline(always)]
pub(crate) fn aces(matta: u8) -> u64 {
    let matta = u64::from(matta == 1) << MATTA.index();
    CardSet::rank(1).bits() | matta
}

impl TableCards {
    /// The cards of a subset: bit `i` stands for the `i`-th table card.
    #[inline(always)]
    fn subset<B: Bits>(self, subset: u32) -> CardSet {
        CardSet::from_bits(B::deposit(u64::from(subset), self.cards.bits()))
    }

    /// The table cards of an effective value from 1 to 10.
    #[inline(always)]
    pub(crate) fn of_value(self, value: u8) -> CardSet {
        let plain = self.cards & CardSet::rank(value);
        if self.matta == 0 {
            return plain;
        }
        let matta = self.cards & CardSet::single(MATTA);
        if self.matta == value {
            plain | matta
        } else {
            plain - matta
        }
    }

    /// Calls `found` with every two cards whose values differ by `difference`. No two such cards add up to the value of
    /// the played card, or to fifteen with it.
    pub(crate) fn for_each_pair(self, difference: u8, found: &mut impl FnMut(CardSet)) {
        for low in 1..=10_u8.saturating_sub(difference) {
            for one in self.of_value(low) {
                for other in self.of_value(low + difference) {
                    found(CardSet::single(one) | CardSet::single(other));
                }
            }
        }
    }
}

impl Captor {
    #[inline(always)]
    pub(crate) fn new(game: &Game, card: Card, table: TableCards) -> Captor {
        let value = effective(game, card, table.matta);
        let equals = if value == 0 {
            table.cards & CardSet::rank(card.rank())
        } else {
            table.of_value(value)
        };
        Captor { value, equals, table }
    }

    /// The open capture kinds, before their sizes count.
    #[inline(always)]
    pub(crate) fn kinds(&self, game: &Game) -> Kinds {
        let rules = &game.capture;
        if self.table.cards.is_empty() {
            return Kinds::None;
        }
        let singles = if rules.equal { self.equals } else { CardSet::EMPTY };
        let only_singles = Kinds::Sets { singles, sum: 0, fifteen: 0, difference: 0 };
        let has_equal = !singles.is_empty();
        if rules.equal_bars_fifteens && has_equal {
            return only_singles;
        }
        if rules.ace && self.value == 1 {
            if self.equals.is_empty() {
                return Kinds::All;
            }
            let fifteen = if rules.fifteen && rules.ace_or_fifteen { 14 } else { 0 };
            return Kinds::Sets { singles, sum: 0, fifteen, difference: 0 };
        }
        if self.value == 0 {
            return only_singles;
        }
        Kinds::Sets {
            singles,
            sum: if rules.sum && !(rules.equal_bars_sums && has_equal) {
                self.value
            } else {
                0
            },
            fifteen: if rules.fifteen { 15 - self.value } else { 0 },
            difference: if rules.difference { self.value } else { 0 },
        }
    }
}

/// The captures of one turn.
#[derive(Copy, Clone)]
pub(crate) struct Finder<'g> {
    game: &'g Game,
    table: TableCards,
    method: Method,
}

/// The method that finds sums.
#[derive(Copy, Clone)]
enum Method {
    RankSet(&'static RankSets, u16),
    SmallTable(SmallTable),
    #[cfg(target_arch = "x86_64")]
    SubsetSums(SubsetSums),
    SumCounts(SumCounts),
    Subsets,
}

impl<'g> Finder<'g> {
    /// Chooses the fastest method for the game and the table.
    #[inline(always)]
    pub(crate) fn new(game: &'g Game, table: TableCards) -> Finder<'g> {
        if let Some(tables) = game.rank_sets
            && !table.cards.has_of_a_rank(2)
        {
            return Finder { game, table, method: Method::RankSet(tables, table.cards.ranks()) };
        }
        match small_table(game, table) {
            Some(small) => Finder { game, table, method: Method::SmallTable(small) },
            None => Finder::without_row(game, table),
        }
    }

    /// [`Finder::new`] if the table is looked up neither by its ranks nor in a small table.
    #[inline(always)]
    fn without_row(game: &'g Game, table: TableCards) -> Finder<'g> {
        let method = match Finder::by_sums(table) {
            _ if game.capture.difference => Method::Subsets,
            Some(method) => method,
            None if game.counts_sums => Method::SumCounts(SumCounts::new(table.cards)),
            None => Method::Subsets,
        };
        Finder { game, table, method }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn by_sums(table: TableCards) -> Option<Method> {
        SubsetSums::fit(table.cards).then(|| Method::SubsetSums(SubsetSums::new(table)))
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn by_sums(_table: TableCards) -> Option<Method> {
        None
    }

    /// The plain method, for tests of the others.
    #[cfg(test)]
    pub(crate) fn plain(game: &'g Game, table: TableCards) -> Finder<'g> {
        Finder { game, table, method: Method::Subsets }
    }

    /// The plays of the card as a set of subsets of the table cards, if the method finds them so. The empty subset is a
    /// lay.
    #[inline(always)]
    fn subsets(&self, card: Card) -> Option<u64> {
        match &self.method {
            Method::SmallTable(small) => Some(small.plays(card).into()),
            #[cfg(target_arch = "x86_64")]
            Method::SubsetSums(sums) => Some(sums.plays(self.game, card)),
            Method::RankSet(..) | Method::SumCounts(_) | Method::Subsets => None,
        }
    }

    /// Number of plays of the card: its captures, and its lay if that is legal.
    #[inline(always)]
    pub(crate) fn count(&self, card: Card) -> u32 {
        if let Some(plays) = self.subsets(card) {
            return plays.count_ones();
        }
        match &self.method {
            Method::RankSet(tables, ranks) => 1 + tables.more(*ranks, card.index().into()),
            Method::SumCounts(counts) => counts.plays(self.game, self.table.cards)[usize::from(card.rank())],
            _ => {
                let mut count = 0;
                self.for_each_enumerated(card, &mut |_| count += 1);
                count
            }
        }
    }

    /// The captured set of the card's `k`-th play, by rising mask; empty for its lay.
    #[inline(always)]
    pub(crate) fn nth<B: Bits>(&self, card: Card, k: u32) -> CardSet {
        if let Some(plays) = self.subsets(card) {
            return self.table.subset::<B>(B::select(plays, k));
        }
        match &self.method {
            Method::RankSet(tables, ranks) => {
                self.of_ranks(tables, tables.changes(*ranks, usize::from(card.rank()) - 1)[k as usize])
            }
            Method::SumCounts(counts) => counts.nth::<B>(self.game, self.table.cards, card, k),
            _ => self.nth_enumerated(card, k),
        }
    }

    /// Calls `found` with every set that the card may capture, the empty set for its lay. The masks rise if
    /// [`Finder::is_sorted`].
    #[inline(always)]
    pub(crate) fn for_each<B: Bits>(&self, card: Card, found: &mut impl FnMut(CardSet)) {
        if let Method::RankSet(tables, ranks) = &self.method {
            let (row, rank) = (tables.row(*ranks), usize::from(card.rank()) - 1);
            if row.several >> card.index() & 1 == 0 {
                // A laid card changes its own rank, which is not on the table.
                found(self.of_ranks(tables, row.change[rank]));
            } else {
                tables
                    .changes(*ranks, rank)
                    .iter()
                    .for_each(|&change| found(self.of_ranks(tables, change)));
            }
            return;
        }
        let Some(mut plays) = self.subsets(card) else {
            return self.for_each_enumerated(card, found);
        };
        while plays != 0 {
            found(self.table.subset::<B>(plays.trailing_zeros()));
            plays &= plays - 1;
        }
    }

    /// Whether [`Finder::for_each`] finds sets by rising mask.
    #[inline(always)]
    pub(crate) fn is_sorted(&self) -> bool {
        !matches!(self.method, Method::SumCounts(_) | Method::Subsets)
    }

    /// The table cards of the ranks of a change.
    #[inline(always)]
    fn of_ranks(&self, tables: &RankSets, change: u16) -> CardSet {
        CardSet::from_bits(tables.cards(change)) & self.table.cards
    }

    #[inline(never)]
    fn for_each_enumerated(&self, card: Card, found: &mut impl FnMut(CardSet)) {
        let mut captures = false;
        match Captor::new(self.game, card, self.table).kinds(self.game) {
            Kinds::None => {}
            Kinds::All => {
                captures = true;
                found(self.table.cards);
            }
            sets @ Kinds::Sets { .. } => {
                let (sizes, mut open) = (self.game.capture.sizes, 0_u64);
                if sizes != Sizes::Any {
                    self.for_each_set(sets, &mut |set| open |= 1 << set.len());
                }
                let only = sizes.only(0..u64::BITS, |size| open >> size & 1 != 0);
                self.for_each_set(sets, &mut |set| {
                    captures = true;
                    if only.is_none_or(|size| set.len() == size) {
                        found(set);
                    }
                });
            }
        }
        if !captures || !self.game.capture.mandatory {
            found(CardSet::EMPTY);
        }
    }

    /// The `k`-th of the enumerated sets by rising mask.
    #[inline(never)]
    fn nth_enumerated(&self, card: Card, k: u32) -> CardSet {
        /// If there are more sets than this, they are counted by their highest cards, not sorted.
        const FEW: usize = 32;
        let mut sets = [0; FEW];
        let mut count = 0;
        self.for_each_enumerated(card, &mut |set| {
            if let Some(place) = sets.get_mut(count) {
                *place = set.bits();
            }
            count += 1;
        });
        if let Some(sets) = sets.get_mut(..count) {
            return CardSet::from_bits(*sets.select_nth_unstable(k as usize).1);
        }
        let (mut left, mut chosen) = (k, 0);
        let mut rest = self.table.cards.bits();
        while rest != 0 {
            let bit = 1 << rest.ilog2();
            rest ^= bit;
            let above = self.table.cards.bits() ^ rest;
            let mut without = 0;
            self.for_each_enumerated(card, &mut |set| without += u32::from(set.bits() & above == chosen));
            // Sets without this card have lower masks than sets with it.
            if left >= without {
                left -= without;
                chosen |= bit;
            }
        }
        CardSet::from_bits(chosen)
    }

    fn for_each_set(&self, kinds: Kinds, found: &mut impl FnMut(CardSet)) {
        let Kinds::Sets { singles, sum, fifteen, difference } = kinds else {
            return;
        };
        singles.iter().for_each(|single| found(CardSet::single(single)));
        if sum != 0 {
            subset::for_each(self.game, self.table, sum, 2, found);
        }
        if fifteen != 0 {
            subset::for_each(self.game, self.table, fifteen, 1, found);
        }
        if difference != 0 {
            self.table.for_each_pair(difference, found);
        }
    }
}

/// The row of a table, if it is small.
#[inline(always)]
fn small_table(game: &Game, table: TableCards) -> Option<SmallTable> {
    game.small_tables.and_then(|tables| tables.plays(table))
}

/// Maps a random number to a play of the playable cards: the card and its captured set.
#[inline(always)]
pub(crate) fn pick<B: Bits>(
    game: &Game,
    table: TableCards,
    playable: CardSet,
    draw: impl FnOnce() -> u64,
) -> (Card, CardSet) {
    if let Some(small) = small_table(game, table) {
        return small.pick::<B>(playable, draw);
    }
    let finder = Finder::without_row(game, table);
    let (card, k) = pick_card::<B>(playable, |card| finder.count(card), draw);
    (card, finder.nth::<B>(card, k))
}

/// [`pick`] if the sums of the table are already counted.
#[inline(always)]
pub(crate) fn pick_counted<B: Bits>(
    game: &Game,
    table: TableCards,
    counts: SumCounts,
    playable: CardSet,
    draw: impl FnOnce() -> u64,
) -> (Card, CardSet) {
    let plays = counts.plays(game, table.cards);
    let (card, k) = pick_card::<B>(playable, |card| plays[usize::from(card.rank())], draw);
    let captured = match small_table(game, table) {
        Some(small) => small.nth::<B>(card, k),
        None => counts.nth::<B>(game, table.cards, card, k),
    };
    (card, captured)
}

/// Maps a random number to a play: the card, and the number of the play among the card's plays.
#[inline(always)]
fn pick_card<B: Bits>(playable: CardSet, plays: impl Fn(Card) -> u32, draw: impl FnOnce() -> u64) -> (Card, u32) {
    let mut ends = [0; MAX_HAND];
    let mut total = 0;
    for (end, card) in ends.iter_mut().zip(playable) {
        total += plays(card);
        *end = total;
    }
    let pick = scale(draw(), total);
    let (place, before) = place_of(pick, &ends[..playable.len() as usize]);
    (Card::at(B::select(playable.bits(), place) as u8), pick - before)
}
