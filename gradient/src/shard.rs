//! A shard: a share of a batch, with its own seed, its own gradients and its own sums.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, Game};

use crate::actor::{Actor, Nets, Trace};
use crate::backward::{Gradients, Loss};

/// Sums over hands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Hands played.
    pub hands: u64,
    /// Decisions where there was a choice.
    pub decisions: u64,
    /// Entropy of the policy, nats, summed over decisions.
    pub entropy: f64,
    /// Divergence of the policy from the residual's, nats, summed over decisions.
    pub divergence: f64,
    /// By quarter of the hand: squared margin less the critic's value, and squared margin.
    pub errors: [f64; 4],
    pub squares: [f64; 4],
}

impl Stats {
    pub(crate) fn add_value(&mut self, quarter: usize, margin: f32, value: f32) {
        self.errors[quarter] += f64::from((margin - value) * (margin - value));
        self.squares[quarter] += f64::from(margin * margin);
    }

    pub(crate) fn add_decision(&mut self, entropy: f32, divergence: f32) {
        self.decisions += 1;
        self.entropy += f64::from(entropy);
        self.divergence += f64::from(divergence);
    }

    /// Adds the sums of another.
    pub fn add(&mut self, other: &Stats) {
        self.hands += other.hands;
        self.decisions += other.decisions;
        self.entropy += other.entropy;
        self.divergence += other.divergence;
        for quarter in 0..4 {
            self.errors[quarter] += other.errors[quarter];
            self.squares[quarter] += other.squares[quarter];
        }
    }
}

/// A share of a batch.
#[derive(Clone, Debug)]
pub struct Shard {
    actor: Actor,
    trace: Trace,
    pub gradients: Gradients,
    pub stats: Stats,
}

impl Shard {
    pub fn new(game: &Game, nets: Nets<'_>) -> Shard {
        Shard {
            actor: Actor::new(game),
            trace: Trace::default(),
            gradients: Gradients::zeros(nets),
            stats: Stats::default(),
        }
    }

    /// Plays whole hands until there are `decisions` of them, and adds up their gradients.
    pub fn fill(&mut self, game: &Game, nets: Nets<'_>, loss: Loss, decisions: u64, seed: u64) {
        self.gradients.clear();
        self.stats = Stats::default();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        while self.stats.decisions < decisions {
            let dealer = self.stats.hands as usize % game.players();
            let deal = Deal::random(game, dealer, &mut rng);
            self.actor.play(game, &deal, nets, &mut rng, &mut self.trace);
            self.gradients.add(&self.trace, nets, loss, &mut self.stats);
            self.stats.hands += 1;
        }
    }
}
