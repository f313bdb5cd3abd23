//! Reads a line into a record: checks the type of every field, the exact form of every text, and the deal.
//!
//! Invariant: an error names the field's whole path. The check verifies legality and results later.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{HandRecord, HandResult, MatchPlace, Turn, number};
use crate::cards::card::Card;
use crate::format::tree::{FormatError, Tree, given};
use crate::game::Game;
use crate::hand::action::Action;
use crate::hand::deal::{Deal, DealError};
use crate::rules::RuleSet;

/// The fields of a record's line.
#[derive(Deserialize)]
pub(super) struct ReadLine<'a> {
    #[serde(rename = "rules")]
    _rules: IgnoredAny,
    #[serde(deserialize_with = "number")]
    dealer: usize,
    #[serde(borrow)]
    hands: Vec<&'a str>,
    table: &'a str,
    stock: &'a str,
    #[serde(borrow)]
    turns: Vec<ReadTurn<'a>>,
    #[serde(default, deserialize_with = "given")]
    result: Option<HandResult>,
    #[serde(rename = "match", default, deserialize_with = "given")]
    place: Option<MatchPlace>,
    #[serde(default, deserialize_with = "given")]
    note: Option<String>,
    #[serde(default, deserialize_with = "given")]
    why: Option<String>,
}

/// The fields of a turn.
#[derive(Deserialize)]
struct ReadTurn<'a> {
    #[serde(deserialize_with = "number")]
    seat: usize,
    action: &'a str,
    #[serde(borrow, default, deserialize_with = "given")]
    legal: Option<Vec<&'a str>>,
    #[serde(default, deserialize_with = "given")]
    note: Option<String>,
    #[serde(default, deserialize_with = "given")]
    why: Option<String>,
}

/// A line's JSON object.
pub(super) fn tree(line: &[u8]) -> Result<Tree, FormatError> {
    let text = std::str::from_utf8(line).map_err(|error| {
        let rest = format!("other bytes after the first {}", error.valid_up_to());
        FormatError::new("line", "UTF-8", rest)
    })?;
    if text.trim().is_empty() {
        return Err(FormatError::new("line", "a record", "an empty line"));
    }
    // No JSON has no field.
    let named = |error: FormatError| {
        if error.field().is_empty() {
            error.inside("line")
        } else {
            error
        }
    };
    match Tree::from_json(text.as_bytes()).map_err(named)? {
        object @ Tree::Table(_) => Ok(object),
        other => Err(FormatError::new("line", "an object", other.show())),
    }
}

/// The fields of a line's object, and its `rules` as they are written.
pub(super) fn line(tree: &Tree) -> Result<(ReadLine<'_>, &Tree), FormatError> {
    let line = ReadLine::deserialize(tree.source())?;
    let rules = tree.table()?.required("rules", "a preset's name or an object")?;
    Ok((line, rules))
}

/// The game of `rules`.
pub(super) fn game(rules: &Tree) -> Result<Game, FormatError> {
    let game = RuleSet::from_tree(rules).and_then(Game::new);
    game.map_err(|error| error.inside("rules"))
}

/// The record of a line whose `rules` are already compiled.
pub(super) fn record(line: ReadLine, rules: &Arc<Tree>, game: &Arc<Game>) -> Result<HandRecord, FormatError> {
    let deal = deal(&line, game)?;
    check_result(line.result.as_ref(), game)?;
    check_place(line.place.as_ref(), game)?;
    let mut record = HandRecord {
        game: Arc::clone(game),
        rules: Arc::clone(rules),
        deal,
        turns: Vec::with_capacity(line.turns.len()),
        result: line.result,
        place: line.place,
        note: line.note,
        why: line.why,
    };
    for (index, line) in line.turns.into_iter().enumerate() {
        record.insert(turn(index, line, game)?);
    }
    Ok(record)
}

/// Refuses a number that is not below `end`.
fn below(field: &str, number: usize, end: usize) -> Result<(), FormatError> {
    if number < end {
        return Ok(());
    }
    let expected = format!("a whole number 0 to {}", end - 1);
    Err(FormatError::new(field, expected, number.to_string()))
}

/// Refuses a list that does not have `right` items.
fn of_length(field: &str, length: usize, right: usize, items: &str) -> Result<(), FormatError> {
    if length == right {
        return Ok(());
    }
    Err(FormatError::new(field, format!("{right} {items}"), length.to_string()))
}

fn check_result(result: Option<&HandResult>, game: &Game) -> Result<(), FormatError> {
    let Some(result) = result else { return Ok(()) };
    of_length("result.sides", result.sides.len(), game.sides(), "results, one per side")?;
    below("result.shutout", result.shutout.unwrap_or(0), game.sides())?;
    below("result.last_capture", result.last_capture.unwrap_or(0), game.sides())
}

fn check_place(place: Option<&MatchPlace>, game: &Game) -> Result<(), FormatError> {
    let length = place.map_or(game.sides(), |place| place.scores.len());
    of_length("match.scores", length, game.sides(), "numbers of points, one per side")
}

fn cards(path: &str, text: &str, game: &Game, count: usize) -> Result<Vec<Card>, FormatError> {
    let wrong = |found: String| {
        let expected = format!("{count} cards separated by single spaces");
        FormatError::new(path, expected, found)
    };
    if text.is_empty() && count == 0 {
        return Ok(Vec::new());
    }
    let card = |word| game.deck().parse_card(word).map_err(|error| wrong(error.to_string()));
    let cards: Vec<Card> = text.split(' ').map(card).collect::<Result<_, _>>()?;
    if cards.len() != count {
        return Err(wrong(format!("{} cards", cards.len())));
    }
    Ok(cards)
}

/// The deal of `hands`, `table` and `stock`, brought into the canonical order.
fn deal(line: &ReadLine, game: &Game) -> Result<Deal, FormatError> {
    let (players, hand_len) = (game.players(), game.round_len(0));
    below("dealer", line.dealer, players)?;
    of_length("hands", line.hands.len(), players, "texts of hand cards, one per seat")?;
    let hands = line.hands.iter().enumerate();
    let hands = hands.map(|(seat, text)| cards(&format!("hands[{seat}]"), text, game, hand_len));
    let hands: Vec<Vec<Card>> = hands.collect::<Result<_, _>>()?;
    let stock_len = game.pack_len() - game.table_len() - players * hand_len;
    let seats = |place: usize| (1..=players).map(move |step| ((line.dealer + step) % players, place));
    let mut all: Vec<Card> = (0..hand_len).flat_map(seats).map(|(seat, place)| hands[seat][place]).collect();
    all.extend(cards("table", line.table, game, game.table_len())?);
    all.extend(cards("stock", line.stock, game, stock_len)?);
    Deal::new(game, line.dealer, &all).map_err(|error| {
        let field = if matches!(error, DealError::Misdeal(_)) {
            "table"
        } else {
            "hands, table, stock"
        };
        FormatError::new(field, "each card once, no misdeal", error.to_string())
    })
}

fn turn(index: usize, line: ReadTurn, game: &Game) -> Result<Turn, FormatError> {
    let action = |path: String, text: &str| {
        let expected = "an action in its exact text";
        Action::parse(text, game.deck()).map_err(|error| FormatError::new(path, expected, error.to_string()))
    };
    below(&format!("turns[{index}].seat"), line.seat, game.players())?;
    let legal = |texts: Vec<&str>| {
        let texts = texts.into_iter().enumerate();
        texts
            .map(|(place, text)| action(format!("turns[{index}].legal[{place}]"), text))
            .collect()
    };
    Ok(Turn {
        seat: line.seat,
        action: action(format!("turns[{index}].action"), line.action)?,
        legal: line.legal.map(legal).transpose()?,
        note: line.note,
        why: line.why,
    })
}
