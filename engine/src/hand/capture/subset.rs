//! Subset sums on a table of any size: a depth-first search over the cards by rising value. A branch ends if the next
//! value exceeds the rest.

use super::{TableCards, effective};
use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::game::Game;

/// The numerals of a table by rising effective value.
struct Sorted {
    cards: [u8; 64],
    values: [u8; 64],
    len: usize,
}

impl Sorted {
    fn new(game: &Game, table: TableCards, max: u8) -> Sorted {
        let mut sorted = Sorted { cards: [0; 64], values: [0; 64], len: 0 };
        let numerals = table.cards & game.numerals;
        let moved = table.matta != 0 && numerals.contains(MATTA);
        let plain = if moved {
            numerals - CardSet::single(MATTA)
        } else {
            numerals
        };
        let mut pending = moved;
        for card in plain {
            if pending && table.matta <= card.rank() {
                pending = false;
                sorted.push(MATTA, table.matta);
            }
            if card.rank() > max {
                return sorted;
            }
            sorted.push(card, card.rank());
        }
        if pending {
            sorted.push(MATTA, effective(game, MATTA, table.matta));
        }
        sorted
    }

    fn push(&mut self, card: Card, value: u8) {
        self.cards[self.len] = card.index();
        self.values[self.len] = value;
        self.len += 1;
    }

    fn descend(&self, from: usize, rest: u8, set: u64, size: u32, least: u32, found: &mut impl FnMut(CardSet)) {
        for i in from..self.len {
            let value = self.values[i];
            if value > rest {
                return;
            }
            let with = set | 1 << self.cards[i];
            if value < rest {
                self.descend(i + 1, rest - value, with, size + 1, least, found);
            } else if size + 1 >= least {
                found(CardSet::from_bits(with));
            }
        }
    }
}

/// Calls `found` with every set of `least` or more numerals whose values add up to `target`.
pub(crate) fn for_each(game: &Game, table: TableCards, target: u8, least: u32, found: &mut impl FnMut(CardSet)) {
    Sorted::new(game, table, target).descend(0, target, 0, 0, least, found);
}
