//! The legal actions of the seat to act. Source: `docs/reference/rules.md` B11 to B15, CL6, CL9, C.15, CR5.

use spariglio_engine::rules::{Ace, AceWithAce, SingleFirst};
use spariglio_engine::{Action, Card, CardSet};

use crate::declarations::Declaration;
use crate::reference::Reference;

impl Reference<'_> {
    /// All legal actions.
    pub fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.over {
            return actions;
        }
        let declarations = self.declarations();
        if !declarations.is_empty() {
            actions.extend(declarations.iter().map(Declaration::action));
            actions.push(Action::PASS);
            return actions;
        }
        let hand = &self.hands[self.seat];
        let is_declared = |card: &Card| self.declared[self.seat].iter().any(|one| one.cards.contains(card));
        let declared_first = hand.iter().any(is_declared);
        let numerals = self.numerals_by_value();
        for card in hand {
            if !declared_first || is_declared(card) {
                self.list_plays(*card, &numerals, &mut actions);
            }
        }
        actions
    }

    /// The table cards that have a value, by rising value.
    fn numerals_by_value(&self) -> Vec<(Card, i32)> {
        let with_value = |card: &Card| self.value(*card).map(|value| (*card, value));
        let mut numerals: Vec<(Card, i32)> = self.table.iter().filter_map(with_value).collect();
        numerals.sort_unstable_by_key(|(_, value)| *value);
        numerals
    }

    fn list_plays(&self, card: Card, numerals: &[(Card, i32)], actions: &mut Vec<Action>) {
        let before = actions.len();
        self.list_captures(card, numerals, actions);
        if self.rules.capture.fewest {
            let size = |action: &Action| action.captured().len();
            let least = actions[before..].iter().map(size).min();
            let mut place = 0;
            actions.retain(|action| {
                place += 1;
                place <= before || Some(size(action)) == least
            });
        }
        if actions.len() == before || !self.rules.capture.mandatory {
            actions.push(Action::play(card, CardSet::EMPTY));
        }
    }

    fn list_captures(&self, card: Card, numerals: &[(Card, i32)], actions: &mut Vec<Action>) {
        let rules = &self.rules.capture;
        let value = self.value(card);
        let ace = rules.ace == Ace::TakesAll && value == Some(1);
        if ace && numerals.first().is_none_or(|(_, value)| *value > 1) {
            if !self.table.is_empty() {
                actions.push(Action::play(card, self.table.iter().copied().collect()));
            }
            return;
        }
        let before = actions.len();
        if rules.equal {
            self.list_equals(card, numerals, actions);
        }
        let has_equal = actions.len() > before;
        let bars_sums = rules.single_first != SingleFirst::No && has_equal;
        let bars_fifteens = rules.single_first == SingleFirst::BeforeAll && has_equal;
        let Some(value) = value else { return };
        if rules.sum && !ace && !bars_sums {
            list_sums(card, numerals, value, 2, actions);
        }
        if rules.fifteen && !bars_fifteens && (!ace || rules.ace_with_ace == AceWithAce::AceOrFifteen) {
            list_sums(card, numerals, 15 - value, 1, actions);
        }
        if rules.difference && !ace && !bars_fifteens {
            for (place, (high, of_high)) in numerals.iter().enumerate() {
                for (low, _) in numerals[..place].iter().filter(|(_, of_low)| of_high - of_low == value) {
                    actions.push(Action::play(card, CardSet::single(*high) | CardSet::single(*low)));
                }
            }
        }
    }

    fn list_equals(&self, card: Card, numerals: &[(Card, i32)], actions: &mut Vec<Action>) {
        let mut push = |other: Card| actions.push(Action::play(card, CardSet::single(other)));
        match self.value(card) {
            Some(value) => numerals
                .iter()
                .filter(|(_, other)| *other == value)
                .for_each(|(other, _)| push(*other)),
            None => self
                .table
                .iter()
                .filter(|other| other.rank() == card.rank())
                .for_each(|other| push(*other)),
        }
    }
}

/// Appends the plays of a card that take `least` or more numerals with a sum.
fn list_sums(card: Card, numerals: &[(Card, i32)], sum: i32, least: u32, actions: &mut Vec<Action>) {
    search(numerals, sum, CardSet::EMPTY, &mut |set| {
        if set.len() >= least {
            actions.push(Action::play(card, set));
        }
    });
}

/// Depth-first search: adds each numeral in turn. Stops if its value exceeds the rest.
fn search(numerals: &[(Card, i32)], rest: i32, chosen: CardSet, found: &mut impl FnMut(CardSet)) {
    for (place, &(card, value)) in numerals.iter().enumerate() {
        if value > rest {
            return;
        }
        let with = chosen | CardSet::single(card);
        if value == rest {
            found(with);
        } else {
            search(&numerals[place + 1..], rest - value, with, found);
        }
    }
}
