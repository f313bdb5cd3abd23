//! Facts about cards and captures, for code that judges them: courts, the prime, sweeping cards, points of a capture.
//!
//! Invariant: these functions judge nothing and copy no rule. They use the same data as scoring and legal actions.
//! Rules: `docs/reference/rules.md` B15, B23, C.4 to C.14.

use super::{Game, Sizes};
use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::hand::capture::{self, Finder, TableCards, subset};
use crate::hand::score::PrimeScale;
use crate::hand::tally::Tally;
use crate::vector::Portable;

impl Game {
    /// The prime; `None` if the rules have none.
    #[inline(always)]
    pub fn prime(&self) -> Option<&PrimeScale> {
        self.prime.as_ref()
    }

    /// The points by which a side with more cards, or more of the scoring suit, than the only other side is ahead of it;
    /// negative if the fewest score.
    #[inline(always)]
    pub fn majorities(&self) -> [i32; 2] {
        self.majorities
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

    /// Whether a sweep by the play after `ply` plays may score: the last play of the hand may not, unless the rules
    /// allow it.
    #[inline(always)]
    pub fn may_sweep(&self, ply: usize) -> bool {
        self.capture.last_play_sweeps || ply + 1 < self.plies()
    }

    /// The most points that one capture scores at once, apart from a sweep.
    pub fn most_capture_points(&self) -> i32 {
        Tally::MOST_OF_A_CAPTURE.points(self.rules())
    }

    /// Calls `found` with each legal play of a card on a table: the set that the card takes, empty for a lay. The sets
    /// come in any order. `matta` is the declared value of 7c, 0 if it is a plain seven.
    #[inline]
    pub fn for_each_play(&self, table: CardSet, matta: u8, cards: CardSet, mut found: impl FnMut(Card, CardSet)) {
        let finder = Finder::new(self, TableCards { cards: table, matta });
        for card in cards {
            finder.for_each::<Portable>(card, &mut |captured| found(card, captured));
        }
    }

    /// Whether a card that captures nothing from a table goes to the pile at once.
    #[inline(always)]
    pub fn takes_itself(&self, table: CardSet, matta: u8, card: Card) -> bool {
        self.capture.ace_takes_itself && table.is_empty() && capture::effective(self, card, matta) == 1
    }

    /// All cards of the deck that can take the whole table by a scoring sweep, if this is not the last play of the
    /// hand. `matta` is the declared value of 7c, 0 if it is a plain seven. The table must not be empty.
    #[inline]
    pub fn sweepers(&self, table: CardSet, matta: u8) -> CardSet {
        let rules = &self.capture;
        let all = TableCards { cards: self.pack, matta };
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
            && !(rules.sizes == Sizes::Fewest && rules.fifteen && self.has_set(on_table, 15 - sum, 1))
            && !self.has_smaller_pair(on_table, sum)
        {
            cards = all.of_value(sum);
        }
        if let Some(sum) = sum.filter(|sum| rules.fifteen && (5..15).contains(sum)) {
            let value = 15 - sum;
            let by_equal = !on_table.of_value(value).is_empty();
            let is_open = value != 1 || !rules.ace || has_ace && rules.ace_or_fifteen;
            let is_closed = by_equal && rules.equal && (rules.equal_bars_fifteens || rules.sizes == Sizes::Fewest)
                || self.has_smaller_pair(on_table, value);
            if is_open && !is_closed && !(rules.sizes == Sizes::Fewest && rules.sum && self.has_set(on_table, value, 2))
            {
                cards |= all.of_value(value);
            }
        }
        if rules.difference && table.len() == 2 {
            cards |= self.pair_sweepers(on_table);
        }
        if rules.ace && !has_ace && rules.ace_sweeps {
            cards |= all.of_value(1);
        }
        cards
    }

    /// The cards that take a table of two cards by difference.
    #[inline(never)]
    fn pair_sweepers(&self, table: TableCards) -> CardSet {
        let rules = &self.capture;
        let all = TableCards { cards: self.pack, matta: table.matta };
        let is_pair = |&value: &u8| {
            let has_equal = rules.equal && !table.of_value(value).is_empty();
            let is_fewest = rules.sizes == Sizes::Fewest;
            self.has_pair(table, value)
                && !(rules.ace && value == 1)
                && !(has_equal && (rules.equal_bars_fifteens || is_fewest))
                && !(is_fewest && rules.fifteen && self.has_set(table, 15 - value, 1))
        };
        (1..10)
            .filter(is_pair)
            .fold(CardSet::EMPTY, |cards, value| cards | all.of_value(value))
    }

    /// Whether a card of a value may take only fewer cards than all of the table: two that differ by its value.
    #[inline(always)]
    fn has_smaller_pair(&self, table: TableCards, value: u8) -> bool {
        self.capture.difference
            && self.capture.sizes == Sizes::Fewest
            && table.cards.len() > 2
            && self.has_pair(table, value)
    }

    /// Whether two of the table's cards differ by a value.
    fn has_pair(&self, table: TableCards, difference: u8) -> bool {
        let mut has_any = false;
        table.for_each_pair(difference, &mut |_| has_any = true);
        has_any
    }

    /// Whether `least` or more of the table's cards add up to `target`.
    fn has_set(&self, table: TableCards, target: u8, least: u32) -> bool {
        let mut has_any = false;
        subset::for_each(self, table, target, least, &mut |_| has_any = true);
        has_any
    }

    /// Sum of effective values; `None` if a card has no value.
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
