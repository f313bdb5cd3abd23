//! The agent: decides for one seat from its view, within a budget.
//!
//! Invariant: the same seed ([`Agent::start_hand`]), the same views in the same order and the same budget in
//! simulations give the same decisions. The machine and the number of threads do not matter.
//! `cheat` holds the agent that sees the world: an upper bound.

mod cheat;

use spariglio_engine::{Action, MatchState, View};

pub use cheat::Cheater;
pub use spariglio_files::Stop;

/// The limits of one decision. If it has any limit, it replaces the agent's own budget. If both limits are given, the
/// first one that is reached ends the search.
///
/// # Examples
/// ```
/// use spariglio_agents::Budget;
///
/// let own = Budget::simulations(4000);
/// assert_eq!(Budget::OWN.or(own), own, "no limit replaces nothing");
/// assert_eq!(Budget::millis(20).or(own).simulations, None);
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Budget {
    /// Simulations of a search.
    pub simulations: Option<u32>,
    /// Processor time of the deciding thread in milliseconds. Decisions under this limit are not reproducible.
    pub millis: Option<u32>,
}

impl Budget {
    /// The budget that the agent was configured with.
    pub const OWN: Budget = Budget { simulations: None, millis: None };

    /// A budget of `simulations` and no limit of time.
    pub const fn simulations(simulations: u32) -> Budget {
        Budget { simulations: Some(simulations), millis: None }
    }

    /// A budget of `millis` milliseconds and no limit of simulations.
    pub const fn millis(millis: u32) -> Budget {
        Budget { simulations: None, millis: Some(millis) }
    }

    /// This budget, or `own` if this one limits nothing.
    pub const fn or(self, own: Budget) -> Budget {
        if self.simulations.is_none() && self.millis.is_none() {
            own
        } else {
            self
        }
    }
}

/// The cost of a search; all 0 if the agent does not search.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct SearchStats {
    /// Simulations that were run.
    pub simulations: u32,
    /// Nodes of the tree.
    pub nodes: u32,
    /// Worlds that fit the view: the weighted ones, or the sampled ones if none were weighted.
    pub worlds: u32,
    /// Processor time of the decision in milliseconds, over all its threads.
    pub millis: f32,
}

/// The result of a search for one action.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Tried {
    /// Simulations, or worlds, that tried the action.
    pub visits: u32,
    /// Their mean utility for the side of the seat to act; 0 if there are none.
    pub value: f32,
}

/// The answer of an agent to one view.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The chosen action, one of `actions`.
    pub action: Action,
    /// All legal actions, in canonical order.
    pub actions: Vec<Action>,
    /// A probability for each of `actions`; the sum is 1.
    pub policy: Vec<f32>,
    /// Expected utility of the hand for the side of the seat to act (`margin / UTILITY_SCALE`), if the agent has an
    /// estimate.
    pub value: Option<f32>,
    /// The search's result for each of `actions`; empty if the agent does not search.
    pub tried: Vec<Tried>,
    /// The cost of the search.
    pub stats: SearchStats,
}

impl Decision {
    /// A decision with all weight on `action`, which must be one of `actions`. Used if an agent does not rate the
    /// others.
    pub fn certain(action: Action, actions: Vec<Action>) -> Decision {
        let policy = actions.iter().map(|&legal| if legal == action { 1.0 } else { 0.0 }).collect();
        Decision::new(action, actions, policy, None)
    }

    /// A decision without a search.
    pub(crate) fn new(action: Action, actions: Vec<Action>, policy: Vec<f32>, value: Option<f32>) -> Decision {
        let (tried, stats) = (Vec::new(), SearchStats::default());
        Decision { action, actions, policy, value, tried, stats }
    }
}

/// Decides for a seat from its view.
pub trait Agent: Send {
    /// Sets the standing of the match, before each [`Agent::start_hand`] of a match; it holds until the next call. Not
    /// called if a hand is not part of a match.
    fn note_standing(&mut self, _standing: &MatchState) {}

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    fn start_hand(&mut self, seed: u64);

    /// Decides for the seat to act. That seat must be the view's observer, and the hand must not be over.
    ///
    /// # Examples
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_agents::{Agent, Budget, Hand};
    /// use spariglio_agents::book::random::Random;
    /// use spariglio_engine::{Deal, Game};
    ///
    /// let game = Game::preset("scopa").expect("a preset");
    /// let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
    /// let mut agent = Random::new();
    /// agent.start_hand(1);
    /// let decision = agent.decide(&hand.view(), Budget::OWN);
    /// assert!(decision.actions.contains(&decision.action));
    /// assert_eq!(decision.policy.len(), decision.actions.len());
    /// ```
    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision;

    /// The action of [`Agent::decide`] with the agent's own budget. Agents override it if they have a faster way to the
    /// same action.
    fn act(&mut self, view: &View<'_>) -> Action {
        self.decide(view, Budget::OWN).action
    }

    /// Whether a decision depends only on its view and the seed of its hand. If so, one instance can serve many hands
    /// at once; it must get the hand's seed before each decision.
    fn is_memoryless(&self) -> bool {
        false
    }
}
