//! `ismcts`: single-observer information set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).
//!
//! Each simulation samples one world that agrees with the view, descends the tree through the actions that are legal
//! in it (UCB1 over availability counts), enters one new edge, plays the hand out with the rollout policy and backs the
//! utilities of all sides up. A side's utility is its margin in points; each seat maximises its own side's (max^n).
//! Declarations are actions like any other. The answer is the most visited action (then the higher mean, then the
//! canonical order), the policy is the shares of visits, the value is the mean utility at the root.
//!
//! Everything random in a decision follows from the hand's seed and the public place in the hand, so a decision does
//! not depend on what was asked before it.

mod bench;
mod config;
mod leaf;
mod level;
mod search;

use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, View};

use crate::agent::{Agent, Budget, Decision, SearchStats};
use crate::tree::Edge;
pub use bench::{bench_first_play, decisions_fingerprint};
pub use config::{IsmctsConfig, Rollout};
use leaf::{EpsilonGreedy, Leaf, Uniform};
use search::Search;

/// Simulations of a decision with one legal action: none is needed for the choice, these are for the value.
const FORCED_SIMULATIONS: u32 = 32;

/// Simulations between two looks at the clock.
const CLOCK_INTERVAL: u32 = 32;

/// The agent.
#[derive(Clone, Debug)]
pub struct Ismcts {
    config: IsmctsConfig,
    seed: u64,
    search: Search,
    greedy: EpsilonGreedy,
}

impl Ismcts {
    /// An agent for hands of `game`, its hand's seed 0.
    pub fn new(game: &Game, config: IsmctsConfig) -> Ismcts {
        Ismcts {
            search: Search::new(config.exploration),
            greedy: EpsilonGreedy::new(game, config.epsilon),
            config,
            seed: 0,
        }
    }

    /// Searches, and leaves the result in the tree.
    fn think(&mut self, view: &View<'_>, budget: Budget) {
        self.search.start(view, decision_rng(self.seed, view));
        match self.config.rollout {
            Rollout::Random => spend(&mut self.search, view, budget, &mut Uniform),
            Rollout::Greedy => spend(&mut self.search, view, budget, &mut self.greedy),
        }
    }
}

/// Runs simulations until the budget is spent, at least one.
fn spend(search: &mut Search, view: &View<'_>, budget: Budget, leaf: &mut impl Leaf) {
    let limit = budget.simulations.map_or(u32::MAX, |most| most.max(1));
    let mut worlds = view.sampler();
    let Some(millis) = budget.millis else {
        search.run(&mut worlds, leaf, limit);
        return;
    };
    let end = Instant::now() + Duration::from_millis(millis.into());
    while search.simulations() < limit {
        let left = limit - search.simulations();
        search.run(&mut worlds, leaf, left.min(CLOCK_INTERVAL));
        if Instant::now() >= end {
            return;
        }
    }
}

impl Agent for Ismcts {
    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        let start = Instant::now();
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let mut budget = budget.or(self.config.budget);
        if actions.len() == 1 {
            let few = budget
                .simulations
                .map_or(FORCED_SIMULATIONS, |own| own.min(FORCED_SIMULATIONS));
            budget.simulations = Some(few);
        }
        self.think(view, budget);
        let edges = self.search.root_edges(&actions);
        Decision {
            action: self.search.most_visited(view),
            policy: shares(&edges),
            value: mean(&edges),
            stats: SearchStats {
                simulations: self.search.simulations(),
                nodes: self.search.nodes(),
                millis: start.elapsed().as_secs_f32() * 1e3,
            },
            actions,
        }
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        if let Some(only) = self.search.only_action(view) {
            return only;
        }
        self.think(view, self.config.budget);
        self.search.most_visited(view)
    }
}

/// The generator of one decision.
fn decision_rng(seed: u64, view: &View<'_>) -> Pcg64Mcg {
    let declared = view.declared(view.seat()).bits();
    let place = (view.ply() as u64) << 8 | (view.seat() as u64) << 1 | u64::from(view.is_declaring());
    let mixed = mix(mix(seed ^ 0x5350_4152_4947_4C49).wrapping_add(place) ^ mix(declared));
    Pcg64Mcg::new(u128::from(mixed) << 64 | u128::from(mix(mixed)))
}

/// The finaliser of SplitMix64: every bit of the input moves half of the output.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// Each edge's share of the visits.
fn shares(edges: &[Edge]) -> Vec<f32> {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    edges.iter().map(|edge| edge.visits as f32 / visits as f32).collect()
}

/// Mean utility over all visits.
fn mean(edges: &[Edge]) -> f32 {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    let sum: f64 = edges
        .iter()
        .map(|edge| f64::from(edge.visits) * f64::from(edge.mean))
        .sum();
    (sum / f64::from(visits)) as f32
}

#[cfg(test)]
mod tests;
