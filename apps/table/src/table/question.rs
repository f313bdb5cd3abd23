//! A hand that agents are asked about, apart from its table: nobody waits for the table while they decide.

use std::sync::Arc;

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
}

impl Question {
    /// The seat whose turn it is.
    #[must_use]
    pub fn seat(&self) -> usize {
        self.hand().seat()
    }

    pub(crate) fn hand(&self) -> Hand<'_> {
        let mut hand = Hand::new(&self.game, &self.deal, self.partners_open);
        for action in &self.actions {
            hand.act(*action).expect("an action that was played");
        }
        hand
    }
}
