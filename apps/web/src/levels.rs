//! The measured strength of levels (`levels.json`).

use serde::{Deserialize, Serialize};

/// A measured comparison: hands won, level and lost, as shares.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Strength {
    pub rules: String,
    pub level: String,
    /// The level below.
    pub against: String,
    pub hands: u32,
    pub won: f64,
    pub tied: f64,
    pub lost: f64,
    /// The command that measured it.
    pub command: String,
}

/// Each level against the one below, in the main games.
///
/// # Panics
/// If the file is wrong; a test reads it.
pub(crate) fn strength() -> Vec<Strength> {
    serde_json::from_str(include_str!("levels.json")).expect("sound measurements")
}
