//! The cards: one card, a set of cards in a word, the deck of a rule set.

pub(crate) mod card;
pub(crate) mod card_set;
pub(crate) mod deck;

pub use card::{MATTA, SETTEBELLO};
