//! Policies for play below the tree.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::unit;
use spariglio_engine::{Action, Game, State, View, World};

use crate::book::formula::FormulaPolicy;
use crate::book::{BookPolicy, first_best};
use crate::knowledge::{declare, even};
use crate::search::config::Rollout;

/// A policy for rollouts: fast, and as fair as its view.
#[derive(Clone, Debug)]
pub(in crate::search) enum Policy {
    /// Uniformly random.
    Random,
    /// The play of the highest immediate worth.
    Greedy(Box<Grab>),
    /// The formula.
    Formula(Box<FormulaPolicy>),
}

impl Policy {
    pub(in crate::search) fn new(game: &Game, rollout: Rollout) -> Policy {
        match rollout {
            Rollout::Random | Rollout::None => Policy::Random,
            Rollout::Greedy => Policy::Greedy(Box::new(Grab::new(game))),
            Rollout::Formula => Policy::Formula(Box::new(FormulaPolicy::new(game))),
        }
    }

    /// An action for the seat to act: uniformly random with probability `epsilon`, else the policy's.
    #[inline]
    pub(in crate::search) fn choose(
        &self,
        game: &Game,
        world: &World,
        partners_open: bool,
        epsilon: f32,
        actions: &mut Vec<Action>,
        rng: &mut Pcg64Mcg,
    ) -> Action {
        if matches!(self, Policy::Random) || unit(rng) < epsilon {
            return world.state.random_action(game, rng);
        }
        world.state.legal_actions(game, actions);
        match self {
            Policy::Greedy(grab) => grab.choose(game, &world.state, actions),
            Policy::Formula(formula) => {
                let World { deal, state } = world;
                let view = View::new(game, deal, state, state.seat(), partners_open);
                actions[formula.choose(&view, actions)]
            }
            Policy::Random => actions[0],
        }
    }
}

/// Takes the play of the highest immediate worth: the greedy player's worths of the cards taken or given away, and the
/// sweep. Ignores the next seat's replies.
#[derive(Clone, Debug)]
pub(in crate::search) struct Grab {
    /// Worth of each card in a pile, in thousandths of a point.
    worth: [i32; 64],
    sweep: i32,
}

impl Grab {
    pub(in crate::search) fn new(game: &Game) -> Grab {
        Grab {
            worth: even::worths(game),
            sweep: i32::from(game.rules().sweep.points) * even::MILLI,
        }
    }

    fn choose(&self, game: &Game, state: &State, actions: &[Action]) -> Action {
        if state.is_declaring() {
            return actions[declare::best(&game.rules().declarations, actions)];
        }
        actions[first_best(actions, |action| self.value(state, action))]
    }

    /// Worth of the cards that a play takes, in thousandths of a point; minus half its card's worth if it takes none.
    pub(in crate::search) fn value(&self, state: &State, action: Action) -> i32 {
        let Some(card) = action.card() else {
            return 0;
        };
        let captured = action.captured();
        let own = self.worth[usize::from(card.index())];
        if captured.is_empty() {
            return -own / 2;
        }
        let sweep = if captured == state.table() { self.sweep } else { 0 };
        own + even::sum(&self.worth, captured) + sweep
    }
}
