//! A ladder as a TOML file: rows of agents, and published figures about them.

use std::path::Path;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_engine::format::Placed;
use spariglio_files::config::read_toml;
use spariglio_files::{Origin, Part, RulesChoice};
use spariglio_stats::SprtConfig;

use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::MOST_HANDS;
use crate::pairs::entrant::Entrant;

/// How ladders are played.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Plays only rows whose "file: name" contains this text; ignores case.
    pub only: Option<String>,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
    /// Hands with programs to play side by side, as in [`ArenaConfig`](crate::pairs::ArenaConfig).
    pub in_flight: usize,
    /// Factor for all numbers of hands; 1 if absent.
    pub hands_scale: Option<f64>,
    /// Replays rows that already have results.
    pub again: bool,
    /// The part of each pair's deals to play. If it is not everything, its sums are written to a file of its own, and a run
    /// without a part adds them up.
    pub part: Part,
    /// Date, machine and program for the rows that are played.
    pub origin: Option<Origin>,
}

/// The contents of a ladder's file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Ladder {
    /// Heading on the page.
    pub title: String,
    /// Prose under the heading, Markdown.
    #[serde(default)]
    pub about: String,
    /// Position on the page: smaller numbers first, ties by file name.
    #[serde(default)]
    pub order: u32,
    /// Rules for rows that name none.
    pub rules: RulesChoice,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Source of the published figures, if a row names none.
    pub source: Option<String>,
    /// Half-width of the 95 % interval of published percentages, if they give none.
    #[serde(default)]
    pub published_error: f64,
    /// The rows.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// One row: every pair of its agents plays.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Row {
    /// Its name, unique in the file.
    pub name: String,
    /// Two or more agents. If there are more than two, each one's mean over its pairs is reported.
    #[schemars(with = "Vec<NamedAgent>")]
    pub agents: Vec<RowAgent>,
    /// Single hands per pair if neither agent has a bound of its own.
    #[schemars(range(min = 1, max = MOST_HANDS))]
    pub hands: u64,
    /// The rules, if they differ from those of the ladder.
    pub rules: Option<RulesChoice>,
    /// Partners see each other's hand cards.
    #[serde(default)]
    pub partners_open: bool,
    /// Published findings: a text, figures, or a list of figures.
    pub published: Option<Published>,
    /// A remark on the result, Markdown.
    pub note: Option<String>,
    /// The seed of its deals and agents, if it is not that of the ladder.
    #[serde(skip)]
    pub seed: Option<u64>,
    /// Each of its pairs ends when this test has a verdict.
    #[serde(skip)]
    pub test: Option<SprtConfig>,
}

/// One agent of a row: a string, a table, or a table that adds a name and a bound of hands.
#[derive(Clone, Debug)]
pub struct RowAgent {
    /// The text for commands: the string as given, if it was a string without a comma outside quotes and without a
    /// network's folder.
    pub text: String,
    /// The agent.
    pub spec: AgentSpec,
    /// Short name in tables; `text` if absent.
    pub name: Option<String>,
    /// Upper bound of the hands per pair that it plays in.
    pub hands: Option<u64>,
}

/// An agent with a name and a bound of hands.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NamedAgent {
    /// The agent.
    #[schemars(with = "AgentSpec")]
    agent: toml::Value,
    /// Short name in tables. If absent, the agent's text.
    name: Option<String>,
    /// The most hands of a pair that this agent plays in.
    hands: Option<u64>,
}

impl From<AgentSpec> for RowAgent {
    /// A host program's agent has its own name.
    fn from(spec: AgentSpec) -> RowAgent {
        RowAgent {
            text: spec.to_string(),
            name: spec.custom().map(|custom| custom.name().to_owned()),
            spec,
            hands: None,
        }
    }
}

impl RowAgent {
    /// The agent as an entrant of an arena.
    #[must_use]
    pub fn entrant(&self) -> Entrant {
        Entrant { spec: self.spec.clone(), name: Some(self.label().to_owned()), hands: self.hands }
    }

    /// Its name in tables.
    #[must_use]
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    fn read(value: &toml::Value, folder: &str) -> Result<RowAgent, String> {
        let spec = AgentSpec::from_value(value, folder).map_err(|error| error.to_string())?;
        let agent = RowAgent::from(spec);
        Ok(match value.as_str() {
            // In the list of a command, a text with a bare comma would be two agents. The folder of a network is another
            // one in a command than in the file.
            Some(text) if AgentSpec::texts(text).len() == 1 && agent.spec.net().is_none() => {
                RowAgent { text: text.trim().to_owned(), ..agent }
            }
            _ => agent,
        })
    }
}

impl<'de> Deserialize<'de> for RowAgent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RowAgent, D::Error> {
        let Placed { folder, value } = Placed::<toml::Value>::deserialize(deserializer)?;
        if value.get("agent").is_none() {
            return RowAgent::read(&value, &folder).map_err(D::Error::custom);
        }
        let named: NamedAgent = value.try_into().map_err(D::Error::custom)?;
        let agent = RowAgent::read(&named.agent, &folder).map_err(D::Error::custom)?;
        Ok(RowAgent { name: named.name, hands: named.hands, ..agent })
    }
}

/// Published findings about a row's agents.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Published {
    /// In words.
    Text(String),
    /// One agent's figures.
    One(Expected),
    /// Several agents' or positions' figures.
    Many(Vec<Expected>),
}

/// Published figures of one agent: percent of hands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The agent's label; if absent, the row's first agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The position of its side; if absent, over all hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Percent won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
    /// Percent tied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie: Option<f64>,
    /// Percent lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Percent won plus half of percent tied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Half-width of the figures' 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The source of the figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A side's position at the table.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// The side that plays first.
    First,
    /// The dealer's side.
    Dealer,
}

impl Ladder {
    /// Reads `path`. Checks that rows have unique names, at least two agents, hands and existing rules.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is invalid; the error names the row.
    pub fn load(path: &Path) -> Result<Ladder, ArenaError> {
        let ladder: Ladder = read_toml(path)?;
        ladder.check(path)?;
        Ok(ladder)
    }

    pub(super) fn check(&self, path: &Path) -> Result<(), ArenaError> {
        if self.rows.is_empty() {
            return Err(wrong(path, "expected at least one [[row]]"));
        }
        for (place, row) in self.rows.iter().enumerate() {
            let checked = self.check_row(place, row);
            checked.map_err(|message| wrong(path, format!("row \"{}\": {message}", row.name)))?;
        }
        Ok(())
    }

    /// The game of a row.
    ///
    /// # Errors
    /// Fails if the rules do not exist; the error is a text.
    pub fn game(&self, row: &Row) -> Result<Game, String> {
        let rules = row.rules.as_ref().unwrap_or(&self.rules);
        rules.game().map_err(|error| error.to_string())
    }

    /// The row's published figures; the ladder's source and error fill gaps.
    #[must_use]
    pub fn expected(&self, row: &Row) -> Vec<Expected> {
        let figures = match &row.published {
            None | Some(Published::Text(_)) => Vec::new(),
            Some(Published::One(one)) => vec![one.clone()],
            Some(Published::Many(many)) => many.clone(),
        };
        let filled = |expected: Expected| Expected {
            error: expected.error.or(Some(self.published_error)),
            source: expected.source.or_else(|| self.source.clone()),
            ..expected
        };
        figures.into_iter().map(filled).collect()
    }

    /// The seed of a row.
    #[must_use]
    pub fn seed_of(&self, row: &Row) -> u64 {
        row.seed.unwrap_or(self.seed)
    }

    fn check_row(&self, place: usize, row: &Row) -> Result<(), String> {
        if self.rows[..place].iter().any(|other| other.name == row.name) {
            return Err("another row has this name".to_owned());
        }
        if row.agents.len() < 2 {
            return Err(format!("agents: expected at least two, got {}", row.agents.len()));
        }
        if !(1..=MOST_HANDS).contains(&row.hands) {
            return Err(format!("hands: expected 1 to {MOST_HANDS}, got {}", row.hands));
        }
        let known = |label: &str| row.agents.iter().any(|agent| agent.label() == label);
        for expected in self.expected(row) {
            if let Some(agent) = expected.agent.filter(|agent| !known(agent)) {
                return Err(format!("published: no agent \"{agent}\" in the row"));
            }
        }
        self.game(row).map(|_| ())
    }
}
