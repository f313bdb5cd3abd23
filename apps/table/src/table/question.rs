//! A hand that agents are asked about, apart from its table: nobody waits for the table while they decide.

use std::sync::Arc;
use std::time::Duration;

use spariglio_agents::draws::Fixture;
use spariglio_agents::{AgentSpec, Hand};
use spariglio_engine::{Action, Deal, Game, MatchState};

/// Identifies a position of a table: hand, takebacks, turns.
pub type TurnPlace = (usize, u64, usize);

/// A hand that agents are asked about.
pub struct Question {
    /// The position.
    pub place: TurnPlace,
    pub(crate) game: Arc<Game>,
    pub(crate) deal: Deal,
    pub(crate) partners_open: bool,
    pub(crate) standing: MatchState,
    pub(crate) fixture: Fixture,
    pub(crate) actions: Vec<Action>,
    /// The agent at the seat to act.
    pub(crate) spec: Option<AgentSpec>,
    pub(crate) is_watched: bool,
}

impl Question {
    /// Whether a program plays for the seat to act.
    #[must_use]
    pub fn asks_program(&self) -> bool {
        self.spec.as_ref().is_some_and(|spec| spec.agent_type().is_program())
    }

    /// The time on the wall clock that the agent of the seat to act may use: its `millis`, if a person plays. `None` if
    /// it has no limit.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        let millis: u64 = self.spec.as_ref()?.value("millis")?.parse().ok()?;
        (millis > 0 && !self.is_watched).then(|| Duration::from_millis(millis))
    }

    pub(crate) fn hand(&self) -> Hand<'_> {
        let mut hand = Hand::new(&self.game, &self.deal, self.partners_open);
        for action in &self.actions {
            hand.act(*action).expect("an action that was played");
        }
        hand
    }
}
