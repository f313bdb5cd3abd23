//! What the rules say of cards and captures, for all who judge them: courts, the prime, what sweeps, what a capture scores.
//!
//! Invariant: no judgement, and no second copy: points, legal actions and these answers come from the same data. Rules:
//! `docs/rules.md` B15, B23, C.4 to C.14.

use super::Game;
use crate::capture::{TableCards, subset};
use crate::card::MATTA;
use crate::card_set::CardSet;
use crate::score::PrimeScale;
use crate::tally::Tally;

impl Game {
    /// The prime; `None` where there is none.
    #[inline(always)]
    pub fn prime(&self) -> Option<&PrimeScale> {
        self.prime.as_ref()
    }

    /// The cards of the scoring suit.
    #[inline(always)]
    pub fn suit_cards(&self) -> CardSet {
        self.suit
    }

    /// The courts: the cards of the three highest ranks.
    #[inline(always)]
    pub fn courts(&self) -> CardSet {
        let kings = self.deck().ranks();
        (CardSet::rank(kings) | CardSet::rank(kings - 1) | CardSet::rank(kings - 2)) & self.pack
    }

    /// The cards that score singly, each with its points.
    #[inline(always)]
    pub fn singles(&self) -> &[(CardSet, i32)] {
        &self.singles
    }

    /// Length of the unbroken run of the scoring suit from the ace in a pile.
    #[inline(always)]
    pub fn run(&self, pile: CardSet) -> u8 {
        let suit = self.rules.score.suit;
        let ranks = (pile & CardSet::suit(suit)).bits() >> suit as u32;
        let gap = !ranks & 0x1_1111_1111_1111;
        if gap == 0 { 13 } else { gap.trailing_zeros() as u8 / 4 }
    }

    /// Whether a sweep by the play after `ply` plays may score: the last play of the hand may not, unless the rules say so.
    #[inline(always)]
    pub fn may_sweep(&self, ply: usize) -> bool {
        self.capture.last_play_sweeps || ply + 1 < self.plies()
    }

    /// The most points, besides those of a sweep, that one capture scores at once.
    pub fn most_capture_points(&self) -> i32 {
        Tally::MOST_OF_A_CAPTURE.points(self)
    }

    /// All cards of the deck that can take the whole of a table by a sweep that scores, the last play of the hand apart.
    /// `matta` is the declared value of 7c, 0 where it is a plain seven; the table is not empty.
    #[inline]
    pub fn sweepers(&self, table: CardSet, matta: u8) -> CardSet {
        let rules = &self.capture;
        let all = TableCards {
            cards: self.pack,
            matta,
        };
        let on_table = TableCards { cards: table, matta };
        let sum = self.sum(table, matta);
        let has_ace = !on_table.of_value(1).is_empty();
        let mut cards = CardSet::EMPTY;
        if table.len() == 1 {
            if rules.equal {
                cards = match (sum, table.first()) {
                    (Some(value), _) => all.of_value(value),
                    (None, Some(card)) => self.pack & CardSet::rank(card.rank()),
                    (None, None) => CardSet::EMPTY,
                };
            }
        } else if let Some(sum) = sum.filter(|&sum| rules.sum && sum <= 10)
            && !(rules.fewest && rules.fifteen && self.has_set(on_table, 15 - sum, 1))
        {
            cards = all.of_value(sum);
        }
        if let Some(sum) = sum.filter(|sum| rules.fifteen && (5..15).contains(sum)) {
            let value = 15 - sum;
            let by_equal = !on_table.of_value(value).is_empty();
            let is_open = value != 1 || !rules.ace || has_ace && rules.ace_or_fifteen;
            let is_closed = by_equal && rules.equal && (rules.equal_bars_fifteens || rules.fewest);
            if is_open && !is_closed && !(rules.fewest && rules.sum && self.has_set(on_table, value, 2)) {
                cards |= all.of_value(value);
            }
        }
        if rules.ace && !has_ace && rules.ace_sweeps {
            cards |= all.of_value(1);
        }
        cards
    }

    /// Whether some of the table's cards, at least `least`, add up to `target`.
    fn has_set(&self, table: TableCards, target: u8, least: u32) -> bool {
        let mut found = false;
        subset::for_each(self, table, target, least, &mut |_| found = true);
        found
    }

    /// Sum of effective values; `None` where a card has none.
    #[inline]
    fn sum(&self, cards: CardSet, matta: u8) -> Option<u8> {
        if !self.numerals.contains_all(cards) {
            return None;
        }
        let mut bits = cards.bits();
        let mut sum = 0;
        while bits != 0 {
            sum += bits.trailing_zeros() as u8 / 4 + 1;
            bits &= bits - 1;
        }
        if matta != 0 && cards.contains(MATTA) {
            sum = sum - 7 + matta;
        }
        Some(sum)
    }
}
