//! Reads a line into a record: checks the type of every field, the exact form of every text, and the deal.
//!
//! Invariant: an error names the field's whole path. The check verifies legality and results later.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::fields::{below, of_length};
use super::gaps::{self, Gaps};
use super::{HandRecord, HandResult, MatchPlace, Turn, insert, number};
use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::format::tree::{FormatError, Tree, given};
use crate::game::Game;
use crate::hand::action::Action;
use crate::hand::deal::Deal;
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
    #[serde(borrow, default, deserialize_with = "given")]
    declared: Option<Vec<&'a str>>,
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
pub(super) struct ReadTurn<'a> {
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

/// The record of a line whose `rules` are already compiled. Unless `gaps` is set, unknown cards are refused.
pub(super) fn record(
    line: ReadLine,
    rules: &Arc<Tree>,
    game: &Arc<Game>,
    gaps: bool,
) -> Result<HandRecord, FormatError> {
    let cards = cards_in_order(&line, game)?;
    check_result(line.result.as_ref(), game)?;
    check_place(line.place.as_ref(), game)?;
    let mut turns = Vec::with_capacity(line.turns.len());
    for (index, line) in line.turns.iter().enumerate() {
        insert(&mut turns, turn("turns", index, line, game)?);
    }
    let (deal, stand_ins) = match cards.iter().copied().collect::<Option<Vec<Card>>>() {
        Some(cards) => {
            let of_all = line
                .declared
                .map(|_| FormatError::new("declared", "no such field if all cards are known", "it"));
            of_all.map_or(Ok(()), Err)?;
            (Deal::new(game, line.dealer, &cards).map_err(gaps::wrong)?, CardSet::EMPTY)
        }
        None if gaps => Gaps::new(game, line.dealer, cards, "turns", &turns)?.fill_declared(line.declared.as_ref())?,
        None => {
            return Err(FormatError::new(
                "hands, table, stock",
                "all cards, because more than a view is needed",
                "`?`",
            ));
        }
    };
    Ok(HandRecord {
        game: Arc::clone(game),
        rules: Arc::clone(rules),
        deal,
        stand_ins,
        turns,
        result: line.result,
        place: line.place,
        note: line.note,
        why: line.why,
    })
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

/// The cards of a text; `None` for `?`.
fn cards(path: &str, text: &str, game: &Game, count: usize) -> Result<Vec<Option<Card>>, FormatError> {
    let wrong = |found: String| {
        let expected = format!("{count} cards separated by single spaces");
        FormatError::new(path, expected, found)
    };
    if text.is_empty() && count == 0 {
        return Ok(Vec::new());
    }
    let card = |word| match word {
        "?" => Ok(None),
        word => game.deck().parse_card(word).map(Some).map_err(|error| wrong(error.to_string())),
    };
    let cards: Vec<Option<Card>> = text.split(' ').map(card).collect::<Result<_, _>>()?;
    if cards.len() != count {
        return Err(wrong(format!("{} cards", cards.len())));
    }
    Ok(cards)
}

/// The cards of `hands`, `table` and `stock` in canonical order.
fn cards_in_order(line: &ReadLine, game: &Game) -> Result<Vec<Option<Card>>, FormatError> {
    let (players, hand_len) = (game.players(), game.round_len(0));
    below("dealer", line.dealer, players)?;
    of_length("hands", line.hands.len(), players, "texts of hand cards, one per seat")?;
    let hands = line.hands.iter().enumerate();
    let hands = hands.map(|(seat, text)| cards(&format!("hands[{seat}]"), text, game, hand_len));
    let hands: Vec<Vec<Option<Card>>> = hands.collect::<Result<_, _>>()?;
    let stock_len = game.pack_len() - game.table_len() - players * hand_len;
    let seats = |place: usize| (1..=players).map(move |step| ((line.dealer + step) % players, place));
    let mut all: Vec<_> = (0..hand_len).flat_map(seats).map(|(seat, place)| hands[seat][place]).collect();
    let table = cards("table", line.table, game, game.table_len())?;
    if table.contains(&None) {
        return Err(FormatError::new("table", "all cards, because everybody sees them", "`?`"));
    }
    all.extend(table);
    all.extend(cards("stock", line.stock, game, stock_len)?);
    Ok(all)
}

/// A turn, the one at `index` of the field `list`.
pub(super) fn turn(list: &str, index: usize, line: &ReadTurn, game: &Game) -> Result<Turn, FormatError> {
    let action = |path: String, text: &str| {
        let expected = "an action in its exact text";
        Action::parse(text, game.deck()).map_err(|error| FormatError::new(path, expected, error.to_string()))
    };
    below(&format!("{list}[{index}].seat"), line.seat, game.players())?;
    let legal = |texts: &Vec<&str>| {
        let texts = texts.iter().enumerate();
        texts
            .map(|(place, text)| action(format!("{list}[{index}].legal[{place}]"), text))
            .collect()
    };
    Ok(Turn {
        seat: line.seat,
        action: action(format!("{list}[{index}].action"), line.action)?,
        legal: line.legal.as_ref().map(legal).transpose()?,
        note: line.note.clone(),
        why: line.why.clone(),
    })
}
