//! A ladder as a TOML file: rows of agents, and what others have published about them.

use std::path::Path;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_files::RulesChoice;

use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::MOST_HANDS;
use crate::pairs::entrant::Entrant;
use spariglio_files::whole::read_text;

/// What a ladder's file says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// Heading on the page.
    pub title: String,
    /// Prose under the heading, Markdown.
    #[serde(default)]
    pub about: String,
    /// Place on the page: smaller numbers first, then by the file's name.
    #[serde(default)]
    pub order: u32,
    /// Rules of the rows that have none of their own.
    pub rules: RulesChoice,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Where the published figures come from, where a row does not say.
    pub source: Option<String>,
    /// Half-width of the 95 % interval of published percentages, where they do not say.
    #[serde(default)]
    pub published_error: f64,
    /// The rows.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// One row: every pair of its agents plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name, of which the file has one each.
    pub name: String,
    /// Two agents, or more: then each one's means against all the others are reported.
    pub agents: Vec<RowAgent>,
    /// Single hands of a pair, where neither agent has a bound of its own.
    pub hands: u64,
    /// The rules, where they are not the ladder's.
    pub rules: Option<RulesChoice>,
    /// Partners see each other's hand cards.
    #[serde(default)]
    pub partners_open: bool,
    /// What others have found: a text, figures, or a list of figures.
    pub published: Option<Published>,
    /// What there is to say about the result, Markdown.
    pub note: Option<String>,
}

/// One agent of a row: a string, a table, or a table with its own name and bound around it.
#[derive(Clone, Debug)]
pub struct RowAgent {
    /// What is written in commands: the string as it was given.
    pub text: String,
    /// The agent.
    pub spec: AgentSpec,
    /// Short name in tables; else `text`.
    pub name: Option<String>,
    /// The most hands of a pair that it plays in.
    pub hands: Option<u64>,
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
        Entrant {
            spec: self.spec.clone(),
            name: Some(self.label().to_owned()),
            hands: self.hands,
        }
    }

    /// Its name in tables.
    #[must_use]
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    fn read(value: &toml::Value) -> Result<RowAgent, String> {
        let spec = AgentSpec::from_value(value).map_err(|error| error.to_string())?;
        let agent = RowAgent::from(spec);
        Ok(match value.as_str() {
            Some(text) => RowAgent {
                text: text.trim().to_owned(),
                ..agent
            },
            None => agent,
        })
    }
}

impl<'de> Deserialize<'de> for RowAgent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RowAgent, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Named {
            agent: toml::Value,
            name: Option<String>,
            hands: Option<u64>,
        }
        let value = toml::Value::deserialize(deserializer)?;
        if value.get("agent").is_none() {
            return RowAgent::read(&value).map_err(D::Error::custom);
        }
        let named: Named = value.try_into().map_err(D::Error::custom)?;
        let agent = RowAgent::read(&named.agent).map_err(D::Error::custom)?;
        Ok(RowAgent {
            name: named.name,
            hands: named.hands,
            ..agent
        })
    }
}

/// What others have found about a row's agents.
#[derive(Clone, Debug, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The agent's label; without it the row's first agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Where its side sits; without it, over all hands.
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
    /// Where they come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A side's position at the table.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// The side that plays first.
    First,
    /// The dealer's side.
    Dealer,
}

impl Ladder {
    /// Reads `path` and checks that rows have names of their own, two agents, hands and rules that exist.
    ///
    /// # Errors
    /// A file that cannot be read or is not as described here; the row is named.
    pub fn load(path: &Path) -> Result<Ladder, ArenaError> {
        let ladder: Ladder = toml::from_str(&read_text(path)?).map_err(|error| wrong(path, error))?;
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
    /// Rules that do not exist, in words.
    pub fn game(&self, row: &Row) -> Result<Game, String> {
        let rules = row.rules.as_ref().unwrap_or(&self.rules);
        rules.game().map_err(|error| error.to_string())
    }

    /// The row's published figures, with what the ladder says of all.
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
