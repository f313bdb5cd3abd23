//! Combinations of fields that no hand can be played with.
//!
//! Source: `records.md` section 3, `rules.md` C.15.

use super::error::RulesError;
use super::kinds::{Ace, AceOnEmpty, Choice, Deck, Misdeal, Prime};
use super::{DealRules, RuleSet};

/// How a rule set is refused: field, expectation, finding.
fn refuse<T>(field: &str, expected: impl Into<String>, found: impl Into<String>) -> Result<T, RulesError> {
    Err(RulesError::new(field, expected, found))
}

impl RuleSet {
    /// Refuses a rule set with an impossible combination of fields or a value out of its range.
    pub(crate) fn validate(&self) -> Result<(), RulesError> {
        self.check_seats()?;
        self.check_deal()?;
        self.check_choices()
    }

    fn check_seats(&self) -> Result<(), RulesError> {
        if !(2..=6).contains(&self.players) {
            return refuse("players", "a whole number 2 to 6", self.players.to_string());
        }
        if !(2..=self.players).contains(&self.sides) || !self.players.is_multiple_of(self.sides) {
            let expected = format!("2 to {} sides of equal size", self.players);
            return refuse(
                "sides",
                expected,
                format!("{} sides of {} players", self.sides, self.players),
            );
        }
        Ok(())
    }

    fn check_deal(&self) -> Result<(), RulesError> {
        let DealRules { table, rounds, misdeal } = &self.deal;
        let cards = usize::from(self.deck.cards());
        let each: usize = rounds.iter().map(|count| usize::from(*count)).sum();
        let dealt = usize::from(self.players) * each;
        if each == 0 || usize::from(*table) + dealt != cards {
            let expected = format!("table + players * sum(rounds) to be the {cards} cards of the pack");
            let found = format!("{table} + {} * {each} = {}", self.players, usize::from(*table) + dealt);
            return refuse("deal.rounds", expected, found);
        }
        if *misdeal == Misdeal::TwoAces && dealt < 3 {
            let expected = "a misdeal that not every deal is: two_aces needs three cards that are not on the table";
            return refuse(
                "deal.misdeal",
                expected,
                format!("{} and {dealt} such cards", misdeal.text()),
            );
        }
        Ok(())
    }

    fn check_choices(&self) -> Result<(), RulesError> {
        let capture = &self.capture;
        if capture.ace_on_empty == AceOnEmpty::TakesItself && capture.ace != Ace::TakesAll {
            let expected = "lay, because takes_itself needs capture.ace = \"takes_all\"";
            return refuse("capture.ace_on_empty", expected, capture.ace_on_empty.text());
        }
        if self.deck == Deck::Bresciane52 && !matches!(self.score.prime, Prime::None | Prime::MostSevens) {
            let expected = "none or most_sevens, because 8, 9 and 10 of bresciane52 have no prime value";
            return refuse("score.prime", expected, self.score.prime.text());
        }
        if let Some(card) = self.score.single.keys().find(|card| card.index() >= self.deck.cards()) {
            let expected = format!("cards of the {}-card pack", self.deck.cards());
            return refuse("score.single", expected, format!("card number {}", card.index()));
        }
        if self.end.limit.is_some() == self.end.hands.is_some() {
            return refuse("match.limit", "exactly one of `limit` and `hands`", "both or neither");
        }
        Ok(())
    }
}
