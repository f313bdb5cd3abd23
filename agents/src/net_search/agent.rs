//! The agent `net-search` and its options.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Game, View};

use super::search::{Leaf, NetSearch, SearchConfig, Start};
use crate::agent::{Agent, Budget, Decision};
use crate::net::{EvalBatch, Evaluator, NetError, NetEvaluator, Network, pick};
use crate::search::Clock;
use crate::spec::{OptionPass, Options, SpecError};

/// Options of the agent `net-search`.
#[derive(Clone, PartialEq, Debug)]
pub struct NetSearchOptions {
    /// Folder with `model.safetensors` and `meta.json`.
    pub net: PathBuf,
    /// Simulations or time of a decision.
    pub budget: Budget,
    /// Constants of the search; with `noise` 0 there is none.
    pub search: SearchConfig,
    /// 0 plays the action with the most simulations, 1 in proportion to them.
    pub temperature: f32,
}

impl Default for NetSearchOptions {
    fn default() -> NetSearchOptions {
        NetSearchOptions {
            net: PathBuf::new(),
            budget: Budget::simulations(128),
            search: SearchConfig {
                noise: 0.0,
                ..SearchConfig::default()
            },
            temperature: 0.0,
        }
    }
}

impl Options for NetSearchOptions {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.path("net", &mut self.net)?;
        pass.budget(&mut self.budget)?;
        pass.real("cpuct", &mut self.search.cpuct, 0.0..=100.0)?;
        pass.real("fpu", &mut self.search.fpu, -10.0..=10.0)?;
        pass.real("noise", &mut self.search.noise, 0.0..=1.0)?;
        pass.real("noise_alpha", &mut self.search.noise_alpha, 0.01..=100.0)?;
        pass.count("batch", &mut self.search.batch, 1..=1024)?;
        let leaves = [("own", Leaf::Own), ("any", Leaf::Any)];
        pass.choice("leaf", &mut self.search.leaf, &leaves)?;
        pass.real("temperature", &mut self.temperature, 0.0..=10.0)
    }
}

/// The agent `net-search`.
pub struct NetSearchAgent {
    evaluator: Box<dyn Evaluator>,
    search: NetSearch,
    budget: Budget,
    temperature: f32,
    rng: Pcg64Mcg,
    batch: EvalBatch,
}

impl NetSearchAgent {
    /// Reads the network that the options name.
    ///
    /// # Errors
    /// As [`Network::load`].
    pub fn new(game: &Game, options: &NetSearchOptions) -> Result<NetSearchAgent, NetError> {
        let (network, _) = Network::load(&options.net, game)?;
        let evaluator = NetEvaluator::new(Arc::new(network), game);
        Ok(NetSearchAgent::with_evaluator(Box::new(evaluator), options))
    }

    /// An agent that searches with any evaluator; the options' network is not read.
    pub fn with_evaluator(evaluator: Box<dyn Evaluator>, options: &NetSearchOptions) -> NetSearchAgent {
        NetSearchAgent {
            evaluator,
            search: NetSearch::new(options.search),
            budget: options.budget,
            temperature: options.temperature,
            rng: Pcg64Mcg::seed_from_u64(0),
            batch: EvalBatch::new(),
        }
    }

    /// Runs the search of a view to the end of its budget.
    fn run(&mut self, view: &View<'_>, budget: Budget) {
        let began = Clock::start();
        let time = budget.millis.map(|millis| Duration::from_millis(u64::from(millis)));
        let start = Start {
            simulations: budget.simulations.unwrap_or(u32::MAX),
            noise: true,
            seed: self.rng.next_u64(),
        };
        self.search.begin(view, start);
        while !self.search.is_done() {
            self.batch.clear();
            self.search.collect(view, &mut self.batch);
            if !self.batch.is_empty() {
                self.evaluator.evaluate(&mut self.batch);
                self.search.apply(view, &self.batch);
            }
            if time.is_some_and(|time| began.elapsed() >= time) {
                self.search.stop();
            }
        }
    }
}

impl Agent for NetSearchAgent {
    fn start_hand(&mut self, seed: u64) {
        self.rng = Pcg64Mcg::seed_from_u64(seed);
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        let began = Clock::start();
        self.run(view, budget.or(self.budget));
        let mut decision = self.search.decision();
        if self.temperature > 0.0 {
            let choice = pick(&decision.policy, self.temperature, &mut self.rng);
            decision.action = decision.actions[choice];
        }
        decision.stats.millis = began.millis();
        decision
    }
}
