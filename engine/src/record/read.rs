//! From a line to a record: every field of its kind, every text exact, the deal sound.
//!
//! Invariant: an error names the field's whole path. Legality and results are the check's matter.

use std::sync::Arc;

use super::error::RecordError;
use super::json::Json;
use super::{HandRecord, HandResult, MatchPlace, Remarks, SideResult, Turn};
use crate::action::Action;
use crate::card::Card;
use crate::deal::{Deal, DealError};
use crate::game::Game;
use crate::rules::{Deck, RuleSet};
use crate::score::PointKind;

/// The largest whole number of a record; far above every score and hand number.
const LARGEST: i64 = 1_000_000_000;

/// One object of a record and its path.
pub(super) struct Object<'a> {
    path: String,
    fields: &'a [(String, Json)],
}

impl<'a> Object<'a> {
    fn new(path: String, json: &'a Json, known: &[&str]) -> Result<Object<'a>, RecordError> {
        let Json::Object(fields) = json else {
            return Err(RecordError::new(path, "an object", json.show()));
        };
        let object = Object { path, fields };
        let allowed = |key: &str| known.contains(&key) || key == "note" || key == "why";
        match fields.iter().find(|(key, _)| !allowed(key)) {
            None => Ok(object),
            Some((key, _)) => {
                let expected = format!("a known field: one of {}, note, why", known.join(", "));
                Err(RecordError::new(object.path_of(key), expected, "an unknown field"))
            }
        }
    }

    fn path_of(&self, key: &str) -> String {
        match self.path.as_str() {
            "line" => key.to_owned(),
            path => format!("{path}.{key}"),
        }
    }

    fn get(&self, key: &str) -> Option<&'a Json> {
        self.fields.iter().find(|(name, _)| name == key).map(|(_, json)| json)
    }

    fn required(&self, key: &str, expected: &str) -> Result<&'a Json, RecordError> {
        self.get(key)
            .ok_or_else(|| RecordError::new(self.path_of(key), expected, "nothing"))
    }

    fn text(&self, key: &str) -> Result<&'a str, RecordError> {
        match self.required(key, "a text")? {
            Json::Text(text) => Ok(text),
            other => Err(RecordError::new(self.path_of(key), "a text", other.show())),
        }
    }

    fn list(&self, key: &str, expected: &str) -> Result<&'a [Json], RecordError> {
        match self.required(key, expected)? {
            Json::List(list) => Ok(list),
            other => Err(RecordError::new(self.path_of(key), expected, other.show())),
        }
    }

    /// A whole number from 0 to below `end`.
    fn index(&self, key: &str, end: usize) -> Result<usize, RecordError> {
        let number = self.number(key)?;
        match usize::try_from(number) {
            Ok(index) if index < end => Ok(index),
            _ => Err(RecordError::new(
                self.path_of(key),
                format!("a whole number 0 to {}", end - 1),
                number.to_string(),
            )),
        }
    }

    fn number(&self, key: &str) -> Result<i64, RecordError> {
        number(&self.path_of(key), self.required(key, "a whole number")?)
    }

    /// A whole number, or `None` for null.
    fn number_or_null(&self, key: &str) -> Result<Option<i64>, RecordError> {
        match self.required(key, "a whole number or null")? {
            Json::Null => Ok(None),
            json => number(&self.path_of(key), json).map(Some),
        }
    }

    /// A side, or `None` for null.
    fn side_or_null(&self, key: &str, game: &Game) -> Result<Option<usize>, RecordError> {
        match self.required(key, "a side or null")? {
            Json::Null => Ok(None),
            _ => self.index(key, game.sides()).map(Some),
        }
    }

    fn remarks(&self) -> Result<Remarks, RecordError> {
        let text = |key: &str| self.get(key).map(|_| self.text(key).map(str::to_owned)).transpose();
        Ok(Remarks {
            note: text("note")?,
            why: text("why")?,
        })
    }
}

fn number(path: &str, json: &Json) -> Result<i64, RecordError> {
    let whole = match json {
        Json::Number(number) => number.as_i64(),
        _ => None,
    };
    let sound = whole.filter(|number| (0..=LARGEST).contains(number));
    sound.ok_or_else(|| RecordError::new(path, format!("a whole number 0 to {LARGEST}"), json.show()))
}

/// A line's JSON value.
pub(super) fn json(line: &[u8]) -> Result<Json, RecordError> {
    let text = std::str::from_utf8(line).map_err(|error| {
        RecordError::new(
            "line",
            "UTF-8",
            format!("other bytes after the first {}", error.valid_up_to()),
        )
    })?;
    if text.trim().is_empty() {
        return Err(RecordError::new("line", "a record", "an empty line"));
    }
    serde_json::from_str(text).map_err(|error| RecordError::new("line", "JSON with each field once", error.to_string()))
}

const RECORD: [&str; 8] = ["rules", "dealer", "hands", "table", "stock", "turns", "result", "match"];

/// The fields of a record's object.
pub(super) fn object(json: &Json) -> Result<Object<'_>, RecordError> {
    Object::new("line".to_owned(), json, &RECORD)
}

/// The `rules` as they are written.
pub(super) fn rules<'a>(record: &Object<'a>) -> Result<&'a Json, RecordError> {
    record.required("rules", "a preset's name or an object")
}

/// The game of `rules`.
pub(super) fn game(rules: &Json) -> Result<Game, RecordError> {
    RuleSet::from_json(&rules.to_value())
        .and_then(Game::new)
        .map_err(|error| {
            let field = match error.field() {
                "rules" => "rules".to_owned(),
                "base" if matches!(rules, Json::Text(_)) => "rules".to_owned(),
                field => format!("rules.{field}"),
            };
            RecordError::new(field, error.expected(), error.found())
        })
}

/// The record of an object whose `rules` are compiled already.
pub(super) fn record(record: &Object, rules: &Json, game: Arc<Game>) -> Result<HandRecord, RecordError> {
    let deal = deal(record, &game)?;
    let turns = record.list("turns", "a list of turns")?.iter().enumerate();
    let turns: Vec<Turn> = turns
        .map(|(index, json)| turn(index, json, &game).map_err(|error| error.at_turn(index)))
        .collect::<Result<_, _>>()?;
    let result = record.get("result").map(|json| result(json, &game)).transpose()?;
    Ok(HandRecord {
        rules: rules.clone(),
        deal,
        turns,
        result,
        place: place(record, &game)?,
        remarks: record.remarks()?,
        game,
    })
}

/// The place in a match, where the record has one.
pub(super) fn place(record: &Object, game: &Game) -> Result<Option<MatchPlace>, RecordError> {
    let Some(json) = record.get("match") else {
        return Ok(None);
    };
    let object = Object::new("match".to_owned(), json, &["id", "hand", "scores"])?;
    let scores = object.list("scores", "a list of the points of each side")?;
    if scores.len() != game.sides() {
        let expected = format!("the points of {} sides", game.sides());
        return Err(RecordError::new("match.scores", expected, scores.len().to_string()));
    }
    let scores = scores.iter().enumerate();
    Ok(Some(MatchPlace {
        id: object.text("id")?.to_owned(),
        hand: object.index("hand", LARGEST as usize)?,
        scores: scores
            .map(|(side, json)| number(&format!("match.scores[{side}]"), json))
            .collect::<Result<_, _>>()?,
        remarks: object.remarks()?,
    }))
}

fn cards(path: &str, text: &str, deck: Deck, count: usize) -> Result<Vec<Card>, RecordError> {
    let wrong = |found: String| {
        let expected = format!("{count} cards separated by single spaces");
        RecordError::new(path, expected, found)
    };
    if text.is_empty() && count == 0 {
        return Ok(Vec::new());
    }
    let card = |word| deck.parse_card(word).map_err(|error| wrong(error.to_string()));
    let cards: Vec<Card> = text.split(' ').map(card).collect::<Result<_, _>>()?;
    if cards.len() != count {
        return Err(wrong(format!("{} cards", cards.len())));
    }
    Ok(cards)
}

/// The deal of `hands`, `table` and `stock`, brought into the canonical order.
fn deal(record: &Object, game: &Game) -> Result<Deal, RecordError> {
    let (players, deck) = (game.players(), game.deck());
    let dealer = record.index("dealer", players)?;
    let texts = record.list("hands", "a list of hand cards")?;
    if texts.len() != players {
        return Err(RecordError::new(
            "hands",
            format!("the hand cards of {players} seats"),
            texts.len().to_string(),
        ));
    }
    let mut hands = Vec::with_capacity(players);
    for (seat, json) in texts.iter().enumerate() {
        let path = format!("hands[{seat}]");
        let Json::Text(text) = json else {
            return Err(RecordError::new(path, "a text", json.show()));
        };
        hands.push(cards(&path, text, deck, game.round_len(0))?);
    }
    let stock_len = game.plies() - players * game.round_len(0);
    let table = cards("table", record.text("table")?, deck, game.table_len())?;
    let stock = cards("stock", record.text("stock")?, deck, stock_len)?;
    let mut all = Vec::with_capacity(game.pack_len());
    let place_of = |place: usize| (1..=players).map(move |step| ((dealer + step) % players, place));
    let dealt = (0..game.round_len(0)).flat_map(place_of);
    all.extend(dealt.map(|(seat, place)| hands[seat][place]));
    all.extend(table);
    all.extend(stock);
    Deal::new(game, dealer, &all).map_err(|error| {
        let field = if matches!(error, DealError::Misdeal(_)) {
            "table"
        } else {
            "hands, table, stock"
        };
        RecordError::new(field, "each card once, no misdeal", error.to_string())
    })
}

fn turn(index: usize, json: &Json, game: &Game) -> Result<Turn, RecordError> {
    let object = Object::new(format!("turns[{index}]"), json, &["seat", "action", "legal"])?;
    let seat = object.index("seat", game.players())?;
    let action = action(&object.path_of("action"), object.text("action")?, game.deck())?;
    let legal = object.get("legal").map(|_| legal(&object, game.deck())).transpose()?;
    Ok(Turn {
        seat,
        action,
        legal,
        remarks: object.remarks()?,
    })
}

fn action(path: &str, text: &str, deck: Deck) -> Result<Action, RecordError> {
    let expected = "an action in its exact text";
    Action::parse(text, deck).map_err(|error| RecordError::new(path, expected, error.to_string()))
}

fn legal(turn: &Object, deck: Deck) -> Result<Vec<Action>, RecordError> {
    let path = |index: usize| format!("{}[{index}]", turn.path_of("legal"));
    let list = turn.list("legal", "a list of actions")?;
    let mut actions: Vec<Action> = Vec::with_capacity(list.len());
    for (index, json) in list.iter().enumerate() {
        let Json::Text(text) = json else {
            return Err(RecordError::new(
                path(index),
                "an action in its exact text",
                json.show(),
            ));
        };
        actions.push(action(&path(index), text, deck)?);
    }
    Ok(actions)
}

fn result(json: &Json, game: &Game) -> Result<HandResult, RecordError> {
    let object = Object::new("result".to_owned(), json, &["sides", "shutout", "last_capture"])?;
    let sides = object.list("sides", "a list with one object a side")?;
    if sides.len() != game.sides() {
        let expected = format!("the results of {} sides", game.sides());
        return Err(RecordError::new("result.sides", expected, sides.len().to_string()));
    }
    Ok(HandResult {
        sides: sides
            .iter()
            .enumerate()
            .map(|(index, json)| side(index, json))
            .collect::<Result<_, _>>()?,
        shutout: object.side_or_null("shutout", game)?,
        last_capture: object.side_or_null("last_capture", game)?,
        remarks: object.remarks()?,
    })
}

fn side(index: usize, json: &Json) -> Result<SideResult, RecordError> {
    let path = format!("result.sides[{index}]");
    let object = Object::new(path, json, &["cards", "suit", "prime", "points", "total"])?;
    let kinds = PointKind::ALL.map(PointKind::name);
    let Json::Object(given) = object.required("points", "an object of points by kind")? else {
        return Err(RecordError::new(
            object.path_of("points"),
            "an object of points by kind",
            "another value",
        ));
    };
    let mut points = [0; PointKind::COUNT];
    for (key, json) in given {
        let path = format!("{}.{key}", object.path_of("points"));
        let Some(kind) = kinds.iter().position(|name| name == key) else {
            let expected = format!("a kind of points: one of {}", kinds.join(", "));
            return Err(RecordError::new(path, expected, "an unknown kind"));
        };
        points[kind] = number(&path, json)?;
    }
    Ok(SideResult {
        cards: object.number("cards")?,
        suit: object.number("suit")?,
        prime: object.number_or_null("prime")?,
        points,
        total: object.number("total")?,
        remarks: object.remarks()?,
    })
}
