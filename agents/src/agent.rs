//! The agent: what decides for one seat, how long it may think, and what it answers.
//!
//! Invariant: the same seed ([`Agent::start_hand`]), the same views in the same order and a budget
//! in simulations give the same decisions, whatever the machine and the number of threads.
//!
//! | file | noun |
//! |---|---|
//! | `cheat` | the agent that is shown the world: an upper bound |
//! | `standing` | where the match stands before a hand |

mod cheat;
mod standing;

use spariglio_engine::{Action, View};

pub use cheat::Cheater;
pub use standing::MatchStanding;

/// How long one decision may take. A given limit replaces the agent's own; with both given, the
/// limit that is reached first ends the search.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Budget {
    /// Simulations of a search.
    pub simulations: Option<u32>,
    /// Processor time of the deciding thread in milliseconds. Decisions under it are not reproducible.
    pub millis: Option<u32>,
}

impl Budget {
    /// The budget that the agent was configured with.
    pub const OWN: Budget = Budget {
        simulations: None,
        millis: None,
    };

    /// A budget of `simulations` and no limit of time.
    pub const fn simulations(simulations: u32) -> Budget {
        Budget {
            simulations: Some(simulations),
            millis: None,
        }
    }

    /// A budget of `millis` milliseconds and no limit of simulations.
    pub const fn millis(millis: u32) -> Budget {
        Budget {
            simulations: None,
            millis: Some(millis),
        }
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

/// What a search cost. All zero for agents that do not search.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct SearchStats {
    /// Simulations that were run.
    pub simulations: u32,
    /// Nodes of the tree.
    pub nodes: u32,
    /// Worlds that agree with the view: those that were weighed, or where none were those that were drawn.
    pub worlds: u32,
    /// Processor time of the decision in milliseconds, of all its threads.
    pub millis: f32,
}

/// What a search found of an action.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Tried {
    /// Simulations, or worlds, in which it was tried.
    pub visits: u32,
    /// Mean utility over them for the side of the seat to act; 0 without visits.
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
    /// Expected utility of the hand for the side of the seat to act (`margin / UTILITY_SCALE`);
    /// 0 from an agent that has no opinion.
    pub value: f32,
    /// What the search found of each of `actions`; empty from an agent that does not search.
    pub tried: Vec<Tried>,
    /// What the search cost.
    pub stats: SearchStats,
}

impl Decision {
    /// The decision of an agent without an opinion on the others: all weight on `action`, which
    /// must be one of `actions`.
    pub fn certain(action: Action, actions: Vec<Action>) -> Decision {
        let policy = actions
            .iter()
            .map(|&legal| if legal == action { 1.0 } else { 0.0 })
            .collect();
        Decision {
            action,
            actions,
            policy,
            value: 0.0,
            tried: Vec::new(),
            stats: SearchStats::default(),
        }
    }
}

/// Something that decides for a seat from what the seat may know.
pub trait Agent: Send {
    /// Tells where the match stands, before each [`Agent::start_hand`] of a match; it holds until another is told. A hand
    /// that is no part of a match has none.
    fn note_standing(&mut self, _standing: &MatchStanding) {}

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    fn start_hand(&mut self, seed: u64);

    /// Decides for the seat to act, which must be the view's observer, in a hand that is not over.
    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision;

    /// The action of [`Agent::decide`] with the agent's own budget; agents with a faster way to it
    /// override this, and give the same action.
    fn act(&mut self, view: &View<'_>) -> Action {
        self.decide(view, Budget::OWN).action
    }

    /// Does a decision follow from its view and the seed of its hand alone? Then one instance can serve many hands at once, if it
    /// is told the seed of each anew.
    fn is_memoryless(&self) -> bool {
        false
    }
}
