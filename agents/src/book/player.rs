//! The player by a book: the agent over any [`BookPolicy`].

use spariglio_engine::{Action, View};

use crate::agent::{Agent, Budget, Decision};
use crate::knowledge::declare;
use crate::solver::LateSolver;

/// Written rules, without search or randomness.
///
/// # Examples
/// A policy of one rule, and the agent that follows it:
/// ```
/// use spariglio_agents::{Agent, Budget, Hand};
/// use spariglio_agents::book::{Book, BookPolicy};
/// use spariglio_engine::{Action, View};
/// # use rand_pcg::Pcg64Mcg;
/// # use spariglio_engine::{Deal, Game};
/// # let game = Game::preset("scopa").expect("a preset");
/// # let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
///
/// struct Last;
/// impl BookPolicy for Last {
///     fn choose_play(&self, _view: &View<'_>, actions: &[Action]) -> usize {
///         actions.len() - 1
///     }
/// }
/// let decision = Book::new(Last).decide(&hand.view(), Budget::OWN);
/// assert_eq!(Some(&decision.action), decision.actions.last());
/// ```
pub trait BookPolicy: Send {
    /// Index of the chosen play among `actions`: the legal ones of the view, in canonical order, without declarations.
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize;

    /// Index of the chosen action among `actions`: the legal ones of the view, in canonical order, at least one.
    #[inline]
    fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        if actions.len() == 1 {
            return 0;
        }
        if view.is_declaring() {
            return declare::best(&view.game().rules().declarations, actions);
        }
        self.choose_play(view, actions)
    }
}

impl BookPolicy for Box<dyn BookPolicy> {
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize {
        (**self).choose_play(view, actions)
    }
}

/// Index of the action with the highest rating; the first one if several are level.
///
/// # Panics
/// If there are no actions.
#[inline(always)]
pub(crate) fn first_best<R: PartialOrd>(actions: &[Action], rate: impl Fn(Action) -> R) -> usize {
    let mut best = (0, rate(actions[0]));
    for (index, &action) in actions.iter().enumerate().skip(1) {
        let rating = rate(action);
        if rating > best.1 {
            best = (index, rating);
        }
    }
    best.0
}

/// A player that follows a policy, and may solve the end of a hand.
#[derive(Debug)]
pub struct Book<P> {
    policy: P,
    /// Solves positions with all cards known.
    late: Option<LateSolver>,
    actions: Vec<Action>,
}

impl<P> Book<P> {
    /// A player that follows `policy`.
    pub fn new(policy: P) -> Book<P> {
        Book::solving(policy, None)
    }

    /// A player that follows `policy` until `late` solves the rest.
    pub(super) fn solving(policy: P, late: Option<LateSolver>) -> Book<P> {
        Book { policy, late, actions: Vec::with_capacity(64) }
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
        if let Some((action, _)) = self.late.as_mut().and_then(|late| late.open(view, &self.actions)) {
            return action;
        }
        self.actions[self.policy.choose(view, &self.actions)]
    }

    fn is_memoryless(&self) -> bool {
        true
    }
}
