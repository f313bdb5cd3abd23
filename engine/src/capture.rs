//! Captures of one card from a table, by the rules B11 to B15, CL6 and C.15.
//!
//! [`Captor`] is what the capture kinds need to know of a played card and a table. [`Finder`] answers for all cards of
//! a turn, by one of three methods that give the same sets: [`subset`] enumerates sums on any table; [`rank_set`] looks
//! them up where a table holds no two cards of a rank; [`lanes`] compares the sums of all subsets of a small table at
//! once.

#[cfg(target_arch = "x86_64")]
mod lanes;
pub(crate) mod rank_set;
mod subset;

use crate::card::{Card, MATTA};
use crate::card_set::CardSet;
use crate::game::Game;
use rank_set::{RankSets, Row};

/// A played card against a table.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Captor {
    /// Effective value, 0 for the courts of the 52-card pack.
    pub value: u8,
    /// The table cards that the card captures singly as equals.
    pub equals: CardSet,
    pub table: Table,
}

/// The table's cards with the declared value of 7c (0: it is a plain seven).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Table {
    pub cards: CardSet,
    pub matta: u8,
}

/// The capture kinds that are open to a played card.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Kinds {
    /// No capture of any kind.
    None,
    /// Any one of the equals, and sums: `sum` of two or more cards, `fifteen` of one or more; 0 = closed.
    Sets { singles: CardSet, sum: u8, fifteen: u8 },
    /// The whole table.
    All,
}

/// Effective value of a card (`rules.md` B4).
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

impl Table {
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
}

impl Captor {
    #[inline(always)]
    pub(crate) fn new(game: &Game, card: Card, table: Table) -> Captor {
        let value = effective(game, card, table.matta);
        let equals = if value == 0 {
            table.cards & CardSet::rank(card.rank())
        } else {
            table.of_value(value)
        };
        Captor { value, equals, table }
    }

    /// What may be captured, before `fewest`.
    #[inline(always)]
    pub(crate) fn kinds(&self, game: &Game) -> Kinds {
        let rules = &game.capture;
        if self.table.cards.is_empty() {
            return Kinds::None;
        }
        let singles = if rules.equal { self.equals } else { CardSet::EMPTY };
        let only_singles = Kinds::Sets {
            singles,
            sum: 0,
            fifteen: 0,
        };
        if rules.single_first && !singles.is_empty() {
            return only_singles;
        }
        if rules.ace && self.value == 1 {
            if self.equals.is_empty() {
                return Kinds::All;
            }
            let fifteen = if rules.fifteen && rules.ace_or_fifteen { 14 } else { 0 };
            return Kinds::Sets {
                singles,
                sum: 0,
                fifteen,
            };
        }
        if self.value == 0 {
            return only_singles;
        }
        Kinds::Sets {
            singles,
            sum: if rules.sum { self.value } else { 0 },
            fifteen: if rules.fifteen { 15 - self.value } else { 0 },
        }
    }
}

/// The captures of one turn.
#[derive(Copy, Clone)]
pub(crate) struct Finder<'g> {
    game: &'g Game,
    table: Table,
    method: Method,
}

/// How sums are found.
#[derive(Copy, Clone)]
enum Method {
    Ranks(&'static RankSets, &'static Row),
    #[cfg(target_arch = "x86_64")]
    Lanes(lanes::Lanes),
    Subsets,
}

impl<'g> Finder<'g> {
    /// The fastest method for the game and the table.
    #[inline(always)]
    pub(crate) fn new(game: &'g Game, table: Table) -> Finder<'g> {
        let method = if let Some(tables) = game.rank_sets {
            let ranks = rank_set::ranks_of(table.cards);
            if ranks.count_ones() == table.cards.len() {
                Method::Ranks(tables, tables.row(ranks))
            } else {
                Finder::by_sums(game, table)
            }
        } else {
            Finder::by_sums(game, table)
        };
        Finder { game, table, method }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn by_sums(game: &Game, table: Table) -> Method {
        lanes::Lanes::new(game, table).map_or(Method::Subsets, Method::Lanes)
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn by_sums(_game: &Game, _table: Table) -> Method {
        Method::Subsets
    }

    /// The plain method, for tests of the others.
    #[cfg(test)]
    pub(crate) fn plain(game: &'g Game, table: Table) -> Finder<'g> {
        Finder {
            game,
            table,
            method: Method::Subsets,
        }
    }

    /// Number of sets that the card may capture.
    #[inline(always)]
    pub(crate) fn count(&self, card: Card) -> usize {
        if let Method::Ranks(_, row) = self.method {
            return usize::from(row.count[usize::from(card.rank()) - 1]);
        }
        if self.game.capture.fewest {
            let mut count = 0;
            self.for_each(card, &mut |_| count += 1);
            return count;
        }
        match Captor::new(self.game, card, self.table).kinds(self.game) {
            Kinds::None => 0,
            Kinds::All => 1,
            Kinds::Sets { singles, sum, fifteen } => self.count_sets(singles, sum, fifteen),
        }
    }

    #[inline(always)]
    fn count_sets(&self, singles: CardSet, sum: u8, fifteen: u8) -> usize {
        #[cfg(target_arch = "x86_64")]
        if let Method::Lanes(lanes) = &self.method {
            let equal = self.game.capture.equal;
            let apart = if sum == 0 { singles.len() as usize } else { 0 };
            return apart + lanes.count(equal, sum, fifteen);
        }
        let mut count = 0;
        self.for_each_set(singles, sum, fifteen, &mut |_| count += 1);
        count
    }

    /// Calls `found` with every set that the card may capture; by rising mask if [`Finder::is_sorted`].
    #[inline(always)]
    pub(crate) fn for_each(&self, card: Card, found: &mut impl FnMut(CardSet)) {
        if let Method::Ranks(tables, row) = self.method {
            for &set in tables.captures(row, usize::from(card.rank()) - 1) {
                found(CardSet::from_bits(tables.cards(set)) & self.table.cards);
            }
            return;
        }
        match Captor::new(self.game, card, self.table).kinds(self.game) {
            Kinds::None => {}
            Kinds::All => found(self.table.cards),
            Kinds::Sets { singles, sum, fifteen } if self.game.capture.fewest => {
                let mut least = u32::MAX;
                self.for_each_set(singles, sum, fifteen, &mut |set| least = least.min(set.len()));
                self.for_each_set(singles, sum, fifteen, &mut |set| {
                    if set.len() == least {
                        found(set);
                    }
                });
            }
            Kinds::Sets { singles, sum, fifteen } => self.for_each_set(singles, sum, fifteen, found),
        }
    }

    /// Whether [`Finder::for_each`] finds sets by rising mask.
    #[inline(always)]
    pub(crate) fn is_sorted(&self) -> bool {
        !matches!(self.method, Method::Subsets) && !self.game.capture.ace_or_fifteen
    }

    #[inline(always)]
    fn for_each_set(&self, singles: CardSet, sum: u8, fifteen: u8, found: &mut impl FnMut(CardSet)) {
        #[cfg(target_arch = "x86_64")]
        if let Method::Lanes(lanes) = &self.method {
            if sum == 0 {
                singles.iter().for_each(|single| found(CardSet::single(single)));
            }
            lanes.for_each(self.game.capture.equal, sum, fifteen, found);
            return;
        }
        singles.iter().for_each(|single| found(CardSet::single(single)));
        if sum != 0 {
            subset::for_each(self.game, self.table, sum, 2, found);
        }
        if fifteen != 0 {
            subset::for_each(self.game, self.table, fifteen, 1, found);
        }
    }
}
