//! Which cards take a whole table, and whether that scores a sweep.

use spariglio_engine::{Ace, AceWithAce, CardSet, MATTA, RuleSet};

/// Larger than any value that a card can capture: what a card without value adds to a sum.
const NO_VALUE: u8 = 64;

/// The capture rules, as far as they decide what takes a whole table.
#[derive(Clone, Debug)]
pub struct Sweepers {
    /// Capture value of each card as it is printed.
    values: [u8; 64],
    equal: bool,
    sum: bool,
    fifteen: bool,
    ace: bool,
    ace_or_fifteen: bool,
    ace_scores: bool,
}

impl Sweepers {
    /// The rules of `rules`.
    pub fn new(rules: &RuleSet) -> Sweepers {
        let mut values = [NO_VALUE; 64];
        for (index, value) in values.iter_mut().enumerate().take(40) {
            *value = index as u8 / 4 + 1;
        }
        Sweepers {
            values,
            equal: rules.capture.equal,
            sum: rules.capture.sum,
            fifteen: rules.capture.fifteen,
            ace: rules.capture.ace == Ace::TakesAll,
            ace_or_fifteen: rules.capture.ace_with_ace == AceWithAce::AceOrFifteen,
            ace_scores: rules.sweep.ace_scores,
        }
    }

    /// Whether `cards` holds a card of effective value 1.
    pub fn is_ace(&self, cards: CardSet, matta: u8) -> bool {
        !(cards & of_value(1, matta)).is_empty()
    }

    /// Whether taking the whole table `captured` with `played` (one card) is a sweep that scores,
    /// the last play apart.
    pub fn scores(&self, played: CardSet, captured: CardSet, matta: u8) -> bool {
        let takes_all = self.ace && self.is_ace(played, matta) && !self.is_ace(captured, matta);
        self.ace_scores || !takes_all
    }

    /// All cards that take the whole of `table` (at least one card) by a sweep that scores.
    pub fn of(&self, table: CardSet, matta: u8) -> CardSet {
        let sum = self.sum_of(table, matta);
        let single = table.len() == 1;
        let has_ace = self.is_ace(table, matta);
        let mut cards = CardSet::EMPTY;
        if single && self.equal {
            cards |= equals(table, sum, matta);
        }
        if !single && self.sum && sum <= 10 {
            cards |= of_value(sum, matta);
        }
        let open = sum != 14 || !self.ace || (has_ace && self.ace_or_fifteen);
        if self.fifteen && open && (5..15).contains(&sum) {
            cards |= of_value(15 - sum, matta);
        }
        if self.ace && !has_ace && self.ace_scores {
            cards |= of_value(1, matta);
        }
        cards
    }

    /// Sum of effective values, at least [`NO_VALUE`] where a card has none.
    fn sum_of(&self, cards: CardSet, matta: u8) -> u8 {
        let mut bits = cards.bits();
        let mut sum = 0_u8;
        while bits != 0 {
            sum = sum.saturating_add(self.values[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
        if matta != 0 && cards.contains(MATTA) {
            sum = sum - 7 + matta;
        }
        sum
    }
}

/// All cards that equal the only card of `table`, whose value is `value`.
fn equals(table: CardSet, value: u8, matta: u8) -> CardSet {
    if value <= 10 {
        return of_value(value, matta);
    }
    table.first().map_or(CardSet::EMPTY, |card| CardSet::rank(card.rank()))
}

/// All cards of an effective value from 1 to 10.
fn of_value(value: u8, matta: u8) -> CardSet {
    let plain = CardSet::rank(value);
    match matta {
        0 => plain,
        m if m == value => plain | CardSet::single(MATTA),
        _ => plain - CardSet::single(MATTA),
    }
}
