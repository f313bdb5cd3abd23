//! Match equity: a side's chance to win the match, from any score before any hand, in a game of two sides.
//!
//! Invariant: the two sides' chances always add up to exactly 1. If a match over a fixed number of hands ends level,
//! each side gets a half. This module only reads tables. They are computed elsewhere, by dynamic programming over the
//! results of single hands between equal players.

mod chances;

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_engine::{Game, RuleSet};
use spariglio_files::bounded::read_text;
use spariglio_files::{Origin, sealed};
use thiserror::Error;

pub use chances::Chances;

/// The value of [`MatchEquity::kind`].
pub const EQUITY_KIND: &str = "equity";

/// Version of the file format.
const EQUITY_SCHEMA: u32 = 1;

/// A table of match equity, as files hold it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchEquity {
    /// Always [`EQUITY_KIND`].
    pub kind: String,
    /// Version of the file format.
    pub schema: u32,
    /// Name of the rule set.
    pub rules: String,
    /// Fingerprint of the rule set with this table's end of the match, hexadecimal.
    pub rules_fingerprint: String,
    /// The agent that played both sides of the counted hands.
    pub agent: String,
    /// Hands counted.
    pub hands: u64,
    /// The seed of these hands.
    pub seed: u64,
    /// Statistics of a hand for the two positions.
    pub hand: HandFigures,
    /// The chances.
    pub chances: Chances,
    /// Standard errors of the chances, from the number of counted hands, in the same places.
    pub errors: Chances,
    /// The command that produced the table, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Date, machine and program, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// Statistics of a hand.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandFigures {
    /// The side that plays first.
    pub forehand: PositionFigures,
    /// The dealer's side.
    pub dealer: PositionFigures,
    /// Standard deviation of the difference of the two sides' points, in hands without shutout.
    pub margin_deviation: f64,
    /// Standard deviation of their sum, in the same hands.
    pub total_deviation: f64,
}

/// Statistics of a hand for one position.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionFigures {
    /// Mean points, in hands without shutout.
    pub points: f64,
    /// Share of hands in which this side makes a shutout.
    pub shutouts: f64,
}

/// A match before a hand, from the point of view of one of its two sides.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct SideStanding {
    /// Points of the side.
    pub own: i64,
    /// Points of the other side.
    pub other: i64,
    /// Hands played.
    pub hands: usize,
    /// Whether the side deals the next hand.
    pub deals: bool,
}

/// The reason why a table cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EquityError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is not a table of match equity.
    #[error("{path}: expected a table of match equity: {message}")]
    File {
        /// The file.
        path: String,
        /// The value found, and the one expected.
        message: String,
    },
    /// The table is for other rules.
    #[error("the table of match equity is for {found}, expected {expected}")]
    Rules {
        /// The table's rules.
        found: String,
        /// The game's.
        expected: String,
    },
}

impl MatchEquity {
    /// The table of `chances` with their `errors` in matches of `game`. `agent` played `hands` from `seed` to count `hand`.
    #[must_use]
    pub fn new(
        game: &Game,
        agent: String,
        (hands, seed): (u64, u64),
        hand: HandFigures,
        [chances, errors]: [Chances; 2],
    ) -> MatchEquity {
        MatchEquity {
            kind: EQUITY_KIND.to_owned(),
            schema: EQUITY_SCHEMA,
            rules: game.rules().name.clone(),
            rules_fingerprint: fingerprint(game),
            agent,
            hands,
            seed,
            hand,
            chances,
            errors,
            command: None,
            origin: None,
        }
    }

    /// Reads a table and checks that it is complete.
    ///
    /// # Errors
    /// The file cannot be read, or is not a table of this schema.
    pub fn load(path: &Path) -> Result<MatchEquity, EquityError> {
        let text = read_text(path).map_err(|source| EquityError::Io { path: path.display().to_string(), source })?;
        let file = |message: String| EquityError::File { path: path.display().to_string(), message };
        let table: MatchEquity = sealed::read(&text).map_err(file)?;
        if table.kind != EQUITY_KIND || table.schema != EQUITY_SCHEMA {
            return Err(file(format!(
                "kind \"{}\", schema {}: expected kind \"{EQUITY_KIND}\", schema {EQUITY_SCHEMA}",
                table.kind, table.schema
            )));
        }
        let whole = table.chances.check().and_then(|()| table.errors.check());
        whole.map_err(file)?;
        Ok(table)
    }

    /// Hash of the table, whenever and wherever it was made.
    ///
    /// # Panics
    /// Never: numbers and texts have a form in JSON.
    #[must_use]
    pub fn hash(&self) -> String {
        let table = MatchEquity { command: None, origin: None, ..self.clone() };
        sealed::of(serde_json::to_value(&table).expect("numbers and texts have a form in JSON"))
    }

    /// Checks that the table is for `game`, including its end of the match.
    ///
    /// # Errors
    /// Names both rule sets if they differ.
    pub fn check_game(&self, game: &Game) -> Result<(), EquityError> {
        let expected = fingerprint(game);
        if self.rules_fingerprint == expected {
            return Ok(());
        }
        Err(EquityError::Rules {
            found: format!("{} ({})", self.rules, self.rules_fingerprint),
            expected: format!("{} ({expected})", described(game.rules())),
        })
    }

    /// The chance that the side wins the match, from 0 to 1.
    #[must_use]
    pub fn chance(&self, place: SideStanding) -> f64 {
        self.chances.of(place)
    }

    /// The standard error of [`MatchEquity::chance`].
    #[must_use]
    pub fn error(&self, place: SideStanding) -> f64 {
        self.errors.error_of(place)
    }
}

/// The fingerprint of a game in hexadecimal, as files write it.
#[must_use]
pub fn fingerprint(game: &Game) -> String {
    format!("{:016x}", game.fingerprint())
}

/// The end of these matches, as readable text.
#[must_use]
pub fn described_end(chances: &Chances) -> String {
    match chances {
        Chances::Limit { limit, seven_zero: false, .. } => format!("to {limit} points"),
        Chances::Limit { limit, seven_zero: true, .. } => format!("to {limit} points, or seven to nothing"),
        Chances::Hands { hands: 1, .. } => "one hand".to_owned(),
        Chances::Hands { hands, .. } => format!("over {hands} hands"),
    }
}

/// A rule set's name and end of the match, as readable text.
fn described(rules: &RuleSet) -> String {
    match (rules.end.limit, rules.end.hands) {
        (Some(limit), _) => format!("{} to {limit}", rules.name),
        (None, Some(hands)) => format!("{} over {hands} hands", rules.name),
        (None, None) => rules.name.clone(),
    }
}
