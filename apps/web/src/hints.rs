//! Hints: the values of all actions of a position, computed as in a review. If the position is the same, so is the
//! hint.

use serde_json::{Value, json};
use spariglio_agents::AgentSpec;
use spariglio_engine::record::HandRecord;
use spariglio_review::{ReviewConfig, ReviewError, Reviewer, hint_row};

use spariglio_table::Refusal;

/// Judges positions and hands.
pub(crate) struct Judges {
    /// The agent whose search judges; `None` for the strongest that ships.
    agent: Option<AgentSpec>,
    /// One for tables on which partners do not see each other's cards, one for the others.
    reviewers: [Reviewer; 2],
}

impl Judges {
    /// Judges as `agent` does, on `threads` threads (0 for one per core).
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(agent: Option<AgentSpec>, threads: usize) -> Result<Judges, ReviewError> {
        let reviewer = |partners_open| {
            let config = ReviewConfig { threads, partners_open, ..ReviewConfig::default() };
            Reviewer::new(agent.clone(), config)
        };
        let reviewers = [reviewer(false)?, reviewer(true)?];
        Ok(Judges { agent, reviewers })
    }

    /// The name of the judging agent.
    pub fn name(&self) -> String {
        let name = self.agent.as_ref().map(ToString::to_string);
        name.unwrap_or_else(|| "net-search, or ismcts if no network ships".to_owned())
    }

    /// The reviewer of hands.
    pub fn get(&self, partners_open: bool) -> &Reviewer {
        &self.reviewers[usize::from(partners_open)]
    }

    /// The values of the actions at the end of a record.
    ///
    /// # Errors
    /// If the agent cannot review the game.
    pub fn hint(&self, record: &HandRecord, hand: usize, partners_open: bool) -> Result<Value, Refusal> {
        let reviewer = self.get(partners_open);
        let game = record.game();
        let judged = reviewer.position(record, hand);
        let judged = judged.map_err(|error| {
            let expected = "rules that the agent can judge";
            Refusal::field("hints", expected, error.to_string()).named("hints")
        })?;
        let mut row = hint_row(game, &judged);
        row["reviewer"] = json!(reviewer.agent(game).to_string());
        row["turn"] = json!(record.turns.len());
        Ok(row)
    }
}
