//! The forms of texts in options.

use spariglio_engine::format::plain::is_plain;

/// The form of a label.
pub(crate) const LABEL: &str = "1 to 60 letters, without control characters, `:`, commas and spaces at its ends";

/// The form of a command.
pub(crate) const COMMAND: &str = "a program and its arguments, quotes closed";

/// Whether the words of a command name a program.
pub(crate) fn names_program(words: &[String]) -> bool {
    words.first().is_some_and(|program| !program.is_empty())
}

/// Whether a text may be a label in a specification.
pub(crate) fn is_label(text: &str) -> bool {
    let length = text.chars().count();
    (1..=60).contains(&length) && is_plain(text) && text.trim() == text && !text.contains([':', ','])
}
