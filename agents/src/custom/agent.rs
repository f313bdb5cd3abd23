//! The agent of a host program that decides one view at a time.

use spariglio_engine::{Action, Game, HandScore, MatchState, View};

use crate::agent::{Budget, Decision};

/// Decides for a seat from its view, and may fail.
///
/// # Examples
/// A random agent that draws from the seed of its hand:
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_agents::CustomAgent;
/// use spariglio_engine::{Action, View};
/// # use spariglio_engine::{Deal, Game, State};
/// # let game = Game::preset("scopa").expect("a preset");
/// # let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(7));
/// # let state = State::new(&game, &deal);
/// # let view = View::new(&game, &deal, &state, state.seat(), false);
///
/// struct Mine(Pcg64Mcg);
/// impl CustomAgent for Mine {
///     fn start_hand(&mut self, seed: u64) { self.0 = Pcg64Mcg::new(seed.into()); }
///     fn act(&mut self, view: &View<'_>) -> Result<Action, String> { Ok(view.random_action(&mut self.0)) }
/// }
/// let mut mine = Mine(Pcg64Mcg::new(0));
/// mine.start_hand(5);
/// assert!(state.is_legal(&game, mine.act(&view)?));
/// # Ok::<(), String>(())
/// ```
pub trait CustomAgent: Send {
    /// As [`Agent::note_standing`](crate::Agent::note_standing).
    fn note_standing(&mut self, _standing: &MatchState) {}

    /// As [`Agent::start_hand`](crate::Agent::start_hand). If later decisions depend on anything but the seed and the
    /// views, results depend on the number of threads.
    fn start_hand(&mut self, seed: u64);

    /// The action for the seat to act, which is the view's observer.
    ///
    /// # Errors
    /// The reason, in words, if there is no action. It ends the run.
    fn act(&mut self, view: &View<'_>) -> Result<Action, String>;

    /// As [`CustomAgent::act`], with a probability per action for self-play; by default all weight is on the action.
    ///
    /// # Errors
    /// As [`CustomAgent::act`], or the action is not legal.
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

    /// Called when a hand of the agent is over.
    fn end_hand(&mut self, _game: &Game, _score: &HandScore, _history: &[Action]) {}
}
