//! The suite: the games of a score and how much of each is played. A change of anything here is a new version.

use std::sync::Arc;

use spariglio_engine::{Deal, Game, RuleSet};

use crate::error::ScoreError;
use crate::generate::Wish;
use crate::secret::Seeds;

/// The version of all suites. Scores of different versions are not compared.
pub const SUITE_VERSION: u32 = 6;

/// Most generated games of a run.
pub const MOST_GENERATED: u64 = 100;

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

/// The suite whose positions everybody knows.
const PUBLIC: &str = "public";

/// The changes of a generated game.
pub const DISTANCE: usize = 3;

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
    /// Simulations of the reviewer per position.
    pub simulations: u32,
}

impl Suite {
    /// All suites. The figures of `trial` say nothing: it shows in seconds whether an agent can be scored. `public` has
    /// the same positions for everybody.
    pub const ALL: [Suite; 4] = [
        Suite { name: PUBLIC, deals: [0, 0], positions: 40, endings: 5, simulations: 4000 },
        Suite { name: "trial", deals: [4, 2], positions: 2, endings: 1, simulations: 500 },
        Suite { name: "quick", deals: [250, 50], positions: 30, endings: 7, simulations: 4000 },
        Suite {
            name: "standard",
            deals: [2500, 500],
            positions: 150,
            endings: 35,
            simulations: 15_000,
        },
    ];

    /// The suite of a name: `public`, `trial`, `quick` or `standard`.
    #[must_use]
    pub fn of(name: &str) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.name == name)
    }

    /// Whether it has the same positions for everybody: its secret is known.
    #[must_use]
    pub fn is_public(self) -> bool {
        self.name == PUBLIC
    }
}

/// A game of a run.
#[derive(Clone, Debug)]
pub struct SuiteGame {
    /// Its name: that of a preset, or of a generated rule set.
    pub name: String,
    /// The changes from a preset, if it was generated for this run. Generated games do not count in the headline.
    pub changes: Option<Vec<String>>,
    /// The game.
    pub game: Arc<Game>,
}

impl SuiteGame {
    /// Whether it was generated for this run.
    #[must_use]
    pub fn is_generated(&self) -> bool {
        self.changes.is_some()
    }

    /// Deal `number` of the game. Dealers rotate.
    pub(crate) fn deal(&self, seeds: &Seeds, number: u64) -> Deal {
        let dealer = number as usize % self.game.players();
        Deal::random(&self.game, dealer, &mut seeds.rng("deal", &self.name, &[number]))
    }
}

/// The games that are generated for a run: each begins with another preset of the suite.
///
/// # Errors
/// None is found for a preset.
pub(crate) fn generated(seeds: &Seeds, count: u32) -> Result<Vec<SuiteGame>, ScoreError> {
    let game = |number: u32| {
        let like = GAMES[number as usize % GAMES.len()];
        let wish = Wish {
            like: RuleSet::preset(like).expect("a preset"),
            distance: DISTANCE,
            seed: seeds.seed("generated", like, &[number.into()]),
            depth: false,
            exact: false,
            name: format!("generated_{}", number + 1),
        };
        let generated = wish
            .fulfilled()
            .ok_or_else(|| ScoreError::NoGame(format!("no new game near {like} was found")))?;
        let changes = generated
            .changes
            .iter()
            .map(|[field, old, new]| format!("{field}: {old} -> {new}"));
        let changes = std::iter::once(format!("like {like}")).chain(changes).collect();
        Ok(SuiteGame { name: wish.name, changes: Some(changes), game: generated.game })
    };
    (0..count).map(game).collect()
}

/// The number of presets of the suite.
pub(crate) const PRESETS: usize = GAMES.len();

/// The presets of the suite.
pub(crate) fn presets() -> Vec<SuiteGame> {
    let preset = |name: &&str| SuiteGame {
        name: (*name).to_owned(),
        changes: None,
        game: Arc::new(Game::preset(name).expect("a preset")),
    };
    GAMES.iter().map(preset).collect()
}
