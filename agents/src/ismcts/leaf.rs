//! What a new leaf is worth: the utilities of a hand played out from it.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::unit;
use spariglio_engine::{Action, CardSet, Game, State, UTILITY_SCALE, World};

use crate::greedy::{declare, worth};
use crate::tree::Utilities;

/// Judges the end of a descent.
pub(super) trait Leaf {
    /// Sets the utility of each side; may play the world out.
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities);
}

/// Uniformly random play to the end.
#[derive(Copy, Clone, Debug)]
pub(super) struct Uniform;

impl Leaf for Uniform {
    #[inline(always)]
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        world.state.playout(game, &world.deal, rng);
        score(game, world, utilities);
    }
}

/// Play to the end that is uniformly random with probability epsilon, else takes what is worth most: the worths of the
/// greedy player for the cards taken and given away, and the sweep. What the next seat may do is not looked at.
#[derive(Clone, Debug)]
pub(super) struct EpsilonGreedy {
    epsilon: f32,
    /// Worth of each card in a pile, in thousandths of a point.
    worth: [i32; 64],
    sweep: i32,
    actions: Vec<Action>,
}

impl EpsilonGreedy {
    pub(super) fn new(game: &Game, epsilon: f32) -> EpsilonGreedy {
        EpsilonGreedy {
            epsilon,
            worth: worth::worths(game),
            sweep: i32::from(game.rules().sweep.points) * worth::MILLI,
            actions: Vec::new(),
        }
    }

    fn best(&mut self, game: &Game, state: &State) -> Action {
        state.legal_actions(game, &mut self.actions);
        if state.is_declaring() {
            return self.actions[declare::best(&game.rules().declarations, &self.actions)];
        }
        let mut best = (i32::MIN, self.actions[0]);
        for &action in &self.actions {
            let value = self.value(state, action);
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }

    /// Worth of what a play takes, in thousandths of a point; a lay gives the card away at half its worth.
    fn value(&self, state: &State, action: Action) -> i32 {
        let Some(card) = action.card() else {
            return 0;
        };
        let captured = action.captured();
        let own = self.worth[usize::from(card.index())];
        if captured.is_empty() {
            return -own / 2;
        }
        let sweep = if captured == state.table() { self.sweep } else { 0 };
        own + self.sum(captured) + sweep
    }

    fn sum(&self, cards: CardSet) -> i32 {
        cards.iter().map(|card| self.worth[usize::from(card.index())]).sum()
    }
}

impl Leaf for EpsilonGreedy {
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        while !world.state.is_over() {
            let action = if unit(rng) < self.epsilon {
                world.state.random_action(game, rng)
            } else {
                self.best(game, &world.state)
            };
            world.state.apply(game, &world.deal, action);
        }
        score(game, world, utilities);
    }
}

/// Sets the utilities of a hand that is over.
#[inline(always)]
fn score(game: &Game, world: &World, utilities: &mut Utilities) {
    let score = world.state.score(game);
    if game.sides() == 2 {
        utilities[0] = score.margin(0) as f32 / UTILITY_SCALE;
        utilities[1] = -utilities[0];
        return;
    }
    for (side, utility) in utilities[..game.sides()].iter_mut().enumerate() {
        *utility = score.margin(side) as f32 / UTILITY_SCALE;
    }
}
