//! A player by a book: the agent over any [`BookPolicy`].

use spariglio_engine::{Action, View};

use crate::agent::{Agent, Budget, Decision};

/// Written rules: without a search and without chance.
pub trait BookPolicy: Send {
    /// Index of the chosen action among `actions`: the legal ones of the view, in canonical order, at least one.
    fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize;
}

/// A player by a policy.
#[derive(Clone, Debug)]
pub struct Book<P> {
    policy: P,
    actions: Vec<Action>,
}

impl<P> Book<P> {
    /// A player by `policy`.
    pub fn new(policy: P) -> Book<P> {
        Book {
            policy,
            actions: Vec::with_capacity(64),
        }
    }
}

impl<P: BookPolicy> Agent for Book<P> {
    fn start_hand(&mut self, _seed: u64) {}

    fn decide(&mut self, view: &View<'_>, _budget: Budget) -> Decision {
        let action = self.act(view);
        Decision::certain(action, self.actions.clone())
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        view.legal_actions(&mut self.actions);
        self.actions[self.policy.choose(view, &self.actions)]
    }
}
