//! Refuses combinations of fields with which no hand can be played.
//!
//! Source: `docs/reference/records.md` section 3, `docs/reference/rules.md` C.15.

use super::kinds::{Ace, AceOnEmpty, DeclarationHands, LowMeld, Matta, Misdeal, Pack, Prime, PrimeMissingSuit, text};
use super::{DealRules, RuleSet};
use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::format::tree::FormatError;
use crate::insertion;

/// Refuses a rule set: field, expected value, found value.
fn refuse<T>(field: &str, expected: impl Into<String>, found: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError::new(field, expected, found))
}

impl RuleSet {
    /// Refuses a rule set with an impossible combination of fields or a value out of its range.
    pub(crate) fn validate(&self) -> Result<(), FormatError> {
        self.check_seats()?;
        self.check_deal()?;
        self.check_misdeal()?;
        self.check_choices()?;
        self.check_declarations()?;
        self.check_prime()?;
        self.check_suit()
    }

    fn check_seats(&self) -> Result<(), FormatError> {
        if !(2..=6).contains(&self.players) {
            return refuse("players", "a whole number 2 to 6", self.players.to_string());
        }
        if !(2..=self.players).contains(&self.sides) || !self.players.is_multiple_of(self.sides) {
            let expected = format!("2 to {} sides of equal size", self.players);
            return refuse("sides", expected, format!("{} sides of {} players", self.sides, self.players));
        }
        Ok(())
    }

    /// A whole pack must be dealt out. If the deck is a part of a pack, cards may be left over.
    fn check_deal(&self) -> Result<(), FormatError> {
        let DealRules { table, rounds, .. } = &self.deal;
        let cards = usize::from(self.deck.size());
        let each: usize = rounds.iter().map(|count| usize::from(*count)).sum();
        let dealt = self.dealt();
        let fits = dealt == cards || dealt < cards && !self.deck.is_whole();
        if each == 0 || !fits {
            let expected = if self.deck.is_whole() {
                format!("table + players * sum(rounds) to be the {cards} cards of the pack")
            } else {
                format!("table + players * sum(rounds) to be at most the {cards} cards of the deck")
            };
            let sum = format!("{table} + {} * {each} = {dealt}", self.players);
            return refuse("deal.rounds", expected, sum);
        }
        Ok(())
    }

    /// If a misdeal rule is set, the deck must have enough of its cards, and it must not annul every deal.
    fn check_misdeal(&self) -> Result<(), FormatError> {
        let misdeal = self.deal.misdeal;
        let (rank, least) = match misdeal {
            Misdeal::None => return Ok(()),
            Misdeal::TwoAces => (1, 2),
            Misdeal::ThreeKings => (self.deck.ranks(), 3),
        };
        let held = (self.deck.cards() & CardSet::rank(rank)).len();
        let beside = u32::from(self.deck.size()) - u32::from(self.deal.table);
        if held < least {
            let expected = format!("none, because the deck has fewer than {least} of these cards");
            return refuse("deal.misdeal", expected, format!("{} and {held} such cards", text(misdeal)));
        }
        if beside + least <= held {
            let expected = format!(
                "a misdeal rule that does not annul every deal: {} needs {} cards that are not on the table",
                text(misdeal),
                held + 1 - least
            );
            return refuse("deal.misdeal", expected, format!("{} and {beside} such cards", text(misdeal)));
        }
        Ok(())
    }

    fn check_choices(&self) -> Result<(), FormatError> {
        let capture = &self.capture;
        if capture.ace_on_empty == AceOnEmpty::TakesItself && capture.ace != Ace::TakesAll {
            let expected = "lay, because takes_itself needs capture.ace = \"takes_all\"";
            return refuse("capture.ace_on_empty", expected, text(capture.ace_on_empty));
        }
        if self.sweep.again && (self.declarations.hands != DeclarationHands::None || self.declarations.dealer_bonus) {
            let expected =
                "false, because it needs declarations.hands = \"none\" and declarations.dealer_bonus = false";
            return refuse("sweep.again", expected, "true");
        }
        if let Some(card) = self.score.single.keys().find(|&&card| !self.deck.cards().contains(card)) {
            let expected = format!("cards of the {}-card deck", self.deck.size());
            return refuse("score.single", expected, format!("card number {}", card.index()));
        }
        match (self.end.limit, self.end.hands) {
            (Some(_), Some(_)) => refuse("match.hands", "`limit` or `hands`, not both", "both")?,
            (None, None) => refuse("match.limit", "`limit` or `hands`", "neither")?,
            _ => {}
        }
        Ok(())
    }

    /// The matta needs 7c. Declarations need three cards of the deck that are a bonus.
    fn check_declarations(&self) -> Result<(), FormatError> {
        let declarations = &self.declarations;
        let wild = declarations.matta != Matta::None;
        let has_matta = self.deck.cards().contains(MATTA);
        if wild && !has_matta {
            return refuse("declarations.matta", "none, because 7c is not in the deck", text(declarations.matta));
        }
        let worth = |card: Card| {
            if wild && card == MATTA {
                1
            } else {
                self.deck.value(card.rank())
            }
        };
        let mut least: Vec<u8> = self.deck.cards().iter().map(worth).filter(|value| *value > 0).collect();
        insertion::sort_by(&mut least, Ord::cmp);
        let is_three = least.len() >= 3 && least[..3].iter().sum::<u8>() <= declarations.three_max_sum;
        let plain = if wild {
            self.deck.cards() - CardSet::single(MATTA)
        } else {
            self.deck.cards()
        };
        let equals = (1..=10).map(|rank| (plain & CardSet::rank(rank)).len()).max().unwrap_or(0);
        let is_ten = equals + u32::from(wild) >= 3;
        if declarations.hands != DeclarationHands::None && !is_three && !is_ten {
            let expected = "none, because no three cards of the deck are a bonus";
            return refuse("declarations.hands", expected, text(declarations.hands));
        }
        Ok(())
    }

    /// A prime needs a value for every rank of the pack, and enough dealt cards.
    fn check_prime(&self) -> Result<(), FormatError> {
        let prime = self.score.prime;
        if prime == Prime::None || prime.counts_cards() {
            return Ok(());
        }
        if self.deck.pack() == Pack::Bresciane52 {
            let expected = "none, most_sevens or sevens, because 8, 9 and 10 of bresciane52 have no prime value";
            return refuse("score.prime", expected, text(prime));
        }
        let suits = self.deck.suits().count();
        if self.score.prime_missing_suit == PrimeMissingSuit::NoPrime && self.dealt() < suits {
            let expected = format!("none, because a prime needs a card of each of {suits} suits");
            return refuse("score.prime", expected, format!("{} and {} dealt cards", text(prime), self.dealt()));
        }
        Ok(())
    }

    /// The deck must hold the scoring suit and the cards of its melds.
    fn check_suit(&self) -> Result<(), FormatError> {
        let score = &self.score;
        let cards = self.deck.cards() & CardSet::suit(score.suit);
        if cards.is_empty() {
            let expected = format!("a suit of the deck: one of {}", self.deck.suit_letters());
            return refuse("score.suit", expected, score.suit.letter().to_string());
        }
        let has = |rank: u8| !(cards & CardSet::rank(rank)).is_empty();
        let run = (1..=self.deck.ranks()).take_while(|&rank| has(rank)).count() as u8;
        if score.low_meld != LowMeld::None && score.low_meld.points(run) == 0 {
            let expected = format!("none, because the run from the ace of {} has {run} cards", score.suit.letter());
            return refuse("score.low_meld", expected, text(score.low_meld));
        }
        let kings = self.deck.ranks();
        if score.high_meld != 0 && !(kings - 2..=kings).all(has) {
            let expected = format!("0, because not all courts of {} are in the deck", score.suit.letter());
            return refuse("score.high_meld", expected, score.high_meld.to_string());
        }
        let needed = cards.len() as usize;
        if score.shutout && self.dealt() < needed {
            let expected = format!("false, because a shutout takes {needed} cards of {}", score.suit.letter());
            return refuse("score.shutout", expected, format!("true and {} dealt cards", self.dealt()));
        }
        Ok(())
    }

    /// Number of cards dealt during a hand.
    fn dealt(&self) -> usize {
        let each: usize = self.deal.rounds.iter().map(|count| usize::from(*count)).sum();
        usize::from(self.deal.table) + usize::from(self.players) * each
    }
}
