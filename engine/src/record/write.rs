//! From a record to its line: fields in the order of the documentation, one space after commas and colons.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::json::Json;
use super::{HandRecord, HandResult, MatchPlace, Remarks, SideResult, Turn};
use crate::action::Action;
use crate::card::Card;
use crate::rules::Deck;
use crate::score::PointKind;

type Fields = Vec<(String, Json)>;

fn put(fields: &mut Fields, key: &str, value: impl Into<Json>) {
    fields.push((key.to_owned(), value.into()));
}

fn put_remarks(fields: &mut Fields, remarks: &Remarks) {
    for (key, text) in [("note", &remarks.note), ("why", &remarks.why)] {
        if let Some(text) = text {
            put(fields, key, text.clone());
        }
    }
}

fn number(number: usize) -> Json {
    (number as i64).into()
}

fn or_null(value: Option<impl Into<Json>>) -> Json {
    value.map_or(Json::Null, Into::into)
}

impl HandRecord {
    /// The record as one line of JSON, without a line end.
    pub fn to_line(&self) -> String {
        let mut line = Vec::new();
        let written = self
            .to_json()
            .serialize(&mut Serializer::with_formatter(&mut line, Spaced));
        debug_assert!(written.is_ok());
        String::from_utf8(line).unwrap_or_default()
    }

    fn to_json(&self) -> Json {
        let deck = self.game.deck();
        let mut fields = Fields::new();
        put(&mut fields, "rules", self.rules.clone());
        put(&mut fields, "dealer", number(self.deal.dealer()));
        self.put_cards(&mut fields);
        let turns = self.turns.iter().map(|turn| turn_json(turn, deck)).collect();
        put(&mut fields, "turns", Json::List(turns));
        if let Some(result) = &self.result {
            put(&mut fields, "result", result_json(result));
        }
        if let Some(place) = &self.place {
            put(&mut fields, "match", place_json(place));
        }
        put_remarks(&mut fields, &self.remarks);
        Json::Object(fields)
    }

    fn put_cards(&self, fields: &mut Fields) {
        let (players, deck) = (self.game.players(), self.game.deck());
        let cards: Vec<Card> = self.deal.cards().collect();
        let (dealt, rest) = cards.split_at(players * self.game.round_len(0));
        let (table, stock) = rest.split_at(self.game.table_len());
        let hand = |seat: usize| {
            let first = (seat + 2 * players - self.deal.dealer() - 1) % players;
            let own: Vec<Card> = dealt.iter().skip(first).step_by(players).copied().collect();
            cards_text(&own, deck).into()
        };
        put(fields, "hands", Json::List((0..players).map(hand).collect()));
        put(fields, "table", cards_text(table, deck));
        put(fields, "stock", cards_text(stock, deck));
    }
}

fn cards_text(cards: &[Card], deck: Deck) -> String {
    let texts: Vec<String> = cards.iter().map(|card| deck.card_text(*card)).collect();
    texts.join(" ")
}

fn turn_json(turn: &Turn, deck: Deck) -> Json {
    let text = |action: &Action| Json::Text(action.text(deck));
    let mut fields = Fields::new();
    put(&mut fields, "seat", number(turn.seat));
    put(&mut fields, "action", text(&turn.action));
    if let Some(legal) = &turn.legal {
        put(&mut fields, "legal", Json::List(legal.iter().map(text).collect()));
    }
    put_remarks(&mut fields, &turn.remarks);
    Json::Object(fields)
}

fn result_json(result: &HandResult) -> Json {
    let mut fields = Fields::new();
    put(
        &mut fields,
        "sides",
        Json::List(result.sides.iter().map(side_json).collect()),
    );
    put(&mut fields, "shutout", or_null(result.shutout.map(number)));
    put(&mut fields, "last_capture", or_null(result.last_capture.map(number)));
    put_remarks(&mut fields, &result.remarks);
    Json::Object(fields)
}

fn side_json(side: &SideResult) -> Json {
    let mut points = Fields::new();
    for (kind, value) in PointKind::ALL.iter().zip(side.points) {
        if value != 0 {
            put(&mut points, kind.name(), value);
        }
    }
    let mut fields = Fields::new();
    put(&mut fields, "cards", side.cards);
    put(&mut fields, "suit", side.suit);
    put(&mut fields, "prime", or_null(side.prime));
    put(&mut fields, "points", Json::Object(points));
    put(&mut fields, "total", side.total);
    put_remarks(&mut fields, &side.remarks);
    Json::Object(fields)
}

fn place_json(place: &MatchPlace) -> Json {
    let mut fields = Fields::new();
    put(&mut fields, "id", place.id.clone());
    put(&mut fields, "hand", number(place.hand));
    put(
        &mut fields,
        "scores",
        Json::List(place.scores.iter().map(|points| (*points).into()).collect()),
    );
    put_remarks(&mut fields, &place.remarks);
    Json::Object(fields)
}

/// One space after commas and colons.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}
