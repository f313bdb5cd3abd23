//! The drawn cards of all pages.

use spariglio_engine::{Deck, Pack};
use spariglio_report::Language;
use spariglio_report::cards::symbols_of;

/// The symbols of all cards of both packs.
pub(crate) fn deck(language: Language) -> String {
    let cards = |pack| Deck::whole(pack).cards().iter().map(move |card| (pack, card));
    symbols_of(cards(Pack::Italian40).chain(cards(Pack::Bresciane52)), language)
}
