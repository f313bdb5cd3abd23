//! Cards.

use pyo3::prelude::*;
use spariglio_engine::rules::Pack;
use spariglio_engine::{CardSet, Deck, MAX_CARDS};

use crate::arguments::Items;
use crate::error;

/// The cards of a deal.
pub type Cards<'py> = Items<PyRef<'py, Card>, MAX_CARDS>;

/// A card of a deck, made by `Game.card` and by every property that shows cards.
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

    pub fn pack(&self) -> Pack {
        self.deck.pack()
    }

    /// The cards of a set, in canonical order.
    pub fn list(cards: CardSet, deck: Deck) -> Vec<Card> {
        cards.iter().map(|card| Card::new(card, deck)).collect()
    }
}

/// Cards as text, separated by spaces; `-` if there are none.
pub fn cards_text(cards: CardSet, deck: Deck) -> String {
    match cards.is_empty() {
        true => "-".to_owned(),
        false => cards.iter().map(|card| deck.card_text(card)).collect::<Vec<_>>().join(" "),
    }
}

/// A deck for pickle: the ranks of its pack, and the letters of its ranks and suits.
pub type DeckState = (u8, String, String);

/// The state of a deck for pickle.
pub fn deck_state(deck: Deck) -> DeckState {
    (deck.ranks(), deck.rank_letters(), deck.suit_letters())
}

/// Restores a pickled deck.
///
/// # Errors
/// No deck has this state.
pub fn deck_of((ranks, rank_letters, suits): DeckState) -> PyResult<Deck> {
    let pack = [Pack::Italian40, Pack::Bresciane52]
        .into_iter()
        .find(|pack| pack.ranks() == ranks);
    let deck = pack.and_then(|pack| Deck::part(pack, &rank_letters, &suits));
    deck.ok_or_else(|| error::value(format!("a pack of {ranks} ranks, `{rank_letters}` of `{suits}`: expected a deck")))
}

#[pymethods]
impl Card {
    /// Restores a pickled card.
    #[staticmethod]
    fn _of(deck: DeckState, text: &str) -> PyResult<Card> {
        let deck = deck_of(deck)?;
        let card = deck.parse_card(text).map_err(error::value)?;
        Ok(Card::new(card, deck))
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (DeckState, String))> {
        let card = slf.get();
        Ok((slf.getattr("_of")?, (deck_state(card.deck), card.__str__())))
    }

    /// The place in the canonical order, 0 to 51: by rank, then by suit.
    #[getter]
    fn index(&self) -> u8 {
        self.card.index()
    }

    /// The rank: 1 (ace) to 10, or to 13 in the pack of 52 cards.
    #[getter]
    fn rank(&self) -> u8 {
        self.card.rank()
    }

    /// The value of the card in sums.
    #[getter]
    fn value(&self) -> u8 {
        self.deck.value(self.card.rank())
    }

    /// The letter of the suit.
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
