//! One decision by tree search: a budget spent on simulations, on one thread or several, and what comes out.
//!
//! With several threads each has a tree, a generator and a share of the simulations of its own, and the visits of the
//! roots add up (root parallelism): the result depends on the number of threads asked for, not on the machine.

use std::thread;
use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State};

use super::clock::Clock;
use super::config::{Rollout, SearchConfig, Selection, Utility};
use super::descent::Search;
use super::leaf::{Leaf, Playing, Uniform};
use super::mix;
use super::tree::Edge;
use super::worlds::Worlds;
use crate::agent::{Budget, Decision, SearchStats};
use crate::standing::Standing;

/// Simulations of a decision with one legal action: none is needed for the choice, these are for the value.
const FORCED_SIMULATIONS: u32 = 32;

/// The most simulations between two looks at the clock or at whether the decision is made.
const INTERVAL: u32 = 32;

/// Time between two looks at the clock, about.
const CLOCK_INTERVAL: Duration = Duration::from_micros(50);

/// A search with its settings and everything that it keeps.
#[derive(Debug)]
pub(super) struct Mcts {
    config: SearchConfig,
    workers: Vec<Worker>,
    edges: Vec<Edge>,
    /// Milliseconds that other threads spent on the last decision.
    elsewhere: f32,
}

/// What a decision may cost, and since when it is counted.
#[derive(Copy, Clone, Debug)]
pub(super) struct Spending {
    pub(super) budget: Budget,
    pub(super) clock: Clock,
}

impl Spending {
    /// What of it falls to one of some threads.
    fn share(self, number: u32, threads: u32) -> Spending {
        let part = |all: u32| (all + threads - 1 - number) / threads;
        Spending {
            budget: Budget {
                simulations: self.budget.simulations.map(part),
                millis: self.budget.millis,
            },
            clock: self.clock,
        }
    }
}

/// One thread's tree and leaf.
#[derive(Debug)]
struct Worker {
    search: Search,
    leaf: WorkerLeaf,
}

#[derive(Debug)]
enum WorkerLeaf {
    Uniform(Uniform),
    Playing(Box<Playing>),
}

impl Mcts {
    pub(super) fn new(game: &Game, config: SearchConfig, multiple: bool) -> Mcts {
        let worker = |_| Worker {
            search: Search::new(game, &config, multiple),
            leaf: leaf(game, &config),
        };
        Mcts {
            workers: (0..config.threads).map(worker).collect(),
            config,
            edges: Vec::new(),
            elsewhere: 0.0,
        }
    }

    /// Notes where the match stands.
    pub(super) fn note_standing(&mut self, standing: &Standing) {
        for worker in &mut self.workers {
            if let WorkerLeaf::Playing(leaf) = &mut worker.leaf {
                leaf.note_standing(standing);
            }
        }
    }

    /// Searches anew from `state`, of which only what the seat to act may know is looked at; `worlds` are what it might
    /// be.
    pub(super) fn think<'a>(
        &mut self,
        game: &Game,
        state: &State,
        worlds: impl Fn() -> Worlds<'a> + Sync,
        seed: u64,
        spending: Spending,
    ) {
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.search.start(game, state, generator(seed, number as u64));
        }
        self.spend(worlds, spending);
    }

    /// The search of the first thread.
    pub(super) fn first_search(&mut self) -> &mut Search {
        &mut self.workers[0].search
    }

    /// Runs simulations until the budget is spent, at least one a thread.
    pub(super) fn spend<'a>(&mut self, worlds: impl Fn() -> Worlds<'a> + Sync, spending: Spending) {
        let threads = self.workers.len() as u32;
        // What one of several trees can no longer change, the others may.
        let early = self.config.early_stop && threads == 1;
        if let [worker] = &mut self.workers[..] {
            worker.spend(&mut worlds(), spending, early);
            return;
        }
        let spent = spending.clock.elapsed();
        let worlds = &worlds;
        self.elsewhere = thread::scope(|scope| {
            let numbered = self.workers.iter_mut().zip(0..);
            let running: Vec<_> = numbered
                .map(|(worker, number)| {
                    let share = spending.share(number, threads);
                    scope.spawn(move || {
                        let (own, clock) = (Clock::start(), Clock::started_before(spent));
                        worker.spend(&mut worlds(), Spending { clock, ..share }, early);
                        own.millis()
                    })
                })
                .collect();
            let times = running
                .into_iter()
                .map(|thread| thread.join().expect("a search does not panic"));
            times.sum()
        });
    }

    /// Simulations of the last decision.
    pub(super) fn simulations(&self) -> u32 {
        self.workers.iter().map(|worker| worker.search.simulations()).sum()
    }

    /// The most visited of the legal actions; then the higher mean, then the first in canonical order.
    pub(super) fn most_visited(&mut self, actions: &[Action]) -> Action {
        self.gather(actions);
        let mut best = self.edges[0];
        for &edge in &self.edges[1..] {
            if (edge.visits, edge.mean) > (best.visits, best.mean) {
                best = edge;
            }
        }
        best.action
    }

    /// The decision of the last search among the legal actions.
    pub(super) fn decision(&mut self, actions: Vec<Action>, clock: Clock) -> Decision {
        let action = self.most_visited(&actions);
        let visits: u32 = self.edges.iter().map(|edge| edge.visits).sum();
        let share = |edge: &Edge| edge.visits as f32 / visits as f32;
        let weighed = |edge: &Edge| f64::from(edge.visits) * f64::from(edge.mean);
        let sum: f64 = self.edges.iter().map(weighed).sum();
        Decision {
            action,
            policy: self.edges.iter().map(share).collect(),
            value: (sum / f64::from(visits)) as f32,
            stats: SearchStats {
                simulations: self.simulations(),
                nodes: self.workers.iter().map(|worker| worker.search.nodes()).sum(),
                millis: clock.millis() + self.elsewhere,
            },
            actions,
        }
    }

    /// What the roots have gathered for each of `actions`.
    fn gather(&mut self, actions: &[Action]) {
        self.edges.clear();
        for &action in actions {
            let mut edges = self.workers.iter().map(|worker| worker.search.root_edge(action));
            let first = edges.next().expect("there is a worker");
            self.edges.push(edges.fold(first, joined));
        }
    }
}

impl Worker {
    fn spend(&mut self, worlds: &mut Worlds<'_>, spending: Spending, early: bool) {
        match &mut self.leaf {
            WorkerLeaf::Uniform(leaf) => spend(&mut self.search, worlds, leaf, spending, early),
            WorkerLeaf::Playing(leaf) => spend(&mut self.search, worlds, leaf.as_mut(), spending, early),
        }
    }
}

fn spend(search: &mut Search, worlds: &mut Worlds<'_>, leaf: &mut impl Leaf, spending: Spending, early: bool) {
    let Spending { budget, clock } = spending;
    let limit = budget.simulations.map_or(u32::MAX, |most| most.max(1));
    if budget.millis.is_none() && !early {
        search.run(worlds, leaf, limit);
        return;
    }
    let time = budget.millis.map(|millis| Duration::from_millis(millis.into()));
    let (mut interval, mut last) = (1, clock.elapsed());
    while search.simulations() < limit {
        let left = limit - search.simulations();
        search.run(worlds, leaf, left.min(interval));
        let elapsed = time.map(|_| clock.elapsed());
        if let Some(now) = elapsed {
            interval = if now - last > CLOCK_INTERVAL {
                interval.div_ceil(2)
            } else {
                INTERVAL.min(2 * interval)
            };
            last = now;
        }
        if elapsed >= time && time.is_some() {
            return;
        }
        let in_time = match (time, elapsed) {
            (Some(time), Some(elapsed)) => expected(search.simulations(), elapsed, time),
            _ => u32::MAX,
        };
        if early && search.is_decided(in_time.min(limit - search.simulations())) {
            return;
        }
    }
}

/// Simulations that the rest of the time is good for, at twice the speed so far.
fn expected(done: u32, elapsed: Duration, time: Duration) -> u32 {
    let rate = f64::from(done) / elapsed.as_secs_f64().max(1e-6);
    (2.0 * rate * (time - elapsed).as_secs_f64()) as u32
}

/// The leaf of a configuration; the plain one where nothing else is asked for.
fn leaf(game: &Game, config: &SearchConfig) -> WorkerLeaf {
    let plain = config.rollout == Rollout::Random
        && config.horizon == 0
        && config.exact == 0
        && config.utility == Utility::Points
        && config.selection == Selection::Ucb1;
    if plain {
        WorkerLeaf::Uniform(Uniform)
    } else {
        WorkerLeaf::Playing(Box::new(Playing::new(game, config)))
    }
}

/// The budget of a decision with `choices` legal actions: `asked`, or the agent's own.
pub(super) fn budget(asked: Budget, own: Budget, choices: usize) -> Budget {
    let mut budget = asked.or(own);
    if choices == 1 {
        let few = budget
            .simulations
            .map_or(FORCED_SIMULATIONS, |own| own.min(FORCED_SIMULATIONS));
        budget.simulations = Some(few);
    }
    budget
}

/// Two trees' edges of one action as one.
fn joined(one: Edge, other: Edge) -> Edge {
    let visits = one.visits + other.visits;
    let sum = one.visits as f32 * one.mean + other.visits as f32 * other.mean;
    Edge {
        action: one.action,
        visits,
        available: one.available + other.available,
        mean: if visits == 0 { 0.0 } else { sum / visits as f32 },
    }
}

/// The generator of one thread's decision.
pub(super) fn generator(seed: u64, number: u64) -> Pcg64Mcg {
    let mixed = if number == 0 { seed } else { mix(seed ^ mix(number)) };
    Pcg64Mcg::new(u128::from(mixed) << 64 | u128::from(mix(mixed)))
}
