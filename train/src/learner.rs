//! The learner: plays a batch on all shards, adds their gradients, and updates both networks.

use std::io;
use std::path::Path;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use spariglio_agents::AgentError;
use spariglio_agents::net::inputs::Residual;
use spariglio_agents::net::sparse::{PolicyNet, SparseNet, margin_deviation};
use spariglio_agents::net::{Block, LearntRules, NetChoice};
use spariglio_engine::Game;
use spariglio_engine::random::mix;
use spariglio_files::ConfigError;

use crate::adam::{Parameters, Update};
use crate::backend::{Backend, Gradients, Work};
use crate::config::{DistilConfig, GradientConfig};
use crate::crew::{Crew, Tally};
use crate::family::Family;
use crate::in_step;
use crate::labeled::LabeledHand;
use crate::loss::Loss;
use crate::message::SentPart;
use crate::nets::Nets;
use crate::schedule::Rates;
use crate::setting::{Part, Setting};
use crate::shard::Shard;
use crate::stats::Stats;

/// The most sums of gradients of a step. If there are more shards, groups of neighbours are added first, so that a
/// machine with many threads sends few sums.
const MOST_SUMS: usize = 64;

/// The number of neighbouring shards whose gradients are added first.
fn per_sum(shards: usize) -> usize {
    shards.div_ceil(MOST_SUMS)
}

/// Bounds of the initial random weights. They are small, because few inputs are 1.
const POLICY_BOUND: f32 = 0.15;
const CRITIC_BOUND: f32 = 0.1;

/// The results of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StepStats {
    /// Sums over the hands of the batch.
    pub sums: Stats,
    /// Norms of the mean gradients of policy and critic.
    pub norms: [f64; 2],
    /// Learning rate of the policy.
    pub rate: f64,
}

/// The progress of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Steps made.
    pub step: u64,
    /// Decisions learnt from.
    pub decisions: u64,
    /// Completed rounds of distillation.
    pub round: u32,
    /// Steps made in the current round.
    pub round_step: u64,
    /// Decisions learnt from in these steps.
    pub round_decisions: u64,
    /// The generation of the network that plays for labels; `None` before the first one.
    pub best: Option<u32>,
}

/// A run in progress.
#[derive(Debug)]
pub struct Learner {
    family: Family,
    config: GradientConfig,
    seed: u64,
    margin_deviation: f32,
    pub(crate) policy: Parameters,
    pub(crate) critic: Parameters,
    pub(crate) position: Position,
    shards: Vec<Shard>,
    backend: Box<dyn Backend>,
    crew: Option<Crew>,
}

/// The work of a helper: the sums of its shards, and the gradients of each group.
pub(crate) struct Helped<'a> {
    pub stats: Vec<&'a Stats>,
    pub gradients: Vec<&'a Gradients>,
}

/// Random weights: policy and critic.
fn random_start(family: &Family, config: &GradientConfig, seed: u64) -> [SparseNet; 2] {
    let mut rng = Pcg64Mcg::seed_from_u64(mix(seed));
    let encoder = family.encoder(family.first());
    let (width, blocks) = (config.width, config.blocks);
    let policy = SparseNet::random(encoder.policy_len(), width, blocks, POLICY_BOUND, &mut rng);
    let (width, blocks) = (config.critic_width, config.critic_blocks);
    let mut critic = SparseNet::random(encoder.critic_len(), width, blocks, CRITIC_BOUND, &mut rng);
    critic.randomise_output(CRITIC_BOUND, &mut rng);
    [policy, critic]
}

/// The policy and the critic of a stored network.
fn read_start(folder: &Path, family: &Family, config: &GradientConfig) -> Result<[SparseNet; 2], ConfigError> {
    let looks_ahead = config.residual == Residual::Lookahead;
    let choice = NetChoice { looks_ahead, ..NetChoice::of(folder, LearntRules::Other) };
    let refused = |error| ConfigError::field("gradient.start", "a network of policy gradient", error);
    let net = choice.load(family.first()).map_err(refused)?;
    if family.games().len() > 1 && choice.reads_rules(family.first()).map_err(refused)? {
        let expected = "a network of one rule set, as there is `gradient.also` or `gradient.house_rules`";
        return Err(ConfigError::field("gradient.start", expected, folder.display()));
    }
    let same = |field: &str, own: usize, found: usize| {
        let expected = format!("{found}, as the network of `gradient.start` has");
        (own == found)
            .then_some(())
            .ok_or_else(|| ConfigError::field(field, expected, own))
    };
    same("gradient.width", config.width, net.policy.width())?;
    same("gradient.critic_width", config.critic_width, net.critic.width())?;
    same("gradient.blocks", config.blocks, net.policy.residual_blocks())?;
    same("gradient.critic_blocks", config.critic_blocks, net.critic.residual_blocks())?;
    if config.residual != net.residual {
        let expected = format!("{}, as the network of `gradient.start` has", net.residual);
        return Err(ConfigError::field("gradient.residual", expected, config.residual));
    }
    let rules = family.encoder(family.first()).rules_inputs();
    Ok([net.policy.with(rules.clone()), net.critic.with(rules)])
}

impl Learner {
    /// Makes a run before its first step. `backend` computes.
    ///
    /// # Errors
    /// If the start network cannot be read or has another shape, or if the opponent cannot be
    /// built.
    pub fn new(
        game: &Game,
        config: &GradientConfig,
        seed: u64,
        backend: Box<dyn Backend>,
    ) -> Result<Learner, ConfigError> {
        let family = Family::new(game, config, seed)?;
        let [policy, critic] = match &config.start {
            Some(folder) => read_start(folder, &family, config)?,
            None => random_start(&family, config, seed),
        };
        let nets = Nets { policy: &policy, critic: &critic, residual: config.residual };
        let shards = (0..config.shards)
            .map(|_| shard(&family, config, nets))
            .collect::<Result<_, _>>()?;
        Ok(Learner {
            family,
            config: config.clone(),
            seed,
            margin_deviation: margin_deviation(game),
            shards,
            policy: Parameters::new(policy),
            critic: Parameters::new(critic),
            position: Position::default(),
            backend,
            crew: None,
        })
    }

    /// Has a crew compute shards of each step.
    pub(crate) fn lead(&mut self, crew: Crew) {
        self.crew = Some(crew);
    }

    /// The crew, if there is one.
    pub(crate) fn crew(&mut self) -> Option<&mut Crew> {
        self.crew.as_mut()
    }

    /// The work of the crew so far, if there is one.
    pub(crate) fn tally(&self) -> Option<Tally> {
        self.crew.as_ref().map(Crew::tally)
    }

    /// Computes shards of a leader's step with the current weights.
    ///
    /// # Errors
    /// A part is none of this run, or an opponent cannot be built.
    pub(crate) fn help(&mut self, loss: Loss, per_sum: usize, parts: &[SentPart]) -> io::Result<Helped<'_>> {
        let hands = parts
            .iter()
            .map(|part| part.hands(self.family.first()))
            .collect::<Option<Vec<_>>>();
        let hands = hands.ok_or_else(|| io::Error::other("a hand to follow is none of these rules"))?;
        let nets = Nets {
            policy: &self.policy.net,
            critic: &self.critic.net,
            residual: self.config.residual,
        };
        while self.shards.len() < parts.len() {
            self.shards
                .push(shard(&self.family, &self.config, nets).map_err(io::Error::other)?);
        }
        let setting = Setting {
            family: &self.family,
            nets,
            loss,
            backend: &*self.backend,
            per_sum: per_sum.max(1),
        };
        let parts: Vec<Part<'_>> = parts
            .iter()
            .zip(&hands)
            .map(|(part, hands)| Part { lessons: hands.iter().collect(), decisions: part.decisions, seed: part.seed })
            .collect();
        let shards = &mut self.shards[..parts.len()];
        learn_parts(setting, shards, &parts);
        Ok(Helped {
            stats: shards.iter().map(|shard| &shard.stats).collect(),
            gradients: shards
                .iter()
                .step_by(setting.per_sum)
                .map(|shard| &shard.work.gradients)
                .collect(),
        })
    }

    /// Decisions learnt from so far.
    pub fn decisions(&self) -> u64 {
        self.position.decisions
    }

    /// Whether the policy gradient is complete.
    pub fn is_done(&self) -> bool {
        self.position.decisions >= self.config.critic_decisions + self.config.decisions
    }

    /// The progress of the run.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The averaged networks, which are published.
    pub fn averaged(&self) -> PolicyNet {
        PolicyNet {
            residual: self.config.residual,
            margin_deviation: self.margin_deviation,
            policy: self.policy.average.clone(),
            critic: self.critic.average.clone(),
        }
    }

    /// Makes one step of policy gradient, on the threads of the current pool.
    pub fn step(&mut self) -> StepStats {
        let rates = Rates::at(&self.config, self.position.decisions);
        self.learn(rates, 1.0, &[], self.position.decisions)
    }

    /// Makes one step of distillation, in a round of `steps` steps.
    pub fn distil(&mut self, config: &DistilConfig, lessons: &[&LabeledHand], steps: u64) -> StepStats {
        let share = self.position.round_step as f64 / steps as f64;
        let rates = Rates::of_round(&self.config, config, share);
        let step = self.learn(rates, config.fresh, lessons, self.position.round_decisions);
        self.position.round_step += 1;
        self.position.round_decisions += step.sums.learnt();
        step
    }

    /// Sets the best network.
    pub fn set_best(&mut self, generation: u32) {
        self.position.best = Some(generation);
    }

    /// Ends the current round of distillation.
    pub fn end_round(&mut self) {
        self.position.round += 1;
        self.position.round_step = 0;
        self.position.round_decisions = 0;
    }

    /// Makes one step. The average of the weights started `done` decisions ago.
    fn learn(&mut self, rates: Rates, weight: f32, lessons: &[&LabeledHand], done: u64) -> StepStats {
        let seed = mix(mix(self.seed) ^ self.position.step);
        let shards = self.shards.len();
        let decisions = if weight > 0.0 {
            rates.batch.div_ceil(shards as u64)
        } else {
            0
        };
        let nets = Nets {
            policy: &self.policy.net,
            critic: &self.critic.net,
            residual: self.config.residual,
        };
        self.backend.begin(nets);
        let setting = Setting {
            family: &self.family,
            nets,
            loss: Loss { lambda: self.config.lambda, pull: rates.pull as f32, weight },
            backend: &*self.backend,
            per_sum: per_sum(shards),
        };
        let part = |index: usize| Part {
            lessons: lessons.iter().skip(index).step_by(shards).copied().collect(),
            decisions,
            seed: mix(seed ^ index as u64),
        };
        let parts: Vec<Part<'_>> = (0..shards).map(part).collect();
        match &mut self.crew {
            Some(crew) => crew.compute(setting, &mut self.shards, &parts, &|shards, parts| {
                learn_parts(setting, shards, parts);
            }),
            None => learn_parts(setting, &mut self.shards, &parts),
        }
        let mut sums = Stats::default();
        for shard in &self.shards {
            sums.add(&shard.stats);
        }
        self.position.step += 1;
        self.position.decisions += sums.learnt();
        let norms = self.update(&sums, rates, done);
        StepStats { sums, norms, rate: rates.rate }
    }

    /// Updates both networks. Returns the norms of their gradients.
    fn update(&mut self, sums: &Stats, rates: Rates, done: u64) -> [f64; 2] {
        let batch = sums.learnt() as f64;
        if batch == 0.0 {
            // Only if the lessons have no label and no hand was played.
            return [0.0; 2];
        }
        let average = batch / (self.config.average * (done as f64 + batch) + 4.0 * batch);
        let update = |rate| Update {
            rate,
            step: self.position.step,
            scale: (1.0 / batch) as f32,
            average: average as f32,
        };
        let groups = self.shards.iter().step_by(per_sum(self.shards.len()));
        let gradients: Vec<&Gradients> = groups.map(|shard| &shard.work.gradients).collect();
        let policies: Vec<&[Block]> = gradients.iter().map(|gradients| gradients.policy.blocks()).collect();
        let critics: Vec<&[Block]> = gradients.iter().map(|gradients| gradients.critic.blocks()).collect();
        [
            self.policy.update(&policies, update(rates.rate)),
            self.critic.update(&critics, update(rates.critic_rate)),
        ]
    }
}

/// A shard of a run.
fn shard(family: &Family, config: &GradientConfig, nets: Nets<'_>) -> Result<Shard, ConfigError> {
    let opponent = config.against.as_ref().map(|spec| spec.opponent(family.first()));
    let refused = |error: AgentError| ConfigError::field("gradient.against", "an agent for these rules", error);
    Ok(Shard::new(family, nets, opponent.transpose().map_err(refused)?))
}

/// Plays and learns the parts of a step, and adds the gradients of each group of shards to those of its first. If the back end is shared, all shards work together; else each works alone.
fn learn_parts(setting: Setting<'_>, shards: &mut [Shard], parts: &[Part<'_>]) {
    shards.par_iter_mut().for_each(Shard::clear);
    let in_step = setting.backend.plays_in_step(setting.nets) && !shards.iter().any(Shard::has_opponent);
    let alone = |(shard, part): (&mut Shard, &Part<'_>)| {
        if in_step {
            in_step::play(setting, &mut [&mut *shard], std::slice::from_ref(part));
        } else {
            shard.fill(setting, part);
        }
        if !setting.backend.is_shared() {
            setting.backend.finish(setting.nets, &mut [&mut shard.work]);
        }
    };
    if in_step && setting.backend.is_shared() {
        in_step::play_in_turn(setting, &mut shards.iter_mut().collect::<Vec<_>>(), parts);
    } else {
        shards.par_iter_mut().zip(parts).for_each(alone);
    }
    if setting.backend.is_shared() {
        let mut work: Vec<&mut Work> = shards.iter_mut().map(|shard| &mut shard.work).collect();
        setting.backend.finish(setting.nets, &mut work);
    }
    shards.par_chunks_mut(setting.per_sum).for_each(|group| {
        let Some((first, others)) = group.split_first_mut() else {
            return;
        };
        others.iter().for_each(|shard| first.work.gradients.add(&shard.work.gradients));
    });
}
