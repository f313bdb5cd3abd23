//! The suite: the games of a score and how much of each is played. A change of anything here is a new version.

use std::sync::Arc;

use spariglio_engine::Game;

/// The version of both suites. Scores of different versions are not compared.
pub const SUITE_VERSION: u32 = 1;

/// The agents that are played against: the first one is the level 0 of the headline.
pub const OPPONENTS: [&str; 2] = ["formula", "ismcts:simulations=200"];

/// The presets of the games.
const GAMES: [&str; 8] = [
    "scopa",
    "scopa_di_quindici",
    "scopone",
    "scopone_scientifico",
    "cirulla",
    "cirulla_4",
    "cirullone",
    "cicera",
];

/// The small games in which exploitability is exact.
pub(crate) const SMALL_GAMES: [&str; 2] = ["mini_scopa", "mini_scopone"];

/// A suite.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// Deals per game against each of [`OPPONENTS`].
    pub deals: [u64; 2],
    /// Positions per game.
    pub positions: u64,
    /// Endings per game.
    pub endings: u64,
}

/// Both suites.
const SUITES: [Suite; 2] = [
    Suite { name: "quick", deals: [250, 50], positions: 30, endings: 12 },
    Suite { name: "standard", deals: [2500, 500], positions: 150, endings: 60 },
];

impl Suite {
    /// The suite of a name: `quick` or `standard`.
    #[must_use]
    pub fn of(name: &str) -> Option<Suite> {
        SUITES.into_iter().find(|suite| suite.name == name)
    }
}

/// A game of a run.
#[derive(Clone, Debug)]
pub struct SuiteGame {
    /// Its name: that of a preset, or of a generated rule set.
    pub name: String,
    /// Whether it was generated for this run. Generated games do not count in the headline.
    pub generated: bool,
    /// The game.
    pub game: Arc<Game>,
}

/// The presets of the suite.
pub(crate) fn presets() -> Vec<SuiteGame> {
    let preset = |name: &&str| SuiteGame {
        name: (*name).to_owned(),
        generated: false,
        game: Arc::new(Game::preset(name).expect("a preset")),
    };
    GAMES.iter().map(preset).collect()
}
