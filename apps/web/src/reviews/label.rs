//! The label of a review: what the list of reviews shows of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use spariglio_engine::record::HandRecord;

/// Longest title, in characters.
const LONGEST: usize = 100;

/// How far a review is.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// It waits for others.
    Queued,
    /// It is being computed.
    Running,
    /// All hands are judged.
    Done,
    /// It ended with an error.
    Failed,
}

/// What a page says of the records that it sends.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sent {
    /// A name for the list; the names of the rules if there is none.
    title: Option<String>,
    /// The seat of the person who asks.
    seat: Option<usize>,
}

/// The label of a review. It is also the contents of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Label {
    /// The review's name in addresses.
    pub id: String,
    /// When its records came, in milliseconds since 1970.
    pub when: u64,
    /// Its name in lists.
    pub title: String,
    /// The seat of the person who asked, if told.
    pub seat: Option<usize>,
    /// The names of the rules, each once.
    pub rules: Vec<String>,
    /// The names of the first record's players by seat; empty if it does not tell them.
    pub agents: Vec<String>,
    /// The number of its hands.
    pub of_hands: usize,
    /// Hands that are judged.
    pub hands: usize,
    /// The number of its decisions.
    pub of: usize,
    /// Decisions that are judged.
    pub done: usize,
    pub state: State,
    /// Why it failed.
    pub error: Option<String>,
    /// The agent that judges.
    pub reviewer: String,
    /// The row of all hands together, if they are judged.
    pub summary: Option<Value>,
}

impl Label {
    /// The label of new records.
    pub fn new(id: String, when: u64, sent: &Sent, records: &[HandRecord]) -> Label {
        let mut rules: Vec<String> = records.iter().map(|record| record.game().rules().name.clone()).collect();
        rules.sort_unstable();
        rules.dedup();
        let agents = records.first().and_then(HandRecord::agents).unwrap_or_default();
        let title = sent.title.as_deref().unwrap_or_default().chars();
        let title: String = title.filter(|letter| !letter.is_control()).take(LONGEST).collect();
        Label {
            id,
            when,
            title: if title.trim().is_empty() {
                rules.join(", ")
            } else {
                title
            },
            seat: sent.seat,
            agents: agents.into_iter().map(str::to_owned).collect(),
            rules,
            of_hands: records.len(),
            hands: 0,
            of: records.iter().map(|record| record.turns.len()).sum(),
            done: 0,
            state: State::Queued,
            error: None,
            reviewer: String::new(),
            summary: None,
        }
    }

    /// Whether nothing more will be computed.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Done | State::Failed)
    }
}
