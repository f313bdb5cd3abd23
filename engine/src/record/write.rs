//! Writes a record as its line: fields in the order of the documentation, one space after commas and colons.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::{HandRecord, HandResult, MatchPlace, Turn};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::format::tree::Tree;
use crate::hand::action::Action;
use crate::hand::view::View;
use crate::rules::{DeclarationMode, RuleSet, preset};

/// The fields of a record's line.
#[derive(Serialize)]
struct WrittenLine<'a> {
    rules: &'a Tree,
    dealer: usize,
    hands: Vec<String>,
    table: String,
    stock: String,
    /// By seat: the cards that the rules declared by themselves in the current deal-round, if cards are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<Vec<String>>,
    turns: Vec<WrittenTurn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: &'a Option<HandResult>,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    place: &'a Option<MatchPlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: &'a Option<String>,
}

/// The fields of a turn.
#[derive(Serialize)]
struct WrittenTurn<'a> {
    seat: usize,
    action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: &'a Option<String>,
}

/// The shortest `rules` of a rule set: its name if it is a preset, else the complete object.
pub(super) fn rules(rules: &RuleSet) -> Tree {
    match preset(&rules.name) {
        Some(preset) if preset == rules => Tree::Text(rules.name.clone()),
        _ => rules.to_tree(),
    }
}

impl HandRecord {
    /// The record as one line of JSON, without a line end.
    ///
    /// # Panics
    /// Never: every field has a form in JSON.
    pub fn to_line(&self) -> String {
        let mut line = Vec::new();
        let written = self.line().serialize(&mut Serializer::with_formatter(&mut line, Spaced));
        written.expect("a record has a form in JSON");
        String::from_utf8(line).expect("JSON is UTF-8")
    }

    fn line(&self) -> WrittenLine<'_> {
        let (players, deck) = (self.game.players(), self.game.deck());
        let cards: Vec<Card> = self.deal.cards().collect();
        let (dealt, rest) = cards.split_at(players * self.game.round_len(0));
        let (table, stock) = rest.split_at(self.game.table_len());
        let hand = |seat: usize| {
            let first = (seat + 2 * players - self.deal.dealer() - 1) % players;
            self.cards_text(dealt.iter().skip(first).step_by(players))
        };
        WrittenLine {
            rules: &self.rules,
            dealer: self.deal.dealer(),
            hands: (0..players).map(hand).collect(),
            table: self.cards_text(table),
            stock: self.cards_text(stock),
            declared: self.declared(),
            turns: self.turns.iter().map(|turn| turn_line(turn, deck)).collect(),
            result: &self.result,
            place: &self.place,
            note: &self.note,
            why: &self.why,
        }
    }

    fn cards_text<'a>(&self, cards: impl IntoIterator<Item = &'a Card>) -> String {
        let text = |card: &Card| match self.stand_ins.contains(*card) {
            true => "?".to_owned(),
            false => self.game.deck().card_text(*card),
        };
        let texts: Vec<String> = cards.into_iter().map(text).collect();
        texts.join(" ")
    }

    /// The declared cards by seat; `None` if they follow from the cards and the turns.
    fn declared(&self) -> Option<Vec<String>> {
        if self.stand_ins.is_empty() || self.game.rules().declarations.mode != DeclarationMode::Auto {
            return None;
        }
        let end = self.check().ok()?;
        let view = View::new(&self.game, &self.deal, &end, end.seat(), false);
        let seats = 0..self.game.players();
        Some(seats.map(|seat| view.declared(seat).text(self.game.deck())).collect())
    }
}

fn turn_line(turn: &Turn, deck: Deck) -> WrittenTurn<'_> {
    let text = |action: &Action| action.text(deck);
    WrittenTurn {
        seat: turn.seat,
        action: text(&turn.action),
        legal: turn.legal.as_ref().map(|legal| legal.iter().map(text).collect()),
        note: &turn.note,
        why: &turn.why,
    }
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
