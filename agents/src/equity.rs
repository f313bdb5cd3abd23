//! Match equity: how likely a side wins the match from any score before any hand, in a game of two sides.
//!
//! Invariant: the two sides' chances at one place of a match add up to exactly 1; a match that ends level (after a fixed
//! number of hands) counts half for each. The table is made elsewhere, by dynamic programming over the results of single
//! hands between equal players; here it is read and looked up.

mod chances;

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_engine::{Game, RuleSet};
use thiserror::Error;

use crate::bounded::read_text;

pub use chances::Chances;

/// The words that [`MatchEquity::kind`] holds.
pub const EQUITY_KIND: &str = "equity";

/// Version of the file's form.
pub const EQUITY_SCHEMA: u32 = 1;

/// A table of match equity, as it is written to files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchEquity {
    /// Always [`EQUITY_KIND`].
    pub kind: String,
    /// [`EQUITY_SCHEMA`].
    pub schema: u32,
    /// Name of the rule set.
    pub rules: String,
    /// Fingerprint of the rule set with this table's end of the match, hexadecimal.
    pub rules_fingerprint: String,
    /// The agent on both sides whose hands were counted.
    pub agent: String,
    /// Hands counted.
    pub hands: u64,
    /// Their seed.
    pub seed: u64,
    /// What a hand brings to the two positions.
    pub hand: HandFigures,
    /// The chances.
    pub chances: Chances,
    /// Their standard errors from the number of hands counted, in the same places.
    pub errors: Chances,
}

/// What a hand brings.
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

/// What a hand brings to one position.
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

/// A table that cannot be used.
#[derive(Debug, Error)]
pub enum EquityError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is no table.
    #[error("{path}: expected a table of match equity: {message}")]
    File {
        /// The file.
        path: String,
        /// What was found and expected.
        message: String,
    },
    /// The table is of other rules.
    #[error("the table of match equity is of {found}, expected {expected}")]
    Rules {
        /// The table's rules.
        found: String,
        /// The game's.
        expected: String,
    },
}

impl MatchEquity {
    /// Reads a table and checks that it is whole.
    ///
    /// # Errors
    /// A file that cannot be read or is no table of this schema.
    pub fn load(path: &Path) -> Result<MatchEquity, EquityError> {
        let text = read_text(path).map_err(|source| EquityError::Io {
            path: path.display().to_string(),
            source,
        })?;
        let file = |message: String| EquityError::File {
            path: path.display().to_string(),
            message,
        };
        let table: MatchEquity = serde_json::from_str(&text).map_err(|error| file(error.to_string()))?;
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

    /// Whether the table is of `game`, its end of the match included.
    ///
    /// # Errors
    /// Names both rule sets where it is not.
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

/// The fingerprint of a game as files write it.
#[must_use]
pub fn fingerprint(game: &Game) -> String {
    format!("{:016x}", game.fingerprint())
}

/// How matches of these chances end, for people.
#[must_use]
pub fn described_end(chances: &Chances) -> String {
    match chances {
        Chances::Limit {
            limit,
            seven_zero: false,
            ..
        } => format!("to {limit} points"),
        Chances::Limit {
            limit,
            seven_zero: true,
            ..
        } => format!("to {limit} points, or seven to nothing"),
        Chances::Hands { hands: 1, .. } => "one hand".to_owned(),
        Chances::Hands { hands, .. } => format!("over {hands} hands"),
    }
}

/// A rule set's name and end of the match, for people.
fn described(rules: &RuleSet) -> String {
    match (rules.end.limit, rules.end.hands) {
        (Some(limit), _) => format!("{} to {limit}", rules.name),
        (None, Some(hands)) => format!("{} over {hands} hands", rules.name),
        (None, None) => rules.name.clone(),
    }
}
