//! The messages of the protocol, version 1 (`docs/reference/protocol.md`): one JSON object per line.
//!
//! Invariant: a message is written from the rule set, public facts and a [`View`] only.

use serde::{Deserialize, Serialize};
use spariglio_engine::record::{HandResult, TurnMessage, ViewMessage, turns};
use spariglio_engine::{Action, Game, HandScore, MatchState, PointKind, View};
use spariglio_files::hash::one_way;
use spariglio_text::{Shown, Wording};

use super::ExternalConfig;
use super::process::LONGEST_LINE;
use super::thoughts::Thoughts;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A line to the program.
#[derive(Serialize)]
pub(super) struct OutgoingLine<'a> {
    /// Numbers the lines of a process from 0; an answer repeats it.
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) message: Message<'a>,
    /// A field unknown to the protocol, to check that a program ignores it.
    #[serde(rename = "x-unknown", skip_serializing_if = "Option::is_none")]
    pub(super) unknown: Option<[u32; 2]>,
}

/// A message to the program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Message<'a> {
    Hello(&'a Hello),
    Hand(&'a HandMessage<'a>),
    Act(&'a Act),
    End(&'a End),
    Quit {},
}

/// The greeting: the protocol, the rule set and the limits.
#[derive(Clone, Serialize)]
pub(super) struct Hello {
    protocol: u32,
    program: &'static str,
    version: &'static str,
    rules: serde_json::Value,
    fingerprint: String,
    limits: Limits,
}

#[derive(Clone, Serialize)]
struct Limits {
    millis: u32,
    start_millis: u32,
    line_bytes: usize,
}

/// A hand begins.
#[derive(Serialize)]
pub(super) struct HandMessage<'a> {
    seat: usize,
    side: usize,
    pub(super) dealer: usize,
    seed: u64,
    partners_open: bool,
    #[serde(rename = "match")]
    standing: Option<StandingMessage<'a>>,
    /// The rules and the task in words, if the program asked for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
struct StandingMessage<'a> {
    scores: &'a [i64],
    hands: usize,
}

/// Asks for a decision.
#[derive(Serialize)]
pub(super) struct Act {
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<ViewMessage>,
    /// The view in words, if the program asked for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    legal: Vec<String>,
}

/// A hand has ended.
#[derive(Serialize)]
pub(super) struct End {
    result: ResultMessage,
    history: Vec<TurnMessage>,
}

/// The same form as the `result` of a record.
#[derive(Serialize)]
struct ResultMessage {
    sides: Vec<SideMessage>,
    shutout: Option<usize>,
    last_capture: Option<usize>,
}

#[derive(Serialize)]
struct SideMessage {
    cards: i64,
    suit: i64,
    prime: Option<i64>,
    points: serde_json::Map<String, serde_json::Value>,
    total: i64,
}

/// A line from the program. Fields that are not listed here are ignored.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum IncomingLine {
    Ready(Ready),
    Action {
        id: u64,
        action: String,
        #[serde(flatten)]
        thoughts: Thoughts,
    },
}

/// The answer to [`Hello`].
#[derive(Deserialize)]
pub(super) struct Ready {
    pub(super) id: u64,
    pub(super) protocol: u32,
    pub(super) name: String,
    #[serde(default)]
    pub(super) author: Option<String>,
    #[serde(default)]
    pub(super) version: Option<String>,
    /// `json` or `text`.
    #[serde(default)]
    pub(super) observation: Option<String>,
    /// The language of texts.
    #[serde(default)]
    pub(super) language: Option<String>,
    /// The spelling of cards in texts.
    #[serde(default)]
    pub(super) cards: Option<String>,
}

impl Hello {
    pub(super) fn new(game: &Game, config: &ExternalConfig) -> Hello {
        let rules: toml::Table = game.rules().to_toml().parse().unwrap_or_default();
        Hello {
            protocol: PROTOCOL,
            program: "spariglio",
            version: env!("CARGO_PKG_VERSION"),
            rules: serde_json::to_value(rules).unwrap_or_default(),
            fingerprint: format!("{:016x}", game.fingerprint()),
            limits: Limits {
                millis: config.millis,
                start_millis: config.start_millis,
                line_bytes: LONGEST_LINE,
            },
        }
    }
}

impl<'a> HandMessage<'a> {
    /// With a wording, the rules are told in words too.
    pub(super) fn new(
        view: &View<'_>,
        seed: u64,
        standing: Option<&'a MatchState>,
        wording: Option<&Wording<'_>>,
    ) -> HandMessage<'a> {
        HandMessage {
            seat: view.seat(),
            side: view.game().side(view.seat()),
            dealer: view.dealer(),
            seed: told_seed(seed),
            partners_open: view.partners_open(),
            standing: standing.map(|standing| StandingMessage { scores: &standing.scores, hands: standing.hands }),
            text: wording.map(Wording::briefing),
        }
    }
}

impl Act {
    /// With a wording, the view is told in words instead, and the legal actions are written so too.
    pub(super) fn new(view: &View<'_>, legal: &[Action], wording: Option<&Wording<'_>>) -> Act {
        let deck = view.game().deck();
        let written = |action: &Action| wording.map_or_else(|| action.text(deck), |wording| wording.action(*action));
        Act {
            view: wording.is_none().then(|| ViewMessage::new(view)),
            text: wording.map(|wording| wording.view(view, Shown::default())),
            legal: legal.iter().map(written).collect(),
        }
    }
}

impl End {
    pub(super) fn new(game: &Game, dealer: usize, score: &HandScore, history: &[Action]) -> End {
        let result = HandResult::of(score);
        let sides = result.sides.into_iter().map(|side| SideMessage {
            cards: side.cards,
            suit: side.suit,
            prime: side.prime,
            points: PointKind::ALL
                .iter()
                .zip(side.points)
                .filter(|(_, points)| *points != 0)
                .map(|(kind, points)| (kind.name().to_owned(), points.into()))
                .collect(),
            total: side.total,
        });
        End {
            result: ResultMessage {
                sides: sides.collect(),
                shutout: result.shutout,
                last_capture: result.last_capture,
            },
            history: turns(game, dealer, history),
        }
    }
}

/// The seed that a program sees. The seeds of a run come from the run's own seed by reversible steps, so they could
/// reveal the deals; a hash is not reversible. It has 53 bits, which all JSON readers keep.
fn told_seed(seed: u64) -> u64 {
    one_way(seed) >> 11
}
