//! Parts of fields that records and views share: numbers in a range, lists of a length, sets of cards.

use crate::cards::card_set::CardSet;
use crate::format::tree::FormatError;
use crate::game::Game;

/// Refuses a number that is not below `end`.
pub(super) fn below(field: &str, number: usize, end: usize) -> Result<(), FormatError> {
    if number < end {
        return Ok(());
    }
    let expected = format!("a whole number 0 to {}", end - 1);
    Err(FormatError::new(field, expected, number.to_string()))
}

/// Refuses a list that does not have `right` items.
pub(super) fn of_length(field: &str, length: usize, right: usize, items: &str) -> Result<(), FormatError> {
    if length == right {
        return Ok(());
    }
    Err(FormatError::new(field, format!("{right} {items}"), length.to_string()))
}

/// The set of a text of cards in any order.
pub(super) fn card_set(field: &str, text: &str, game: &Game) -> Result<CardSet, FormatError> {
    let wrong = |found: String| FormatError::new(field, "cards separated by single spaces, each once", found);
    let mut cards = CardSet::EMPTY;
    for word in text.split(' ').filter(|_| !text.is_empty()) {
        let card = game.deck().parse_card(word).map_err(|error| wrong(error.to_string()))?;
        if cards.contains(card) {
            return Err(wrong(format!("{word} twice")));
        }
        cards.insert(card);
    }
    Ok(cards)
}

/// The sets of a list of texts, one per seat; none if there is no list.
pub(super) fn by_seat(field: &str, texts: Option<&Vec<&str>>, game: &Game) -> Result<Vec<CardSet>, FormatError> {
    let Some(texts) = texts else { return Ok(Vec::new()) };
    of_length(field, texts.len(), game.players(), "texts of cards, one per seat")?;
    let texts = texts.iter().enumerate();
    texts
        .map(|(seat, text)| card_set(&format!("{field}[{seat}]"), text, game))
        .collect()
}
