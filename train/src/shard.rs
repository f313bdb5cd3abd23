//! A shard: a share of a batch, with its own seed, its own gradients and its own sums.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use spariglio_agents::Opponent;
use spariglio_engine::{Deal, Game};

use crate::actor::{Actor, Trace};
use crate::backend::{Backend, Nets, Work};
use crate::lessons::Lesson;
use crate::loss::Loss;
use crate::tables::Tables;

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
    /// Squared margin less the critic's value, by quarter of the hand.
    pub errors: [f64; 4],
    /// Squared margin, by quarter of the hand.
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

/// The share of a step that a shard does.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Hands to follow.
    pub lessons: Vec<&'a Lesson>,
    /// Decisions to play, at least.
    pub decisions: u64,
    /// The seed of the hands to play.
    pub seed: u64,
}

/// The surroundings of a step, the same for all shards.
#[derive(Copy, Clone, Debug)]
pub struct Setting<'a> {
    /// The game.
    pub game: &'a Game,
    /// The networks.
    pub nets: Nets<'a>,
    /// The loss.
    pub loss: Loss,
    /// The back end.
    pub backend: &'a dyn Backend,
}

impl Setting<'_> {
    /// Learns from a hand that is over.
    pub fn learn(&self, trace: &mut Trace, work: &mut Work, stats: &mut Stats) {
        self.loss.judge(trace, stats);
        self.backend.learn(self.nets, trace, work);
    }
}

/// A share of a batch.
#[derive(Debug)]
pub struct Shard {
    actor: Actor,
    opponent: Option<Opponent>,
    trace: Trace,
    pub(crate) tables: Tables,
    /// Its rows and its gradients.
    pub work: Work,
    /// Sums over its hands.
    pub stats: Stats,
}

impl Shard {
    pub fn new(game: &Game, nets: Nets<'_>, opponent: Option<Opponent>) -> Shard {
        Shard {
            actor: Actor::new(game),
            opponent,
            trace: Trace::default(),
            tables: Tables::new(game),
            work: Work::new(nets),
            stats: Stats::default(),
        }
    }

    /// Whether an agent that does not learn plays too.
    pub fn has_opponent(&self) -> bool {
        self.opponent.is_some()
    }

    /// Forgets the last step.
    pub fn clear(&mut self) {
        self.work.clear();
        self.stats = Stats::default();
    }

    /// Follows its lessons, and plays whole hands until there are enough decisions, hand by hand.
    pub fn fill(&mut self, setting: Setting<'_>, part: &Part<'_>) {
        let Setting { game, nets, .. } = setting;
        for lesson in &part.lessons {
            self.actor.follow(game, lesson, nets, &mut self.trace);
            setting.learn(&mut self.trace, &mut self.work, &mut self.stats);
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
            setting.learn(&mut self.trace, &mut self.work, &mut self.stats);
            self.stats.hands += 1;
        }
    }
}
