//! A question: the fields of every function, and the hand that it is about.
//!
//! Invariant: a hand is a record or a view that the rules allow; its unknown cards have stand-ins.

use serde::Deserialize;
use serde_json::Value;
use spariglio_agents::levels::LEVELS;
use spariglio_agents::{AgentSpec, Budget, Hand};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{FormatError, Game, MatchState};

use crate::Bot;

/// Most laps or worlds of a question.
const MOST_LAPS: u32 = 1_000_000;

/// The fields of a question. Each function reads some of them.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Request {
    /// Repeated in the answer.
    pub id: Value,
    /// A preset's name, or a table of rules.
    pub rules: Value,
    /// A hand, as an object or as the text of its line.
    pub record: Value,
    /// A seat's view in the fields of the protocol; needs `rules`.
    pub view: Value,
    /// Partners see each other's hand cards.
    pub partners_open: bool,
    pub seed: Option<u64>,
    pub dealer: Option<usize>,
    pub action: Option<String>,
    pub agent: Option<String>,
    pub level: Option<String>,
    pub simulations: Option<u32>,
    pub millis: Option<u32>,
    /// The match before this hand.
    #[serde(rename = "match")]
    pub standing: Option<Standing>,
    /// Simulations of each action that give its value and the error of that.
    pub laps: u32,
    /// Number of worlds that give the chances of hidden cards.
    pub worlds: u32,
    /// The language of words: `en` or `it`; no words without it.
    pub language: Option<String>,
}

/// The choice of an agent in a question.
#[derive(Clone, Eq, PartialEq, Hash)]
pub(crate) enum Choice {
    /// The text of an agent.
    Agent(String),
    /// The name of a level.
    Level(String),
    /// The adviser of the game.
    Adviser,
}

impl Choice {
    /// The agent in a game.
    pub fn spec(&self, game: &Game) -> Result<AgentSpec, FormatError> {
        match self {
            Choice::Agent(agent) => {
                AgentSpec::parse(agent).map_err(|error| FormatError::new("agent", "an agent", error.to_string()))
            }
            Choice::Level(name) => {
                let names = || LEVELS.map(|level| level.name).join(", ");
                let level = LEVELS.iter().find(|level| level.name == name);
                let level = level.ok_or_else(|| FormatError::new("level", format!("one of {}", names()), name))?;
                Ok(level.agent(game))
            }
            Choice::Adviser => Ok(AgentSpec::adviser(game)),
        }
    }
}

/// A match before a hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Standing {
    pub scores: Vec<i64>,
    #[serde(default)]
    pub hands: usize,
}

/// The hand of a question.
pub(crate) struct Position {
    pub record: HandRecord,
    pub partners_open: bool,
}

impl Position {
    /// The hand at the end of the record.
    pub fn hand(&self) -> Result<Hand<'_>, FormatError> {
        let actions = self.record.turns.iter().map(|turn| turn.action);
        let hand = Hand::after(self.record.game(), self.record.deal(), actions, self.partners_open);
        hand.map_err(|error| FormatError::new("record.turns", "legal actions", error.to_string()))
    }

    /// The hand, if a decision is due.
    pub fn undecided(&self) -> Result<Hand<'_>, FormatError> {
        let hand = self.hand()?;
        match hand.is_over() {
            true => Err(FormatError::new("record", "a hand that is not over", "its last action")),
            false => {
                self.record.check_view(&hand.view()).map_err(|error| error.inside("record"))?;
                Ok(hand)
            }
        }
    }
}

impl Request {
    /// The hand of `record` or `view`.
    pub fn position(&self, bot: &mut Bot) -> Result<Position, FormatError> {
        match (&self.record, &self.view) {
            (Value::Null, Value::Null) => Err(FormatError::new("record, view", "one of them", "none")),
            (Value::Null, view) => {
                if self.rules.is_null() {
                    return Err(FormatError::new("rules", "a preset's name or a table of rules", "nothing"));
                }
                let game = bot.replayer.game(&self.rules)?;
                let read = HandRecord::of_view(&game, &text(view));
                let (record, partners_open) = read.map_err(|error| error.inside("view"))?;
                self.check_partners(&game)?;
                Ok(Position { record, partners_open: partners_open || self.partners_open })
            }
            (record, Value::Null) => {
                let record = bot.replayer.feed(text(record).as_bytes()).map_err(|error| {
                    // Without the line: a question is no file.
                    FormatError::new(error.field(), error.expected(), error.found()).inside("record")
                })?;
                self.check_partners(record.game())?;
                Ok(Position { record, partners_open: self.partners_open })
            }
            _ => Err(FormatError::new("record, view", "one of them", "both")),
        }
    }

    fn check_partners(&self, game: &Game) -> Result<(), FormatError> {
        if self.partners_open && !game.has_partners() {
            return Err(FormatError::new("partners_open", "a game with partners", game.rules().name.clone()));
        }
        Ok(())
    }

    /// The choice of an agent.
    pub fn choice(&self) -> Result<Choice, FormatError> {
        match (&self.agent, &self.level) {
            (Some(_), Some(_)) => Err(FormatError::new("agent, level", "one of them", "both")),
            (Some(agent), None) => Ok(Choice::Agent(agent.clone())),
            (None, Some(level)) => Ok(Choice::Level(level.clone())),
            (None, None) => Ok(Choice::Adviser),
        }
    }

    /// The budget of a decision. Fails if it is nothing, or if values or chances need too many simulations.
    pub fn budget(&self) -> Result<Budget, FormatError> {
        for (field, number) in [("simulations", self.simulations), ("millis", self.millis)] {
            if number == Some(0) {
                return Err(FormatError::new(field, "at least 1", "0"));
            }
        }
        for (field, number) in [("laps", self.laps), ("worlds", self.worlds)] {
            if number > MOST_LAPS {
                return Err(FormatError::new(field, format!("at most {MOST_LAPS}"), number.to_string()));
            }
        }
        Ok(Budget { simulations: self.simulations, millis: self.millis })
    }

    /// The match before a hand that `dealer` deals.
    pub fn standing(&self, game: &Game, dealer: usize) -> Result<Option<MatchState>, FormatError> {
        let Some(standing) = &self.standing else {
            return Ok(None);
        };
        let (sides, found) = (game.sides(), standing.scores.len());
        if sides != found {
            return Err(FormatError::new("match.scores", format!("{sides} numbers, one per side"), found.to_string()));
        }
        Ok(Some(MatchState { scores: standing.scores.clone(), hands: standing.hands, dealer }))
    }
}

/// The text of a value, which may be written as a text.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
