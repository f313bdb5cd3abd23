//! The agent `lookahead`: the look-ahead, or `formula` if that does not fit the game. The solver takes over once all
//! cards are known.

use spariglio_engine::{Action, Game, View};

use super::{Foresight, LookaheadPolicy};
use crate::agent::{Agent, Budget, Decision};
use crate::book::BookPolicy;
use crate::book::formula::FormulaPolicy;
use crate::solver::LateSolver;

/// The agent `lookahead`.
#[derive(Debug)]
pub struct LookaheadAgent {
    policy: Book,
    late: Option<LateSolver>,
    actions: Vec<Action>,
}

/// The policy while cards are hidden.
#[derive(Debug)]
enum Book {
    Lookahead(Box<LookaheadPolicy>),
    Formula(Box<FormulaPolicy>),
}

impl LookaheadAgent {
    /// The agent for a game.
    pub fn new(game: &Game, foresight: &Foresight) -> LookaheadAgent {
        let policy = match LookaheadPolicy::new(game, foresight) {
            Some(policy) => Book::Lookahead(Box::new(policy)),
            None => Book::Formula(Box::new(FormulaPolicy::new(game))),
        };
        LookaheadAgent {
            policy,
            late: LateSolver::new(game, foresight.exact),
            actions: Vec::with_capacity(64),
        }
    }
}

impl Agent for LookaheadAgent {
    fn start_hand(&mut self, _seed: u64) {}

    fn decide(&mut self, view: &View<'_>, _budget: Budget) -> Decision {
        let action = self.act(view);
        Decision::certain(action, self.actions.clone())
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        view.legal_actions(&mut self.actions);
        if let Some((action, _)) = self.late.as_mut().and_then(|late| late.open(view, &self.actions)) {
            return action;
        }
        let choice = match &self.policy {
            Book::Lookahead(policy) => policy.choose(view, &self.actions),
            Book::Formula(policy) => policy.choose(view, &self.actions),
        };
        self.actions[choice]
    }

    fn is_memoryless(&self) -> bool {
        true
    }
}
