//! Beliefs of a fair search about the hidden cards: worlds drawn uniformly, or by the others' actions.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Game, View};

use super::config::{Inference, InferenceConfig};
use super::known::KnownPlayer;
use super::mcts::generator;
use super::particles::Particles;
use super::retrace::led_to;
use super::walkers::Walkers;
use super::worlds::Worlds;
use crate::agent::Budget;
use crate::net::SparseJudge;

/// The random stream for the check of a history.
const CHECK_STREAM: u64 = u64::MAX - 1;

/// Hands of at most this many cards are declared as a whole. If larger hands can declare three cards (Cirullone), the
/// network is no better than the formula: +0.04 ±0.29 points per hand with 400 simulations each (800 hands).
const SMALL_HAND: usize = 3;

/// The network is queried about a play until each card that the seat may have had was in this many hands on average.
const ASKED_PER_CARD: usize = 10;

/// The source of the worlds of one seat's decisions.
#[derive(Debug)]
pub(super) struct Beliefs {
    config: InferenceConfig,
    particles: Option<Particles>,
    /// Present if a network judges the others' actions.
    walkers: Option<Walkers>,
    source: Source,
}

/// The source of the last decision's worlds.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Source {
    Sampler,
    Particles,
    Walkers,
}

impl Beliefs {
    /// `net` is the judge of the others' actions, used if the configuration allows it.
    pub(super) fn new(game: &Game, config: &InferenceConfig, net: Option<&SparseJudge>) -> Beliefs {
        let is_asked = match config.inference {
            Inference::None | Inference::Formula => false,
            Inference::Net => true,
            Inference::Auto => !game.declares() || game.round_len(0) <= SMALL_HAND,
        };
        let net = net.filter(|_| is_asked);
        Beliefs {
            particles: (config.inference != Inference::None).then(|| Particles::new(game, config.clone())),
            walkers: net.map(|judge| Walkers::new(judge.clone(), config.doubt, ASKED_PER_CARD)),
            config: config.clone(),
            source: Source::Sampler,
        }
    }

    /// Forgets the hand.
    pub(super) fn clear(&mut self) {
        self.source = Source::Sampler;
        if let Some(particles) = &mut self.particles {
            particles.clear();
        }
        if let Some(walkers) = &mut self.walkers {
            walkers.clear();
        }
    }

    /// Makes the worlds of the next decision uniform.
    pub(super) fn ignore(&mut self) {
        self.source = Source::Sampler;
    }

    /// Updates the worlds to the view of a decision with this `seed`. They are uniform if the history is not used, not
    /// whole or tells nothing. `known` is the player of the other sides, if it is known.
    pub(super) fn update(
        &mut self,
        view: &View<'_>,
        seed: u64,
        budget: Budget,
        known: Option<&mut KnownPlayer>,
        rng: &mut Pcg64Mcg,
    ) {
        self.ignore();
        if self.particles.is_none() || !is_whole(view, seed) {
            return;
        }
        if let Some(walkers) = self.walkers.as_mut().filter(|_| known.is_none()) {
            let tells = walkers.update(view, self.config.walk(budget), rng);
            self.source = if tells { Source::Walkers } else { Source::Sampler };
        } else if let Some(particles) = &mut self.particles {
            particles.update(view, budget, known, rng);
            self.source = Source::Particles;
        }
    }

    /// Number of worlds kept for the decision, weighted or walking; `None` if they are drawn uniformly.
    pub(super) fn kept(&self) -> Option<usize> {
        match self.source {
            Source::Sampler => None,
            Source::Particles => self.particles.as_ref().map(Particles::len),
            Source::Walkers => self.walkers.as_ref().map(Walkers::len),
        }
    }

    /// The worlds of the decision.
    pub(super) fn worlds<'a>(&'a self, view: &View<'a>) -> Worlds<'a> {
        match (self.source, &self.particles, &self.walkers) {
            (Source::Particles, Some(particles), _) => Worlds::Weighed(view.game(), particles),
            (Source::Walkers, _, Some(walkers)) => Worlds::Walking(view.game(), walkers),
            _ => Worlds::Sampled(view.sampler()),
        }
    }
}

/// Whether the view has the whole history of the hand: it leads to the state of a world of the view.
pub(crate) fn is_whole(view: &View<'_>, seed: u64) -> bool {
    let plays = view.history().iter().filter(|action| action.card().is_some());
    if plays.count() != view.ply() {
        return false;
    }
    let world = view.sample_world(&mut generator(seed, CHECK_STREAM));
    led_to(view.game(), &world.deal, view.history()) == Some(world.state)
}
