//! The arguments of the tools. Their comments are shown to the client.

use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;
use spariglio_engine::Game;
use spariglio_text::{Language, Spelling, Wording};

/// How texts are written.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Style {
    /// Language of the texts: `en` or `it`.
    #[serde(default)]
    pub language: Option<String>,
    /// Spelling of cards: `letters` (7d), `names` (7 of coins) or `symbols`.
    #[serde(default)]
    pub cards: Option<String>,
    /// Seed of invented names for cards, suits and the game; the real ones if it is not given.
    #[serde(default)]
    pub obfuscate: Option<u64>,
}

/// Arguments of `explain_rules`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Rules {
    /// Name of the game, from `list_games`.
    pub game: String,
    /// How the text is written.
    #[serde(flatten)]
    pub style: Style,
}

/// Arguments of `deal`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Deal {
    /// Name of the game, from `list_games`.
    pub game: String,
    /// Your seat, from 0. Seat 0 if it is not given.
    #[serde(default)]
    pub seat: usize,
    /// The agent at all other seats, such as `random`, `greedy`, `formula` or `ismcts`. `formula` if it is not given.
    #[serde(default)]
    pub opponents: Option<String>,
    /// Seed of the deal, another one for each seat; a random deal if it is not given.
    #[serde(default)]
    pub seed: Option<u64>,
    /// How the texts are written.
    #[serde(flatten)]
    pub style: Style,
}

/// Arguments of `view` and `hint`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AtTable {
    /// Number of the table, from `deal`.
    pub table: usize,
}

/// Arguments of `act`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Act {
    /// Number of the table, from `deal`.
    pub table: usize,
    /// Your action, as the list of legal actions has it, or in a sentence.
    pub action: String,
}

/// Arguments of `analyse`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Analyse {
    /// A hand as one line of a record file (docs/reference/records.md). It may stop before the end.
    pub record: String,
    /// The decision to judge, by its place among the turns, from 0. If it is not given, the decision after the last turn.
    #[serde(default)]
    pub turn: Option<usize>,
}

/// Arguments of `arena`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Arena {
    /// Name of the game, from `list_games`.
    pub game: String,
    /// The two agents, such as `greedy` and `formula`.
    pub agents: [String; 2],
    /// Number of hands, at most 20000. 1000 if it is not given.
    #[serde(default)]
    pub hands: Option<u64>,
    /// Seed of the deals. 1 if it is not given.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Seconds after which the arena ends with the hands so far, at most 3600. 60 if it is not given.
    #[serde(default)]
    pub seconds: Option<u64>,
}

/// The game of a name.
pub fn game(name: &str) -> Result<Game, String> {
    Game::preset(name).ok_or_else(|| format!("game is `{name}`: expected a name from list_games"))
}

impl Style {
    /// The wording of a game.
    pub fn wording<'g>(&self, game: &'g Game) -> Result<Wording<'g>, String> {
        let wrong = |what: &str, found: &Option<String>, expected: String| {
            format!("{what} is `{}`: {expected}", found.as_deref().unwrap_or_default())
        };
        let language = self.language.as_deref().map_or(Ok(Language::default()), str::parse);
        let cards = self.cards.as_deref().map_or(Ok(Spelling::default()), str::parse);
        let language = language.map_err(|expected| wrong("language", &self.language, expected))?;
        let cards = cards.map_err(|expected| wrong("cards", &self.cards, expected))?;
        Ok(Wording::new(game, language, cards).disguised(self.obfuscate))
    }
}
