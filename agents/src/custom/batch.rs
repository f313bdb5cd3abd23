//! The agent of a host program that decides a wave of views at a time.

use spariglio_engine::{Action, MatchState, View};

use super::agent::CustomAgent;

/// One decision of a wave.
#[derive(Copy, Clone, Debug)]
pub struct Turn<'a> {
    /// The view of the seat to act.
    pub view: View<'a>,
    /// The seed of the seat in this hand; its random choices are drawn from it.
    pub seed: u64,
    /// The standing of the match, if the hand is part of one.
    pub standing: Option<&'a MatchState>,
}

/// Decides for many seats at once, each from its own view, and may fail.
///
/// An answer must depend on its own turn only. Then results depend neither on the width of the waves nor on the number
/// of threads.
pub trait BatchAgent: Send {
    /// An action for each of `turns`, in their order. There is at least one turn.
    ///
    /// # Errors
    /// The reason, in words, if there are no actions. It ends the run.
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String>;
}

/// The actions of `agent` for `turns`, one each.
///
/// # Errors
/// The agent fails, or returns more or fewer actions.
pub fn ask(agent: &mut dyn BatchAgent, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
    let actions = agent.act(turns)?;
    if actions.len() == turns.len() {
        Ok(actions)
    } else {
        Err(format!("expected {} actions, one per turn, found {}", turns.len(), actions.len()))
    }
}

/// A batched agent that gets one view at a time.
pub(super) struct Alone {
    agent: Box<dyn BatchAgent>,
    seed: u64,
    standing: Option<MatchState>,
}

impl Alone {
    pub(super) fn new(agent: Box<dyn BatchAgent>) -> Box<Alone> {
        Box::new(Alone { agent, seed: 0, standing: None })
    }
}

impl CustomAgent for Alone {
    fn note_standing(&mut self, standing: &MatchState) {
        self.standing = Some(standing.clone());
    }

    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn act(&mut self, view: &View<'_>) -> Result<Action, String> {
        let turn = Turn { view: *view, seed: self.seed, standing: self.standing.as_ref() };
        ask(self.agent.as_mut(), &[turn]).map(|actions| actions[0])
    }
}
