//! The arguments of the tools. Their comments are shown to the client.
//!
//! Invariant: a schema names one plain type per argument, which every client can send.

use std::borrow::Cow;

use rmcp::schemars::{self, JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use spariglio_engine::{Game, RuleSet};
use spariglio_score::{DISTANCE, Wish};
use spariglio_text::{Language, Spelling, Wording};

/// The tool whose argument is an action.
const ACT: &str = "act";

/// A whole number of at least 0, or a text of one.
#[derive(Copy, Clone, Debug, Default)]
pub struct Whole(pub u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Text(String),
        }
        let number = match Form::deserialize(deserializer) {
            Ok(Form::Number(number)) => Some(number),
            Ok(Form::Text(text)) => text.trim().parse().ok(),
            Err(_) => None,
        };
        number
            .map(Whole)
            .ok_or_else(|| D::Error::custom("expected a whole number of at least 0"))
    }
}

impl JsonSchema for Whole {
    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0 })
    }
}

fn games(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": RuleSet::preset_names() })
}

fn languages(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": Language::ALL.map(Language::code) })
}

fn spellings(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": Spelling::ALL.map(Spelling::name) })
}

/// How texts are written.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Style {
    /// Language of the texts: `en` or `it`.
    #[serde(default)]
    #[schemars(schema_with = "languages")]
    pub language: Option<String>,
    /// Spelling of cards: `letters` (7d), `names` (7 of coins) or `symbols`.
    #[serde(default)]
    #[schemars(schema_with = "spellings")]
    pub cards: Option<String>,
    /// Seed of invented names for cards, suits and the game; the real ones if it is not given.
    #[serde(default)]
    #[schemars(with = "Whole")]
    pub obfuscate: Option<Whole>,
    /// Whether positions tell the score so far. `false` if it is not given.
    #[serde(default)]
    #[schemars(with = "bool")]
    pub score: Option<bool>,
}

/// Arguments of `explain_rules`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Rules {
    /// Name of the game, from `list_games`.
    #[schemars(schema_with = "games")]
    pub game: String,
    /// How the text is written.
    #[serde(flatten)]
    pub style: Style,
}

/// Arguments of `deal`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Deal {
    /// Name of the game, from `list_games`.
    #[schemars(schema_with = "games")]
    pub game: String,
    /// Seed of a new game, a few rules away from `game`, that nobody has seen; `game` itself if it is not given.
    #[serde(default)]
    #[schemars(with = "Whole")]
    pub changes: Option<Whole>,
    /// Your seat, from 0. Seat 0 if it is not given.
    #[serde(default)]
    pub seat: Whole,
    /// The agent at all other seats, such as `random`, `greedy`, `formula` or `ismcts`. `formula` if it is not given.
    #[serde(default)]
    #[schemars(with = "String")]
    pub opponents: Option<String>,
    /// Seed of the deal, another one for each seat; a random deal if it is not given.
    #[serde(default)]
    #[schemars(with = "Whole")]
    pub seed: Option<Whole>,
    /// How the texts are written.
    #[serde(flatten)]
    pub style: Style,
}

/// Arguments of `view`, `hint` and `review`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AtTable {
    /// Number of the table, from `deal`.
    pub table: Whole,
}

/// Arguments of `act`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Act {
    /// Number of the table, from `deal`.
    pub table: Whole,
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
    #[schemars(with = "Whole")]
    pub turn: Option<Whole>,
}

/// Arguments of `arena`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Arena {
    /// Name of the game, from `list_games`.
    #[schemars(schema_with = "games")]
    pub game: String,
    /// The two agents, such as `greedy` and `formula`.
    pub agents: [String; 2],
    /// Number of hands, at most 20000. 1000 if it is not given.
    #[serde(default)]
    #[schemars(with = "Whole")]
    pub hands: Option<Whole>,
    /// Seed of the deals. 1 if it is not given.
    #[serde(default)]
    #[schemars(with = "Whole")]
    pub seed: Option<Whole>,
    /// Seconds after which the arena ends with the hands so far, at most 3600. 60 if it is not given.
    #[serde(default)]
    #[schemars(with = "Whole")]
    pub seconds: Option<Whole>,
}

/// The game of a name.
pub fn game(name: &str) -> Result<Game, String> {
    Game::preset(name).ok_or_else(|| format!("game is `{name}`: expected a name from list_games"))
}

/// A new game a few rules away from the one of a name.
pub fn new_game(name: &str, seed: u64) -> Result<Game, String> {
    let like = game(name)?.rules().clone();
    let wish = Wish {
        name: format!("{name}_{seed}"),
        like,
        distance: DISTANCE,
        seed,
        depth: false,
        exact: false,
    };
    let generated = wish
        .fulfilled()
        .ok_or("changes: no new game near this one was found: expected another game or seed")?;
    Ok(generated.game.as_ref().clone())
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
        let obfuscate = self.obfuscate.map(|Whole(seed)| seed);
        Ok(Wording::new(game, language, cards)
            .disguised(obfuscate)
            .counting(self.score.unwrap_or_default())
            .by_tool(ACT))
    }
}
