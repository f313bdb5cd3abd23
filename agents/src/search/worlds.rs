//! The sources of a search's worlds: sampled afresh, drawn from weighted particles or walkers, or, if it cheats, the
//! real world or worlds that share some of its hidden cards.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::unit;
use spariglio_engine::{Game, Sampler, World};

use super::particles::Particles;
use super::walkers::Walkers;

/// A source of worlds that agree with the searcher's information.
pub(super) enum Worlds<'a> {
    /// Uniform over all consistent worlds.
    Sampled(Sampler<'a>),
    /// By the particles' weights.
    Weighed(&'a Game, &'a Particles),
    /// Uniform over the walkers.
    Walking(&'a Game, &'a Walkers),
    /// The real one.
    Real(&'a Game, &'a World),
    /// The real one with probability `truth`, else one with some hidden cards in their real places.
    Peeking {
        sampler: Sampler<'a>,
        real: &'a World,
        truth: f32,
    },
}

impl<'a> Worlds<'a> {
    #[inline(always)]
    pub(super) fn game(&self) -> &'a Game {
        match self {
            Worlds::Sampled(sampler) | Worlds::Peeking { sampler, .. } => sampler.game(),
            Worlds::Weighed(game, _) | Worlds::Walking(game, _) | Worlds::Real(game, _) => game,
        }
    }

    /// Draws a world.
    #[inline(always)]
    pub(super) fn draw(&mut self, rng: &mut Pcg64Mcg) -> World {
        match self {
            Worlds::Sampled(sampler) => sampler.sample(rng),
            Worlds::Weighed(_, particles) => *particles.draw(rng),
            Worlds::Walking(game, walkers) => walkers.draw(game, rng),
            Worlds::Real(_, world) => **world,
            Worlds::Peeking { real, truth, .. } if *truth > 0.0 && unit(rng) < *truth => **real,
            Worlds::Peeking { sampler, .. } => sampler.sample(rng),
        }
    }

    /// As [`Worlds::draw`], the same world. Used if play to the end reads no view of a seat: see
    /// [`Sampler::sample_for_play`].
    #[inline(always)]
    pub(super) fn draw_for_play(&mut self, rng: &mut Pcg64Mcg) -> World {
        match self {
            Worlds::Sampled(sampler) => *sampler.sample_for_play(rng),
            Worlds::Weighed(..) | Worlds::Walking(..) | Worlds::Real(..) | Worlds::Peeking { .. } => self.draw(rng),
        }
    }
}
