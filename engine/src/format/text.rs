//! Errors of the text forms of cards and actions (`docs/reference/records.md` sections 1 and 2).

use thiserror::Error;

/// The reason why a text is not a card, card list or action.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The text names no card.
    #[error("`{text}` is not a card of the {size}-card deck: expected a rank of {ranks} and a suit of {suits}")]
    Card {
        /// The text that was read.
        text: String,
        /// Cards in the deck.
        size: u8,
        /// Letters of the deck's ranks.
        ranks: String,
        /// Letters of the deck's suits.
        suits: String,
    },
    /// Cards out of canonical order, repeated, or not separated by single spaces.
    #[error("`{0}` is not a list of cards in canonical order separated by single spaces")]
    List(String),
    /// The text does not have the form of an action.
    #[error("`{0}` is not an action: expected `CARD`, `CARD x CARDS`, `declare CARDS` or `pass`")]
    Action(String),
    /// A declaration that does not give the value of 7c, or gives one to another card.
    #[error("`{0}` is not a declaration: expected three cards, `7c=1` to `7c=10` for 7c and no value for other cards")]
    Declaration(String),
}
