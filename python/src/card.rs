//! Cards.

use pyo3::prelude::*;
use spariglio_engine::{CardSet, Deck};

/// A card of a deck. Made by `Game.card`, and by everything that shows cards.
#[pyclass(frozen, eq, ord, hash, module = "spariglio")]
#[derive(Copy, Clone)]
pub struct Card {
    pub card: spariglio_engine::Card,
    deck: Deck,
}

impl PartialEq for Card {
    fn eq(&self, other: &Card) -> bool {
        self.card == other.card
    }
}

impl Eq for Card {}

impl PartialOrd for Card {
    fn partial_cmp(&self, other: &Card) -> Option<std::cmp::Ordering> {
        self.card.index().partial_cmp(&other.card.index())
    }
}

impl std::hash::Hash for Card {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.card.index().hash(hasher);
    }
}

impl Card {
    pub fn new(card: spariglio_engine::Card, deck: Deck) -> Card {
        Card { card, deck }
    }

    /// The cards of a set, in canonical order.
    pub fn list(cards: CardSet, deck: Deck) -> Vec<Card> {
        cards.iter().map(|card| Card::new(card, deck)).collect()
    }
}

#[pymethods]
impl Card {
    /// Its place in the canonical order, 0 to 51: by rank, then by suit.
    #[getter]
    fn index(&self) -> u8 {
        self.card.index()
    }

    /// Its rank: 1 (ace) to 10, or to 13 in the pack of 52 cards.
    #[getter]
    fn rank(&self) -> u8 {
        self.card.rank()
    }

    /// What it counts in sums.
    #[getter]
    fn value(&self) -> u8 {
        self.deck.value(self.card.rank())
    }

    /// The letter of its suit.
    #[getter]
    fn suit(&self) -> char {
        self.card.suit().letter()
    }

    fn __str__(&self) -> String {
        self.deck.card_text(self.card)
    }

    fn __repr__(&self) -> String {
        format!("Card({})", self.__str__())
    }
}
