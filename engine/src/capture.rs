//! Captures of one card from a table, by the rules B11 to B15, CL6 and C.15.
//!
//! [`Captor`] is what the capture kinds need to know of a played card and a table. [`subset`] enumerates sums on any
//! table; [`rank_set`] looks them up where a table holds no two cards of a rank; [`lanes`] compares the sums of all
//! subsets of a small table at once. All give the same sets.

pub(crate) mod subset;

use crate::card::{Card, MATTA};
use crate::card_set::CardSet;
use crate::game::Game;

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
    Sets {
        singles: CardSet,
        sum: u8,
        fifteen: u8,
    },
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
        Captor {
            value,
            equals,
            table,
        }
    }

    /// What may be captured, before `fewest`.
    #[inline(always)]
    pub(crate) fn kinds(&self, game: &Game) -> Kinds {
        let rules = &game.capture;
        if self.table.cards.is_empty() {
            return Kinds::None;
        }
        let singles = if rules.equal {
            self.equals
        } else {
            CardSet::EMPTY
        };
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
            let fifteen = if rules.fifteen && rules.ace_or_fifteen {
                14
            } else {
                0
            };
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

/// Calls `found` with every set that the card may capture; the order is not fixed.
pub(crate) fn for_each(game: &Game, card: Card, table: Table, found: &mut impl FnMut(CardSet)) {
    match Captor::new(game, card, table).kinds(game) {
        Kinds::None => {}
        Kinds::All => found(table.cards),
        Kinds::Sets {
            singles,
            sum,
            fifteen,
        } => {
            if game.capture.fewest {
                subset::for_each_fewest(game, table, singles, sum, fifteen, found);
                return;
            }
            for single in singles {
                found(CardSet::single(single));
            }
            if sum != 0 {
                subset::for_each(game, table, sum, 2, found);
            }
            if fifteen != 0 {
                subset::for_each(game, table, fifteen, 1, found);
            }
        }
    }
}

/// Number of sets that the card may capture.
pub(crate) fn count(game: &Game, card: Card, table: Table) -> usize {
    let mut count = 0;
    for_each(game, card, table, &mut |_| count += 1);
    count
}
