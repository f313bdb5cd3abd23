//! Guesses: the rule that a difference may concern, in words.

use std::sync::LazyLock;

use serde_json::Value;
use spariglio_engine::rules::RuleField;

use crate::difference::{Difference, lacking};

/// A guess for each field of a result; fields are those of a rule set (`docs/reference/rule_sets.md`).
const OF_RESULT: &[(&str, &str)] = &[
    ("cards", "cards of a pile: captures, or leftovers, which go to the side that captured last"),
    ("suit", "cards of score.suit in a pile: captures, or leftovers"),
    ("prime", "values of the prime: score.prime, score.prime_missing_suit"),
    ("points.cards", "most cards: score.cards, score.majority, score.ties"),
    ("points.suit", "most cards of score.suit: score.suit_points, score.majority, score.ties"),
    ("points.prime", "the best prime: score.prime, score.prime_missing_suit, score.ties"),
    ("points.single", "points of single cards, such as the settebello: score.single"),
    ("points.sweeps", "sweeps: sweep.points, sweep.ace_scores, sweep.last_play_scores"),
    ("points.low_meld", "the run from the ace: score.low_meld"),
    ("points.high_meld", "J, Q and K of score.suit: score.high_meld"),
    ("points.declarations", "declarations: declarations.three_points, ten_points, matta"),
    ("points.dealer_bonus", "the dealer's bonus for the first table: declarations.dealer_bonus"),
    ("points.picada", "captures of an equal card just laid: score.picada"),
    ("points.simili", "captures whose cards, the played one included, have one suit: score.simili"),
    ("points.quadriglia", "captures of three or more cards: score.quadriglia"),
    ("total", "the sum of the points"),
];

/// A guess for other fields.
const OF_FIELD: &[(&str, &str)] = &[
    (
        "turns[].seat",
        "the order of play: forehand is dealer + 1, and a seat that declares plays next; sweep.again",
    ),
    ("turns[].action", "an answer repeats the actions of its question"),
    ("turns", "an answer has the turns of its question"),
    ("result", "the end of the hand: a record that stops early has no result"),
    ("result.shutout", "all cards of score.suit in one pile: score.shutout"),
    ("result.last_capture", "the side that captured last; the award of leftovers does not change it"),
];

/// The rule that a difference may concern; `None` if there is no guess.
pub fn guess(difference: &Difference) -> Option<&'static str> {
    if difference.field == "turns[].legal" {
        return legal(difference.expected.as_ref()?, difference.found.as_ref()?);
    }
    let (table, field) = match difference.field.strip_prefix("result.sides[].") {
        Some(rest) => (OF_RESULT, rest),
        None => (OF_FIELD, difference.field.as_str()),
    };
    table.iter().find(|(name, _)| *name == field).map(|(_, text)| *text)
}

/// An action of a record in its parts: the played card and the captured cards.
struct Play<'a> {
    card: &'a str,
    captured: Vec<&'a str>,
}

impl<'a> Play<'a> {
    fn read(text: &'a str) -> Play<'a> {
        let (card, captured) = text.split_once(" x ").unwrap_or((text, ""));
        Play { card, captured: captured.split_whitespace().collect() }
    }
}

fn texts<'a>(list: impl IntoIterator<Item = &'a Value>) -> Vec<&'a str> {
    list.into_iter().filter_map(Value::as_str).collect()
}

fn legal(expected: &Value, found: &Value) -> Option<&'static str> {
    let all = texts(expected.as_array()?);
    let (missing, extra) = (texts(lacking(expected, found)), texts(lacking(found, expected)));
    let is_declaring = |text: &&&str| text.starts_with("declare ") || **text == "pass";
    if missing.iter().chain(&extra).find(is_declaring).is_some() {
        return Some("declarations: declarations.hands, three_max_sum, matta; before the first card of a deal-round");
    }
    match (extra.first(), missing.first()) {
        (Some(text), _) => Some(surplus(&Play::read(text), &all)),
        (None, Some(text)) => Some(absent(&Play::read(text), &texts(found.as_array()?))),
        (None, None) => Some("an action is listed twice"),
    }
}

/// A guess for an action that is not legal; `all` has the legal ones.
fn surplus(play: &Play<'_>, all: &[&str]) -> &'static str {
    let same: Vec<Play<'_>> = all
        .iter()
        .map(|text| Play::read(text))
        .filter(|one| one.card == play.card)
        .collect();
    let fewest = same.iter().map(|one| one.captured.len()).min();
    match (play.captured.len(), fewest) {
        (_, None) => "hand cards: the order of the deal, of the seats, or of declarations",
        (0, Some(1..)) => "a card that can capture may not be laid: capture.mandatory",
        (2.., Some(1)) => "an equal card on the table comes first: capture.single_first, capture.fewest",
        (many, Some(few)) if many > few && few > 0 => "captures of more cards: capture.fewest, capture.single_first",
        _ if play.card.starts_with('A') => &OF_ACE,
        _ => &OF_CAPTURE,
    }
}

/// A guess for a legal action that is missing; `found` has the listed ones.
fn absent(play: &Play<'_>, found: &[&str]) -> &'static str {
    let captures = found.iter().map(|text| Play::read(text)).any(|one| one.card == play.card);
    match play.captured.len() {
        0 if captures => "a card may be laid although it can capture: capture.mandatory",
        0 => "a card that captures nothing can be laid",
        _ if play.card.starts_with('A') => &OF_ACE,
        _ => &OF_CAPTURE,
    }
}

static OF_ACE: LazyLock<String> = LazyLock::new(|| of_captures("captures of the ace", true));
static OF_CAPTURE: LazyLock<String> = LazyLock::new(|| of_captures("captures", false));

/// A guess that names the fields of captures: those of the ace, or all others.
fn of_captures(subject: &str, of_ace: bool) -> String {
    let fields = RuleField::all().iter().filter(|field| field.path.starts_with("capture."));
    let names = fields.map(RuleField::name).filter(|name| name.starts_with("ace") == of_ace);
    format!("{subject}: capture.{}", names.collect::<Vec<_>>().join(", "))
}
