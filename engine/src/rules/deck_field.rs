//! The field `deck` of a rule set: a pack's name, or a table that names a pack and some of its ranks and suits.
//!
//! Invariant: a written deck reads back as the same deck; a whole pack is written as its name. Source:
//! `docs/reference/records.md` section 3.

use serde::Deserialize;

use super::kinds::{self, Pack};
use crate::cards::deck::{Deck, SUIT_LETTERS, chosen_ranks, chosen_suits};
use crate::format::tree::{FormatError, Table, Tree};

/// Reads the deck.
pub(super) fn read(tree: Option<&Tree>) -> Result<Deck, FormatError> {
    match tree {
        Some(Tree::Table(table)) => part(table),
        Some(name) => {
            let pack = Pack::deserialize(name.source())
                .map_err(|error| error.because(", or a table of pack, ranks and suits"))?;
            Ok(Deck::whole(pack))
        }
        None => Err(FormatError::new("", "a pack's name, or a table", "nothing")),
    }
}

/// Reads a table; all three fields are required.
fn part(table: &Table) -> Result<Deck, FormatError> {
    table.check_known(&["pack", "ranks", "suits"])?;
    let pack =
        Pack::deserialize(table.required("pack", "a pack's name")?.source()).map_err(|error| error.inside("pack"))?;
    let ranks = letters(table, "ranks", pack.rank_letters(), |text| chosen_ranks(pack, text))?;
    let suits = letters(table, "suits", SUIT_LETTERS, chosen_suits)?;
    Ok(Deck::of(pack, ranks, suits))
}

fn letters(table: &Table, key: &str, all: &str, read: impl Fn(&str) -> Option<u16>) -> Result<u16, FormatError> {
    let expected = format!("one or more letters of {all} in this order, each once");
    let value = table.required(key, &expected)?;
    let chosen = match value {
        Tree::Text(text) => read(text),
        _ => None,
    };
    chosen.ok_or_else(|| FormatError::new(key, expected, value.show()))
}

/// The deck as a value of TOML, on one line.
pub(super) fn text(deck: Deck) -> String {
    let pack = kinds::text(deck.pack());
    if deck.is_whole() {
        return format!("\"{pack}\"");
    }
    let (ranks, suits) = (deck.rank_letters(), deck.suit_letters());
    format!("{{ pack = \"{pack}\", ranks = \"{ranks}\", suits = \"{suits}\" }}")
}
