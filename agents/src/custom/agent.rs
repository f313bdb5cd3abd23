//! The agent of a host program that is asked one decision at a time.

use spariglio_engine::{Action, Game, HandScore, View};

use crate::agent::{Budget, Decision, MatchStanding};

/// Decides for a seat from what the seat may know, and may fail.
pub trait CustomAgent: Send {
    /// As [`Agent::note_standing`](crate::Agent::note_standing).
    fn note_standing(&mut self, _standing: &MatchStanding) {}

    /// As [`Agent::start_hand`](crate::Agent::start_hand): what follows depends on the seed and the views only, or results
    /// depend on the number of threads.
    fn start_hand(&mut self, seed: u64);

    /// The action of the view's observer, the seat to act.
    ///
    /// # Errors
    /// Why there is none, in words; it ends the run.
    fn act(&mut self, view: &View<'_>) -> Result<Action, String>;

    /// The same with a probability for each action, which self-play learns from; without one all weight is on the action.
    ///
    /// # Errors
    /// As [`CustomAgent::act`]; the action is not legal.
    fn decide(&mut self, view: &View<'_>, _budget: Budget) -> Result<Decision, String> {
        let action = self.act(view)?;
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        if !actions.contains(&action) {
            let text = action.text(view.game().deck());
            return Err(format!("plays `{text}`, which is not legal"));
        }
        Ok(Decision::certain(action, actions))
    }

    /// The hand in which the agent took part is over.
    fn end_hand(&mut self, _game: &Game, _score: &HandScore, _history: &[Action]) {}
}
