//! What a fair search believes of the hidden cards: worlds drawn uniformly, or weighed by what the others did.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Game, State, View};

use super::config::{Inference, InferenceConfig};
use super::known::KnownPlayer;
use super::mcts::generator;
use super::particles::Particles;
use super::worlds::Worlds;
use crate::agent::Budget;

/// The stream of what is drawn to check a history.
const CHECK_STREAM: u64 = u64::MAX - 1;

/// The source of the worlds of one seat's decisions.
#[derive(Debug)]
pub(super) struct Beliefs {
    particles: Option<Particles>,
    /// Whether the particles are those of the last decision.
    is_weighed: bool,
}

impl Beliefs {
    pub(super) fn new(game: &Game, config: &InferenceConfig) -> Beliefs {
        Beliefs {
            particles: (config.inference != Inference::None).then(|| Particles::new(game, config.clone())),
            is_weighed: false,
        }
    }

    /// Whether the history of the hand makes a difference.
    pub(super) fn use_history(&self) -> bool {
        self.particles.is_some()
    }

    /// Forgets the hand.
    pub(super) fn clear(&mut self) {
        self.is_weighed = false;
        if let Some(particles) = &mut self.particles {
            particles.clear();
        }
    }

    /// Worlds are uniform in the next decision.
    pub(super) fn ignore(&mut self) {
        self.is_weighed = false;
    }

    /// Weighs worlds for a decision of a view with its whole history, where worlds are weighed at all; `known` is the player of
    /// the other sides, where it is known.
    pub(super) fn update(
        &mut self,
        view: &View<'_>,
        budget: Budget,
        known: Option<&mut KnownPlayer>,
        rng: &mut Pcg64Mcg,
    ) {
        if let Some(particles) = &mut self.particles {
            particles.update(view, budget, known, rng);
            self.is_weighed = true;
        }
    }

    /// How many worlds are weighed for the decision; none where they are drawn uniformly.
    pub(super) fn weighed(&self) -> Option<usize> {
        let particles = self.particles.as_ref().filter(|_| self.is_weighed);
        particles.map(Particles::len)
    }

    /// The worlds of the decision.
    pub(super) fn worlds<'a>(&'a self, view: &View<'a>) -> Worlds<'a> {
        match self.particles.as_ref().filter(|_| self.is_weighed) {
            Some(particles) => Worlds::Weighed(view.game(), particles),
            None => Worlds::Sampled(view.sampler()),
        }
    }
}

/// Whether the view's history is all of the hand's: it leads to the state of a world of the view.
pub(super) fn is_whole(view: &View<'_>, seed: u64) -> bool {
    let plays = view.history().iter().filter(|action| action.card().is_some());
    if plays.count() != view.ply() {
        return false;
    }
    let game = view.game();
    let world = view.sample_world(&mut generator(seed, CHECK_STREAM));
    let mut state = State::new(game, &world.deal);
    let mut history = view.history().iter();
    history.all(|&action| state.try_apply(game, &world.deal, action).is_ok()) && state == world.state
}
