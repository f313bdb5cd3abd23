//! A deck: the cards of a rule set, which are a pack or some ranks and suits of one.
//!
//! Invariant: the deck holds every chosen rank in every chosen suit, at least one card. Indices, letters and capture
//! values are those of the pack. Texts: `docs/reference/records.md` sections 1 and 3.

use crate::cards::card::{Card, Suit};
use crate::cards::card_set::CardSet;
use crate::format::text::TextError;
use crate::rules::Pack;

/// The cards of a rule set.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Deck {
    pack: Pack,
    cards: CardSet,
}

impl Deck {
    /// The whole Italian pack.
    pub const ITALIAN40: Deck = Deck::whole(Pack::Italian40);

    /// The whole Brescian pack.
    pub const BRESCIANE52: Deck = Deck::whole(Pack::Bresciane52);

    /// All cards of a pack.
    pub const fn whole(pack: Pack) -> Deck {
        Deck { pack, cards: CardSet::from_bits((1 << (4 * pack.ranks())) - 1) }
    }

    /// The given ranks of a pack in the given suits. `None` unless both are one or more letters in canonical order,
    /// each once.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::Deck;
    /// use spariglio_engine::rules::Pack;
    ///
    /// let deck = Deck::part(Pack::Italian40, "A27", "dc").expect("ranks and suits in order");
    /// assert_eq!(deck.cards().text(deck), "Ad Ac 2d 2c 7d 7c");
    /// assert!(deck.parse_card("3d").is_err());
    /// assert_eq!(Deck::part(Pack::Italian40, "7A", "d"), None, "the ace comes first");
    /// ```
    pub fn part(pack: Pack, ranks: &str, suits: &str) -> Option<Deck> {
        Some(Deck::of(pack, chosen_ranks(pack, ranks)?, chosen_suits(suits)?))
    }

    /// The given ranks and suits of a pack, one bit per rank from the ace and one bit per suit.
    pub(crate) fn of(pack: Pack, ranks: u16, suits: u16) -> Deck {
        let of_rank = |rank: u8| (u64::from(ranks >> rank & 1) * u64::from(suits)) << (4 * rank);
        let bits = (0..pack.ranks()).fold(0, |bits, rank| bits | of_rank(rank));
        Deck { pack, cards: CardSet::from_bits(bits) }
    }

    /// The pack of the cards.
    #[inline(always)]
    pub const fn pack(self) -> Pack {
        self.pack
    }

    /// The cards.
    #[inline(always)]
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// Number of cards.
    #[inline(always)]
    pub const fn size(self) -> u8 {
        self.cards.len() as u8
    }

    /// Whether these are all cards of the pack.
    pub fn is_whole(self) -> bool {
        self == Deck::whole(self.pack)
    }

    /// Ranks of the whole pack, 10 or 13: the rank of its kings.
    #[inline(always)]
    pub const fn ranks(self) -> u8 {
        self.pack.ranks()
    }

    /// The capture value of a rank (1 to [`Deck::ranks`]): the rank itself, 0 for a court of the 52-card pack.
    pub const fn value(self, rank: u8) -> u8 {
        match self.pack {
            Pack::Bresciane52 if rank > 10 => 0,
            _ => rank,
        }
    }

    /// The suits of the deck in canonical order.
    pub fn suits(self) -> impl Iterator<Item = Suit> {
        Suit::ALL
            .into_iter()
            .filter(move |&suit| !(self.cards & CardSet::suit(suit)).is_empty())
    }

    /// The letters of the deck's ranks, ace first.
    pub fn rank_letters(self) -> String {
        let letters = (1..).zip(self.pack.rank_letters().chars());
        let held = letters.filter(|&(rank, _)| !(self.cards & CardSet::rank(rank)).is_empty());
        held.map(|(_, letter)| letter).collect()
    }

    /// The letters of the deck's suits in canonical order.
    pub fn suit_letters(self) -> String {
        self.suits().map(Suit::letter).collect()
    }

    /// The two-character text of a card of the pack.
    ///
    /// # Panics
    /// Panics if the card is not in the pack.
    pub fn card_text(self, card: Card) -> String {
        let rank = self.pack.rank_letters().as_bytes()[usize::from(card.rank()) - 1];
        format!("{}{}", char::from(rank), card.suit().letter())
    }

    /// The card of a two-character text.
    ///
    /// # Errors
    /// Fails if the text is no card of this deck.
    pub fn parse_card(self, text: &str) -> Result<Card, TextError> {
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(no_card(text, self));
        };
        let rank = self.pack.rank_letters().find(rank).map(|at| at as u8 + 1);
        match (rank, Suit::from_letter(suit)) {
            (Some(rank), Some(suit)) if self.cards.contains(Card::of(rank, suit)) => Ok(Card::of(rank, suit)),
            _ => Err(no_card(text, self)),
        }
    }
}

impl CardSet {
    /// The set's text: cards in canonical order, single spaces.
    pub fn text(self, deck: Deck) -> String {
        let texts: Vec<String> = self.iter().map(|card| deck.card_text(card)).collect();
        texts.join(" ")
    }

    /// Reads a list of cards in canonical order.
    ///
    /// # Errors
    /// Fails unless the text lists cards in canonical order, separated by single spaces. The empty text is the empty
    /// set.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::{CardSet, Deck};
    ///
    /// let set = CardSet::parse("Ad 3c 7s", Deck::ITALIAN40)?;
    /// assert_eq!((set.len(), set.rank_sum()), (3, 11));
    /// assert_eq!(set.text(Deck::ITALIAN40), "Ad 3c 7s");
    /// assert!(CardSet::parse("7s Ad", Deck::ITALIAN40).is_err(), "the ace comes first");
    /// # Ok::<(), spariglio_engine::format::TextError>(())
    /// ```
    pub fn parse(text: &str, deck: Deck) -> Result<CardSet, TextError> {
        let mut set = CardSet::EMPTY;
        if text.is_empty() {
            return Ok(set);
        }
        for word in text.split(' ') {
            let card = deck.parse_card(word)?;
            if set.bits() >> card.index() != 0 {
                return Err(TextError::List(text.to_owned()));
            }
            set.insert(card);
        }
        Ok(set)
    }
}

fn no_card(text: &str, deck: Deck) -> TextError {
    TextError::Card {
        text: text.to_owned(),
        size: deck.size(),
        ranks: deck.rank_letters(),
        suits: deck.suit_letters(),
    }
}

/// The letters of all suits in canonical order.
pub(crate) const SUIT_LETTERS: &str = "dcsb";

/// The ranks of some letters, one bit per rank from the ace; `None` if the letters are invalid.
pub(crate) fn chosen_ranks(pack: Pack, letters: &str) -> Option<u16> {
    chosen(pack.rank_letters(), letters)
}

/// The suits of some letters, one bit per suit; `None` if the letters are invalid.
pub(crate) fn chosen_suits(letters: &str) -> Option<u16> {
    chosen(SUIT_LETTERS, letters)
}

/// The places of `letters` in `all`, one bit per letter. `None` unless they are in order, each once, at least one.
fn chosen(all: &str, letters: &str) -> Option<u16> {
    let mut bits = 0;
    for letter in letters.chars() {
        let bit = 1 << all.find(letter)?;
        if bit <= bits {
            return None;
        }
        bits |= bit;
    }
    (bits != 0).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_pack_holds_every_rank_in_every_suit() {
        let deck = Deck::part(Pack::Italian40, "A27K", "cb").unwrap();
        assert_eq!(deck.cards().text(deck), "Ac Ab 2c 2b 7c 7b Kc Kb");
        assert_eq!((deck.size(), deck.ranks()), (8, 10));
        assert_eq!((deck.rank_letters(), deck.suit_letters()), ("A27K".into(), "cb".into()));
        assert!(deck.parse_card("2c").is_ok() && deck.parse_card("3c").is_err() && deck.parse_card("2d").is_err());
        for pack in [Pack::Italian40, Pack::Bresciane52] {
            let all = Deck::part(pack, pack.rank_letters(), SUIT_LETTERS);
            assert_eq!(all, Some(Deck::whole(pack)));
        }
    }

    #[test]
    fn letters_stand_in_order_and_once() {
        let of = |ranks, suits| Deck::part(Pack::Italian40, ranks, suits);
        for (ranks, suits) in [("", "d"), ("A", ""), ("2A", "d"), ("AA", "d"), ("AT", "d"), ("A", "cd"), ("A", "x")] {
            assert_eq!(of(ranks, suits), None, "{ranks} {suits}");
        }
        assert!(Deck::part(Pack::Bresciane52, "89T", "sb").is_some());
    }
}
