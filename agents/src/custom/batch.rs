//! The agent of a host program that is asked a wave of decisions at a time.

use spariglio_engine::{Action, View};

use super::agent::CustomAgent;
use crate::agent::MatchStanding;

/// One decision of a wave.
#[derive(Copy, Clone, Debug)]
pub struct Turn<'a> {
    /// What the seat to act may know.
    pub view: View<'a>,
    /// The seed of the seat in this hand: what is random in its decisions is drawn from it.
    pub seed: u64,
    /// Where the match stands, in a hand of a match.
    pub standing: Option<&'a MatchStanding>,
}

/// Decides for many seats at once, each from what it may know, and may fail.
///
/// An answer follows from its own turn alone, whatever else is in the wave: then a result depends neither on the width of
/// the waves nor on the number of threads.
pub trait BatchAgent: Send {
    /// An action for each of `turns`, in their order; there is at least one.
    ///
    /// # Errors
    /// Why there are none, in words; it ends the run.
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String>;
}

/// The actions of `agent` for `turns`, one each.
///
/// # Errors
/// The agent fails, or gives more or fewer actions.
pub fn ask(agent: &mut dyn BatchAgent, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
    let actions = agent.act(turns)?;
    if actions.len() == turns.len() {
        Ok(actions)
    } else {
        Err(format!(
            "expected {} actions, one per turn, found {}",
            turns.len(),
            actions.len()
        ))
    }
}

/// A batched agent that is asked for one decision at a time.
pub(super) struct Alone {
    agent: Box<dyn BatchAgent>,
    seed: u64,
    standing: Option<MatchStanding>,
}

impl Alone {
    pub(super) fn new(agent: Box<dyn BatchAgent>) -> Box<Alone> {
        Box::new(Alone {
            agent,
            seed: 0,
            standing: None,
        })
    }
}

impl CustomAgent for Alone {
    fn note_standing(&mut self, standing: &MatchStanding) {
        self.standing = Some(standing.clone());
    }

    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn act(&mut self, view: &View<'_>) -> Result<Action, String> {
        let turn = Turn {
            view: *view,
            seed: self.seed,
            standing: self.standing.as_ref(),
        };
        ask(self.agent.as_mut(), &[turn]).map(|actions| actions[0])
    }
}
