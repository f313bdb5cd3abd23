//! Judges of positions for a search: the priors of actions and the utilities of leaves.
//!
//! **Units and points of view.** A utility is `margin / UTILITY_SCALE` of the whole hand, or the value that
//! [`Objective`] makes of it. [`Utilities`] hold one per side, by side index; 0 if the game does not have that side.
//! Two sides have opposite utilities. A prior is a probability of an action of the seat to act, given its view.
//!
//! **Two kinds.** An evaluator of worlds: a simulation ends at the first edge without visits, and
//! [`Evaluator::evaluate`] gives the utilities of the world behind it (rollout, estimate, exact value). An evaluator of
//! views ([`Evaluator::JUDGES_VIEWS`]; a host's model): a node is judged once, when a simulation first reaches it. Its
//! value and priors come together, perhaps later ([`Arrival::Later`]), so that the queries of several simulations and
//! searches are answered as one batch.
//!
//! A search is compiled for each evaluator: unused features cost nothing.

mod net_play;
mod playing;
mod policy;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Game, State, View, World};

use super::config::Objective;
use super::tree::Utilities;
pub(super) use net_play::NetPlay;
pub(super) use playing::Playing;
pub(super) use policy::{Grab, Policy};

/// When an evaluator answers [`Evaluator::ask`].
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Arrival {
    /// The priors are set.
    Now,
    /// The priors, and the value of the view, will be in this row of the batch.
    Later(usize),
}

/// Judges positions for a search.
pub trait Evaluator {
    /// Whether it judges views, with a value for each (see the module); else it judges worlds.
    const JUDGES_VIEWS: bool = false;

    /// Whether it, or a player that it asks, reads the views of seats. If not, it gets worlds sampled for play alone.
    const READS_VIEWS: bool = true;

    /// Whether it has priors; if not, [`Evaluator::ask`] is never called.
    fn has_priors(&self) -> bool {
        false
    }

    /// Called when a simulation begins at the root.
    #[inline(always)]
    fn begin(&mut self) {}

    /// Called when the simulation is about to take `action` in `state`.
    #[inline(always)]
    fn note(&mut self, _game: &Game, _state: &State, _action: Action) {}

    /// The action of the seat to act if a known player sits there: the search then has no choice.
    #[inline(always)]
    fn known(&mut self, _game: &Game, _world: &World) -> Option<Action> {
        None
    }

    /// Sets a prior for each of `actions`: the legal ones of the observer of `view`, who is to act, in canonical order.
    /// Priors are positive and add up to 1. If the answer comes later, `priors` is left alone.
    fn ask(&mut self, _view: &View<'_>, _actions: &[Action], _priors: &mut Vec<f32>) -> Arrival {
        Arrival::Now
    }

    /// Sets the utilities if they are known without further actions, and returns whether it did: the simulation ends.
    #[inline(always)]
    fn settle(&mut self, _game: &Game, _world: &World, _utilities: &mut Utilities) -> bool {
        false
    }

    /// Sets the utility of each side at the end of a simulation: when the hand is over, or at any leaf if the evaluator
    /// judges worlds. May play the world out.
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities);
}

/// Uniformly random play to the end, utilities in points: the plain rollout, as fast as the engine.
#[derive(Copy, Clone, Debug)]
pub(super) struct Uniform;

impl Evaluator for Uniform {
    const READS_VIEWS: bool = false;

    #[inline(always)]
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        world.state.playout(game, &world.deal, rng);
        margins(game, world, utilities);
        for utility in &mut utilities[..game.sides()] {
            *utility /= UTILITY_SCALE;
        }
    }
}
/// Sets the margins of a hand that is over, in points.
#[inline(always)]
fn margins(game: &Game, world: &World, margins: &mut Utilities) {
    if game.sides() == 2 {
        margins[0] = world.state.margin(game, 0) as f32;
        margins[1] = -margins[0];
        return;
    }
    let score = world.state.score(game);
    for (side, margin) in margins[..game.sides()].iter_mut().enumerate() {
        *margin = score.margin(side) as f32;
    }
}

/// A lead of this many expected points is as good as three chances in four to win.
const HALF_WON: f32 = 1.2;

impl Objective {
    /// The utility of a margin in points; `sure` if the hand is over or solved.
    #[inline]
    pub(super) fn of(self, margin: f32, sure: bool) -> f32 {
        let won = || match sure {
            true if margin == 0.0 => 0.0,
            true => margin.signum(),
            false => (0.55 * margin / HALF_WON).tanh(),
        };
        let points = margin / UTILITY_SCALE;
        match self {
            Objective::Points => points,
            Objective::Win => won(),
            Objective::Mix => 0.5 * (points + won()),
        }
    }
}
