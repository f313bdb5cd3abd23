//! The measured strength of levels (`levels.json`).

use serde::{Deserialize, Serialize};

/// A measured comparison: hands won, level and lost, as shares.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// The preset.
    pub rules: String,
    /// The level.
    pub level: String,
    /// The level below.
    pub against: String,
    /// Number of hands.
    pub hands: u32,
    /// Share of hands won.
    pub won: f64,
    /// Share of hands that were level.
    pub tied: f64,
    /// Share of hands lost.
    pub lost: f64,
    /// The command that measured it.
    pub command: String,
}

/// Each level against the one below, in the main games.
///
/// # Panics
/// If the file is wrong; a test reads it.
pub fn strength() -> Vec<Strength> {
    serde_json::from_str(include_str!("levels.json")).expect("sound measurements")
}
