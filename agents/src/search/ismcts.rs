//! The agents `ismcts` and `mo-ismcts`: information set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).
//!
//! Each simulation draws one world that agrees with the view and descends the tree by actions that are legal in it. It
//! enters one new edge, judges the leaf and backs up the utilities of all sides. A side's utility is its margin in
//! points; each seat maximises its own side's (max^n). Declarations are actions like any other. The answer is the most
//! visited action (then the higher mean, then the canonical order), the policy is the shares of visits, the value is
//! the mean utility at the root.
//!
//! `ismcts` has the nodes of one observer (single observer): the others' knowledge does not separate nodes. `mo-ismcts`
//! gives every seat the nodes of its own information sets (multiple observers).
//!
//! Everything random in a decision follows from the hand's seed and the public place in the hand. Without
//! `inference`, a decision does not depend on earlier decisions. If `others` is several agents, it depends on the hands
//! before.

use spariglio_engine::{Action, Game, View};

use super::beliefs::Beliefs;
use super::clock::Clock;
use super::config::IsmctsConfig;
use super::known::KnownPlayer;
use super::mcts::{Mcts, Spending, forced, spare_generator};
use super::mix;
use super::stranger::Stranger;
use crate::agent::{Agent, Budget, Decision};
use crate::table::Opponent;

/// A fair agent that searches a tree.
pub struct Ismcts {
    /// The agent's own budget.
    budget: Budget,
    mcts: Mcts,
    beliefs: Beliefs,
    /// The player of the other sides, if it is known. It is asked for its actions.
    known: Option<KnownPlayer>,
    /// If that player has several models: what its earlier hands say.
    stranger: Option<Stranger>,
    seed: u64,
    actions: Vec<Action>,
}

impl Ismcts {
    /// The single-observer agent for hands of `game`, its hand's seed 0.
    ///
    /// # Examples
    /// The same seed and simulations give the same decision:
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_agents::{Agent, Budget, Hand};
    /// use spariglio_agents::search::{Ismcts, IsmctsConfig};
    /// use spariglio_engine::{Deal, Game};
    ///
    /// let game = Game::preset("scopa").expect("a preset");
    /// let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
    /// let search = || Ismcts::single(&game, &IsmctsConfig::default());
    /// let [one, other] = [0, 1].map(|_| search().decide(&hand.view(), Budget::simulations(100)));
    /// assert_eq!((one.stats.simulations, one.policy, one.action), (100, other.policy, other.action));
    /// ```
    pub fn single(game: &Game, config: &IsmctsConfig) -> Ismcts {
        let mcts = Mcts::new(game, config.search.clone(), false);
        let beliefs = Beliefs::new(game, &config.inference, None);
        Ismcts::with(config.search.budget, mcts, beliefs)
    }

    /// The multiple-observer agent for hands of `game`, its hand's seed 0.
    pub fn multiple(game: &Game, config: &IsmctsConfig) -> Ismcts {
        let mcts = Mcts::new(game, config.search.clone(), true);
        let beliefs = Beliefs::new(game, &config.inference, None);
        Ismcts::with(config.search.budget, mcts, beliefs)
    }

    pub(super) fn with(budget: Budget, mcts: Mcts, beliefs: Beliefs) -> Ismcts {
        Ismcts { budget, mcts, beliefs, known: None, stranger: None, seed: 0, actions: Vec::new() }
    }

    /// The same agent, with knowledge of the other sides' player if there is any: the player itself, or several models
    /// of it. `models` makes an instance for each user.
    ///
    /// # Errors
    /// That of `models`.
    pub(crate) fn knowing<E>(
        self,
        game: &Game,
        models: Option<impl FnMut() -> Result<Vec<Opponent>, E>>,
    ) -> Result<Ismcts, E> {
        let Some(mut models) = models else { return Ok(self) };
        let compared = models()?;
        let stranger = (compared.len() > 1).then(|| Stranger::new(game, compared));
        let mut player = || {
            let mut models = models()?;
            models.extend(stranger.as_ref().map(|stranger| stranger.learning(game)));
            Ok(KnownPlayer::new(models))
        };
        let known = Some(player()?);
        let mcts = self.mcts.knowing(game, player)?;
        Ok(Ismcts { known, stranger, mcts, ..self })
    }

    /// Remembers the view of a decision, and guesses who the others are.
    fn remember(&mut self, view: &View<'_>) {
        let Some(stranger) = &mut self.stranger else { return };
        if let Some(guess) = stranger.note(view, decision_seed(self.seed, view)) {
            self.known.iter_mut().for_each(|known| known.believe(guess));
            self.mcts.believe(guess);
        }
    }

    /// The seed of the decision at a view.
    pub(super) fn decision_seed(&self, view: &View<'_>) -> u64 {
        decision_seed(self.seed, view)
    }

    /// Searches; the result is in the tree. A forced action has a value only, from uniform worlds: [`Agent::act`] skips
    /// this search, so no belief may depend on it.
    fn think(&mut self, view: &View<'_>, spending: Spending, is_forced: bool) {
        let seed = decision_seed(self.seed, view);
        self.mcts.note_view(view);
        if is_forced {
            self.beliefs.ignore();
        } else {
            let rng = &mut spare_generator(seed);
            let known = self.known.as_mut().filter(|known| known.share().is_some());
            self.beliefs.update(view, seed, spending.budget, known, rng);
        }
        self.mcts.start(view.game(), &view.public_state(), seed);
        self.mcts.spend(|| self.beliefs.worlds(view), spending);
    }
}

impl Agent for Ismcts {
    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
        self.beliefs.clear();
        if let Some(stranger) = &mut self.stranger {
            stranger.start_hand();
        }
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        let clock = Clock::start();
        self.remember(view);
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let own = budget.or(self.budget);
        let is_forced = actions.len() == 1;
        let budget = if is_forced { forced(own) } else { own };
        self.think(view, Spending { budget, clock }, is_forced);
        let mut decision = self.mcts.decision(actions, clock);
        let stats = &mut decision.stats;
        stats.worlds = self.beliefs.kept().map_or(stats.simulations, |worlds| worlds as u32);
        decision
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        self.remember(view);
        view.legal_actions(&mut self.actions);
        if let [only] = self.actions[..] {
            return only;
        }
        let (budget, clock) = (self.budget, Clock::start());
        self.think(view, Spending { budget, clock }, false);
        self.mcts.choice(&self.actions).action
    }
}

/// The seed of one decision: the hand's seed and the public place in the hand.
pub(super) fn decision_seed(seed: u64, view: &View<'_>) -> u64 {
    let declared = view.declared(view.seat()).bits();
    let place = (view.ply() as u64) << 8 | (view.seat() as u64) << 1 | u64::from(view.is_declaring());
    mix(mix(seed ^ 0x5350_4152_4947_4C49).wrapping_add(place) ^ mix(declared))
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, State};

    use super::*;

    #[test]
    fn seeds_of_places_differ() {
        let game = Game::preset("cirulla").expect("a preset");
        let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(4));
        let state = State::new(&game, &deal);
        let view = View::new(&game, &deal, &state, state.seat(), false);
        let mut next = state;
        let mut actions = Vec::new();
        next.legal_actions(&game, &mut actions);
        next.apply(&game, &deal, actions[0]);
        let later = View::new(&game, &deal, &next, next.seat(), false);
        assert_ne!(decision_seed(1, &view), decision_seed(2, &view));
        assert_ne!(decision_seed(1, &view), decision_seed(1, &later));
        assert_eq!(decision_seed(1, &view), decision_seed(1, &view));
    }
}
