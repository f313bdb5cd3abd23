//! What a fair search believes of the hidden cards: worlds drawn uniformly, or weighed by what the others did.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Game, View};

use super::config::{Inference, InferenceConfig};
use super::known::KnownPlayer;
use super::mcts::generator;
use super::particles::Particles;
use super::retrace::{led_to, telling};
use super::walkers::Walkers;
use super::worlds::Worlds;
use crate::agent::Budget;
use crate::net::SparseJudge;

/// The stream of what is drawn to check a history.
const CHECK_STREAM: u64 = u64::MAX - 1;

/// Cards of a hand that has few plays in every game. (Against the formula's inference at 2 ms the network's has -0.20 ±0.22 points per hand in
/// Cirullone, 1,200 hands, and -0.18 ±0.28 in Cicera, 1,000 hands: a decision costs twice as much time there.)
const SMALL_HAND: usize = 3;

/// The source of the worlds of one seat's decisions.
#[derive(Debug)]
pub(super) struct Beliefs {
    config: InferenceConfig,
    particles: Option<Particles>,
    /// Present where a network judges what the others did.
    walkers: Option<Walkers>,
    source: Source,
}

/// Where the worlds of the last decision come from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Source {
    Sampler,
    Particles,
    Walkers,
}

impl Beliefs {
    /// `net` is the judge that may be asked what others would have done.
    pub(super) fn new(game: &Game, config: &InferenceConfig, net: Option<&SparseJudge>) -> Beliefs {
        let is_asked = match config.inference {
            Inference::None | Inference::Formula => false,
            Inference::Net => true,
            Inference::Auto => game.goes_by_rank() || game.round_len(0) <= SMALL_HAND,
        };
        let net = net.filter(|_| is_asked);
        Beliefs {
            particles: (config.inference != Inference::None).then(|| Particles::new(game, config.clone())),
            walkers: net.map(|judge| Walkers::new(judge.clone(), config)),
            config: config.clone(),
            source: Source::Sampler,
        }
    }

    /// Whether the history of the hand makes a difference.
    pub(super) fn use_history(&self) -> bool {
        self.particles.is_some()
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

    /// Worlds are uniform in the next decision.
    pub(super) fn ignore(&mut self) {
        self.source = Source::Sampler;
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
        let walkers = self.walkers.as_mut().filter(|_| known.is_none());
        let walk = walkers.and_then(|walkers| Some((walkers, self.config.walk(budget, telling(view))?)));
        if let Some((walkers, walk)) = walk {
            walkers.update(view, walk, rng);
            self.source = Source::Walkers;
        } else if let Some(particles) = &mut self.particles {
            particles.update(view, budget, known, rng);
            self.source = Source::Particles;
        }
    }

    /// How many worlds are weighed for the decision; none where they are drawn uniformly.
    pub(super) fn weighed(&self) -> Option<usize> {
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

/// Whether the view's history is all of the hand's: it leads to the state of a world of the view.
pub(super) fn is_whole(view: &View<'_>, seed: u64) -> bool {
    let plays = view.history().iter().filter(|action| action.card().is_some());
    if plays.count() != view.ply() {
        return false;
    }
    let world = view.sample_world(&mut generator(seed, CHECK_STREAM));
    led_to(view.game(), &world.deal, view.history()) == Some(world.state)
}
