//! A shard: a share of a batch, with its own seed, its own gradients and its own sums.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use spariglio_agents::Opponent;
use spariglio_engine::{Deal, Game};

use crate::actor::{Actor, Nets, Trace};
use crate::backward::{Gradients, Loss};
use crate::lessons::Lesson;

/// Sums over hands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Hands played, lessons not counted.
    pub hands: u64,
    /// Decisions where there was a choice, for the policy gradient.
    pub decisions: u64,
    /// Decisions of searches.
    pub labels: u64,
    /// Divergence of the searches' policies from the network's, nats, summed over them.
    pub label_divergence: f64,
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
        self.add_policy(entropy, divergence);
    }

    pub(crate) fn add_label(&mut self, entropy: f32, divergence: f32, of_label: f32) {
        self.labels += 1;
        self.label_divergence += f64::from(of_label);
        self.add_policy(entropy, divergence);
    }

    fn add_policy(&mut self, entropy: f32, divergence: f32) {
        self.entropy += f64::from(entropy);
        self.divergence += f64::from(divergence);
    }

    /// Decisions learnt from.
    pub fn learnt(&self) -> u64 {
        self.decisions + self.labels
    }

    /// Adds the sums of another.
    pub fn add(&mut self, other: &Stats) {
        self.hands += other.hands;
        self.decisions += other.decisions;
        self.labels += other.labels;
        self.label_divergence += other.label_divergence;
        self.entropy += other.entropy;
        self.divergence += other.divergence;
        for quarter in 0..4 {
            self.errors[quarter] += other.errors[quarter];
            self.squares[quarter] += other.squares[quarter];
        }
    }
}

/// What a shard does in a step.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Hands to follow.
    pub lessons: Vec<&'a Lesson>,
    /// Decisions to play, at least.
    pub decisions: u64,
    /// The seed of what is played.
    pub seed: u64,
}

/// A share of a batch.
#[derive(Debug)]
pub struct Shard {
    actor: Actor,
    opponent: Option<Opponent>,
    trace: Trace,
    pub gradients: Gradients,
    pub stats: Stats,
}

impl Shard {
    pub fn new(game: &Game, nets: Nets<'_>, opponent: Option<Opponent>) -> Shard {
        Shard {
            actor: Actor::new(game),
            opponent,
            trace: Trace::default(),
            gradients: Gradients::zeros(nets),
            stats: Stats::default(),
        }
    }

    /// Follows its lessons, plays whole hands until there are enough decisions, and adds up their gradients.
    pub fn fill(&mut self, game: &Game, nets: Nets<'_>, loss: Loss, part: &Part<'_>) {
        self.gradients.clear();
        self.stats = Stats::default();
        for lesson in &part.lessons {
            self.actor.follow(game, lesson, nets, &mut self.trace);
            self.gradients.add(&self.trace, nets, loss, &mut self.stats);
        }
        let mut rng = Pcg64Mcg::seed_from_u64(part.seed);
        while self.stats.decisions < part.decisions {
            let dealer = self.stats.hands as usize % game.players();
            let deal = Deal::random(game, dealer, &mut rng);
            if let Some(opponent) = &mut self.opponent {
                let side = self.stats.hands as usize / game.players() % game.sides();
                opponent.start_hand(side, &mut rng);
            }
            let opponent = self.opponent.as_mut();
            self.actor.play(game, &deal, nets, opponent, &mut rng, &mut self.trace);
            self.gradients.add(&self.trace, nets, loss, &mut self.stats);
            self.stats.hands += 1;
        }
    }
}
