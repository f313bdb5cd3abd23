//! Reads a rule set: a base, the fields laid over it, and the fields that follow from the number of players.
//!
//! Most fields are read by the derives in `rules.rs`. Code here reads the deck, the single cards (their texts depend on
//! the deck) and the fields of a base. Source: `docs/reference/records.md` section 3.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error, Unexpected};

use super::{RuleField, RuleSet, deck_field, presets};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::format::nearest;
use crate::format::plain::is_plain;
use crate::format::tree::{FormatError, Table, Tree, read_all, whole};

impl RuleSet {
    /// Reads a rule set file, with or without a `base`.
    ///
    /// # Errors
    /// Fails if the text is no TOML, or the rule set is malformed, out of range or impossible.
    ///
    /// # Examples
    /// A house rule is a base and the fields that differ:
    /// ```
    /// use spariglio_engine::RuleSet;
    /// use spariglio_engine::rules::Ace;
    ///
    /// let house = r#"
    ///     base = "scopa"
    ///     players = 4
    ///     sides = 2
    ///     [capture]
    ///     ace = "takes_all"
    /// "#;
    /// let rules = RuleSet::from_toml(house)?;
    /// assert_eq!(rules.capture.ace, Ace::TakesAll);
    /// assert_eq!(rules.deal.rounds, [3, 3, 3], "the deal of four seats");
    /// # Ok::<(), spariglio_engine::FormatError>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<RuleSet, FormatError> {
        RuleSet::from_tree(&Tree::from_toml(text)?).map_err(|error| error.in_toml(text))
    }

    /// As [`RuleSet::from_toml`].
    ///
    /// # Errors
    /// All faults, each with its line, as far as one does not hide another.
    pub fn from_toml_or_faults(text: &str) -> Result<RuleSet, Vec<FormatError>> {
        read_all(text, RuleSet::from_tree)
    }

    /// Reads the `rules` of a record: a preset's name, or an object like a rule set file.
    ///
    /// # Errors
    /// Fails if the preset does not exist, or the rule set is malformed, out of range or impossible.
    pub fn from_json(value: &serde_json::Value) -> Result<RuleSet, FormatError> {
        RuleSet::from_tree(&Tree::of_json(value)).map_err(|error| match error.field() {
            "" => error.inside("rules"),
            _ => error,
        })
    }

    /// Reads a preset's name or the fields of a rule set; the paths of errors begin at the rule set.
    pub(crate) fn from_tree(tree: &Tree) -> Result<RuleSet, FormatError> {
        let rules = match tree {
            Tree::Text(_) => return preset(tree).cloned(),
            Tree::Table(given) => from_table(given.clone()).map_err(|error| match error.found() {
                "nothing" => error.because(" (without `base` every field is required)"),
                _ => error,
            })?,
            other => return Err(FormatError::new("", "a preset's name or a table", other.show())),
        };
        rules.validate()?;
        Ok(rules)
    }

    /// The complete rule set as a tree.
    pub(crate) fn to_tree(&self) -> Tree {
        toml::from_str(&self.to_toml()).unwrap_or(Tree::Null)
    }
}

/// The preset that a text names.
fn preset(tree: &Tree) -> Result<&'static RuleSet, FormatError> {
    let (found, hint) = match tree {
        Tree::Text(name) => (presets::preset(name), nearest::hint(name, RuleSet::preset_names().iter().copied())),
        _ => (None, String::new()),
    };
    found.ok_or_else(|| {
        let expected = format!("the name of a preset: one of {}", RuleSet::preset_names().join(", "));
        FormatError::new("", expected, tree.show() + &hint)
    })
}

fn from_table(mut given: Table) -> Result<RuleSet, FormatError> {
    let base = given.take("base");
    let base = base.map(|base| preset(&base).map_err(|error| error.inside("base")));
    let base = base.transpose()?;
    let mut fields = match base {
        Some(base) => over_base(base, given),
        None => given,
    };
    fields.check_known(&RuleField::top_level())?;
    let deck = deck_field::read(fields.take("deck").as_ref()).map_err(|error| error.inside("deck"))?;
    let single = fields.inner("score").and_then(|score| score.take("single"));
    let mut rules = RuleSet::deserialize(Tree::Table(fields).source())?;
    rules.deck = deck;
    rules.score.single =
        single_cards(single.as_ref(), base, deck).map_err(|error| error.inside("single").inside("score"))?;
    Ok(rules)
}

/// The fields of a base, with the given ones laid over them.
fn over_base(base: &RuleSet, given: Table) -> Table {
    let mut fields = match base.to_tree() {
        Tree::Table(fields) => fields,
        _ => Table::default(),
    };
    if let Some(Tree::Number(players)) = given.get("players") {
        standard_deal(base, *players, &mut fields);
    }
    if given.get("deck").is_some() {
        fields.take("deck");
    }
    if let (Some(Tree::Table(end)), Some(own)) = (given.get("match"), fields.inner("match"))
        && (end.get("limit").is_some() || end.get("hands").is_some())
    {
        own.take("limit");
        own.take("hands");
    }
    fields.merge(given);
    fields
}

/// Sets the standard deal and sides (`docs/reference/rules.md` C.1, C.12) if a base with a whole pack and three-card
/// deal-rounds is played by another number of seats.
fn standard_deal(base: &RuleSet, players: i64, fields: &mut Table) {
    let three_cards = base.deal.rounds.iter().all(|cards| *cards == 3);
    if !three_cards || !base.deck.is_whole() || players == i64::from(base.players) || !(2..=6).contains(&players) {
        return;
    }
    let (table, rounds) = match players {
        5 => (5, vec![3, 4]),
        _ => (4, vec![3; 12 / players as usize]),
    };
    let sides = if players == 2 || players == 4 { 2 } else { players };
    fields.put("sides", Tree::Number(sides));
    if let Some(deal) = fields.inner("deal") {
        deal.put("table", Tree::Number(table));
        deal.put("rounds", Tree::List(rounds.into_iter().map(Tree::Number).collect()));
    }
}

/// The single cards by their texts. Refuses a text that is no card of the deck, unless it removes a card of the base,
/// which may have another deck.
fn single_cards(single: Option<&Tree>, base: Option<&RuleSet>, deck: Deck) -> Result<BTreeMap<Card, u16>, FormatError> {
    let of_base = |text: &str| {
        base.is_some_and(|base| {
            let mut cards = base.score.single.keys();
            cards.any(|card| base.deck.card_text(*card) == text)
        })
    };
    let single = single.ok_or_else(|| FormatError::new("", "a table", "nothing"))?;
    let mut cards = BTreeMap::new();
    for (text, value) in single.table()?.iter() {
        let points: u16 = points(value.source()).map_err(|error| error.inside(text))?;
        match deck.parse_card(text) {
            Ok(card) if points > 0 => drop(cards.insert(card, points)),
            Ok(_) => {}
            Err(_) if points == 0 && of_base(text) => {}
            Err(_) => {
                let such = deck.cards().first().map(|card| deck.card_text(card)).unwrap_or_default();
                let expected = format!("a card of the {}-card deck, such as \"{such}\"", deck.size());
                let problem = if of_base(text) {
                    "a card of the base's deck that this deck does not have (0 removes it)"
                } else {
                    "no such card"
                };
                return Err(FormatError::new(text, expected, problem));
            }
        }
    }
    Ok(cards)
}

/// A placeholder until the deck of the rule set is read.
pub(super) fn no_deck() -> Deck {
    Deck::ITALIAN40
}

/// Whether a file leaves out a flag: it is off.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(super) fn is_off(flag: &bool) -> bool {
    !*flag
}

pub(super) fn points<'de, D: Deserializer<'de>>(source: D) -> Result<u16, D::Error> {
    whole::<_, _, 0, 1000>(source)
}

pub(super) fn match_end<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u32>, D::Error> {
    whole::<_, _, 1, 100_000>(source).map(Some)
}

pub(super) fn name<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let text = String::deserialize(source)?;
    if (1..=100).contains(&text.chars().count()) && is_plain(&text) {
        return Ok(text);
    }
    let expected = "a text of 1 to 100 characters without control characters and the like";
    Err(D::Error::invalid_value(Unexpected::Str(&text), &expected))
}

pub(super) fn rounds<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<u8>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(transparent)]
    struct HandCards {
        #[serde(deserialize_with = "whole::<_, _, 1, 26>")]
        count: u8,
    }
    let counts = Vec::<HandCards>::deserialize(source)?;
    if counts.is_empty() {
        let expected = "a list of one or more hand card counts";
        return Err(D::Error::invalid_value(Unexpected::Other("an empty list"), &expected));
    }
    Ok(counts.into_iter().map(|cards| cards.count).collect())
}
