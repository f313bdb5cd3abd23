//! One decision by tree search: it spends a budget of simulations on one or more threads.
//!
//! With several threads each has its own tree, generator and share of the simulations, and the visits of the roots add
//! up (root parallelism). The result depends on the number of threads that was asked for, not on the machine. Without
//! the feature `system` the trees grow one after the other, with the same result.

use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State, View};

use super::clock::Clock;
use super::config::{Objective, Rollout, SearchConfig, Selection};
use super::constants::Constants;
use super::evaluator::{NetPlay, Playing, Uniform};
use super::growth::TreeSearchState;
use super::known::{Guess, KnownPlayer};
use super::mix;
use super::root_rule::{RootRule, RootSummary};
use super::run::TreeSearch;
use super::tree::Edge;
use super::worlds::Worlds;
use crate::agent::Stop;
use crate::agent::{Budget, Decision, SearchStats};

/// Simulations of a decision with one legal action: the choice needs none, the value does.
const FORCED_SIMULATIONS: u32 = 32;

/// The most simulations between two checks of the clock and of early stopping.
const INTERVAL: u32 = 32;

/// Approximate time between two checks of the clock.
const CLOCK_INTERVAL: Duration = Duration::from_micros(50);

/// A search with its settings and the state that it keeps between decisions.
pub(super) struct Mcts {
    config: SearchConfig,
    workers: Vec<Worker>,
    roots: RootSummary,
    /// Milliseconds that other threads spent on the last decision.
    elsewhere: f32,
}

/// The budget of a decision and the clock that measures it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Spending {
    pub(super) budget: Budget,
    pub(super) clock: Clock,
}

impl Spending {
    /// This thread's share of the budget.
    fn share(self, number: u32, threads: u32) -> Spending {
        let part = |all: u32| (all + threads - 1 - number) / threads;
        Spending {
            budget: Budget { simulations: self.budget.simulations.map(part), millis: self.budget.millis },
            clock: self.clock,
        }
    }
}

/// One thread's tree and its judge of worlds.
struct Worker {
    search: TreeSearch,
    judge: Judge,
}

enum Judge {
    Uniform(Uniform),
    Playing(Box<Playing>),
}

impl Mcts {
    /// A search whose worlds are judged; with `multiple` observers a tree for each seat.
    pub(super) fn new(game: &Game, config: SearchConfig, multiple: bool) -> Mcts {
        Mcts::judging(config, multiple, |config| judge(game, config))
    }

    /// A search whose worlds are judged by a network with a critic.
    pub(super) fn with_net(game: &Game, config: SearchConfig, root: RootRule, net: &NetPlay) -> Mcts {
        let judge = |config: &SearchConfig| Playing::with_net(game, config, net.clone());
        let mut mcts = Mcts::judging(config, false, |config| Judge::Playing(Box::new(judge(config))));
        for worker in &mut mcts.workers {
            worker.search.growth.set_root_rule(root);
        }
        mcts
    }

    fn judging(config: SearchConfig, multiple: bool, judge: impl Fn(&SearchConfig) -> Judge) -> Mcts {
        let worker = |_| Worker {
            search: TreeSearch::new(Constants::new(&config), multiple),
            judge: judge(&config),
        };
        Mcts {
            workers: (0..config.threads).map(worker).collect(),
            config,
            roots: RootSummary::default(),
            elsewhere: 0.0,
        }
    }

    /// The same search with a known player: in its worlds that player's actions are the ones it would play. `player`
    /// makes one for each thread.
    pub(super) fn knowing<E>(
        mut self,
        game: &Game,
        mut player: impl FnMut() -> Result<KnownPlayer, E>,
    ) -> Result<Mcts, E> {
        for worker in &mut self.workers {
            let playing = match std::mem::replace(&mut worker.judge, Judge::Uniform(Uniform)) {
                Judge::Uniform(_) => Playing::new(game, &self.config),
                Judge::Playing(playing) => *playing,
            };
            worker.judge = Judge::Playing(Box::new(playing.knowing(player()?)));
        }
        Ok(self)
    }

    /// Sets who the known player is thought to be.
    pub(super) fn believe(&mut self, guess: Option<Guess>) {
        for worker in &mut self.workers {
            if let Some(worlds) = worker.judge.worlds() {
                worlds.believe(guess);
            }
        }
    }

    /// Notes the view that is searched next.
    pub(super) fn note_view(&mut self, view: &View<'_>) {
        for worker in &mut self.workers {
            if let Some(worlds) = worker.judge.worlds() {
                worlds.note_view(view);
            }
        }
        self.note_partners(view.partners_open());
    }

    /// Notes whether partners see each other's hand cards.
    fn note_partners(&mut self, open: bool) {
        for Worker { search, judge } in &mut self.workers {
            search.growth.note_partners(open);
            if let Some(worlds) = judge.worlds() {
                worlds.note_partners(open);
            }
        }
    }

    /// Restarts from `state`. Reads only what the seat to act can see.
    pub(super) fn start(&mut self, game: &Game, state: &State, seed: u64) {
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.search.start(game, state, generator(seed, number as u64));
        }
    }

    /// Runs simulations until the budget is spent, at least one in each thread.
    pub(super) fn spend<'a>(&mut self, worlds: impl Fn() -> Worlds<'a> + Sync, spending: Spending) {
        if let [worker] = &mut self.workers[..] {
            worker.spend(&mut worlds(), spending, self.config.early_stop);
            return;
        }
        // If one of several trees has decided, the others may still change the sum: none stops early.
        self.elsewhere = spend_all(&mut self.workers, &worlds, spending);
    }

    /// Simulations of the last decision.
    pub(super) fn simulations(&self) -> u32 {
        self.workers.iter().map(|worker| worker.search.simulations()).sum()
    }

    /// The chosen action ([`RootSummary::choice`]): among those that a root rule chose in a tree, or among all.
    pub(super) fn choice(&mut self, actions: &[Action]) -> Edge {
        let trees = self.workers.iter().map(|worker| &worker.search.growth);
        self.roots.gather(trees, actions);
        let trees = self.workers.iter_mut().map(|worker| &mut worker.search.growth);
        let chosen: Vec<Action> = trees.filter_map(TreeSearchState::choice).collect();
        self.roots.choice(&chosen)
    }

    /// The decision of the last search among the legal actions.
    pub(super) fn decision(&mut self, actions: Vec<Action>, clock: Clock) -> Decision {
        let chosen = self.choice(&actions);
        let first = &self.workers[0].search.growth;
        let (policy, value) = self.roots.policy(first.root_rule(), first.unit(), chosen);
        Decision {
            action: chosen.action,
            policy,
            value: Some(value),
            tried: self.roots.tried(),
            stats: SearchStats {
                simulations: self.simulations(),
                worlds: 0,
                nodes: self.workers.iter().map(|worker| worker.search.growth.nodes()).sum(),
                millis: clock.millis() + self.elsewhere,
            },
            actions,
        }
    }
}

impl Judge {
    /// The judge of worlds, if it has options.
    fn worlds(&mut self) -> Option<&mut Playing> {
        match self {
            Judge::Uniform(_) => None,
            Judge::Playing(playing) => Some(playing),
        }
    }
}

impl Worker {
    fn spend(&mut self, worlds: &mut Worlds<'_>, spending: Spending, early: bool) {
        let search = &mut self.search;
        match &mut self.judge {
            Judge::Uniform(uniform) => {
                let run = |search: &mut TreeSearch, more| search.run(worlds, uniform, more);
                spend(search, run, spending, early);
            }
            Judge::Playing(playing) => {
                let run = |search: &mut TreeSearch, more| search.run(worlds, playing.as_mut(), more);
                spend(search, run, spending, early);
            }
        }
    }
}

/// Gives each tree its share of the budget, all at once. Returns the milliseconds that their threads spent.
#[cfg(feature = "system")]
fn spend_all<'a>(workers: &mut [Worker], worlds: &(impl Fn() -> Worlds<'a> + Sync), spending: Spending) -> f32 {
    let threads = workers.len() as u32;
    let (spent, stop) = (spending.clock.elapsed(), Stop::current());
    std::thread::scope(|scope| {
        let numbered = workers.iter_mut().zip(0..);
        let running: Vec<_> = numbered
            .map(|(worker, number)| {
                let share = spending.share(number, threads);
                let stop = stop.clone();
                scope.spawn(move || {
                    let (own, clock) = (Clock::start(), Clock::started_before(spent));
                    Stop::hand_on(stop.as_ref());
                    worker.spend(&mut worlds(), Spending { clock, ..share }, false);
                    own.millis()
                })
            })
            .collect();
        let times = running
            .into_iter()
            .map(|thread| thread.join().expect("a search does not panic"));
        times.sum()
    })
}

/// Gives each tree its share of the budget, of its time too, one after the other. No other thread spends any time.
#[cfg(not(feature = "system"))]
fn spend_all<'a>(workers: &mut [Worker], worlds: &impl Fn() -> Worlds<'a>, spending: Spending) -> f32 {
    let trees = workers.len() as u32;
    for (worker, number) in workers.iter_mut().zip(0..) {
        let mut share = spending.share(number, trees);
        let until = |all: u32| (u64::from(all) * u64::from(number + 1) / u64::from(trees)) as u32;
        share.budget.millis = share.budget.millis.map(until);
        worker.spend(&mut worlds(), share, false);
    }
    0.0
}

/// Runs simulations until the budget is spent, a stop is due or, with `early`, the decision is made: at least one.
fn spend(search: &mut TreeSearch, mut run: impl FnMut(&mut TreeSearch, u32), spending: Spending, early: bool) {
    let Spending { budget, clock } = spending;
    let limit = budget.simulations.map_or(u32::MAX, |most| most.max(1));
    if let Some(rule) = search.growth.root_rule_mut() {
        rule.note_limit(limit);
    }
    let stop = Stop::current();
    if budget.millis.is_none() && !early && stop.is_none() {
        run(search, limit);
        return;
    }
    let time = budget.millis.map(|millis| Duration::from_millis(millis.into()));
    let began = clock.elapsed();
    let (mut interval, mut last) = (if time.is_some() || early { 1 } else { INTERVAL }, began);
    while search.simulations() < limit {
        let left = limit - search.simulations();
        run(search, left.min(interval));
        if stop.as_ref().is_some_and(Stop::is_due) {
            return;
        }
        let elapsed = time.map(|_| clock.elapsed());
        if let Some(now) = elapsed {
            interval = if now - last > CLOCK_INTERVAL {
                interval.div_ceil(2)
            } else {
                INTERVAL.min(2 * interval)
            };
            last = now;
        }
        if let (Some(rule), Some(time), Some(now)) = (search.growth.root_rule_mut(), time, elapsed) {
            let left = time.saturating_sub(began).as_secs_f32();
            rule.note_time((now - began).as_secs_f32() / left.max(f32::MIN_POSITIVE));
        }
        if elapsed >= time && time.is_some() {
            return;
        }
        let in_time = match (time, elapsed) {
            (Some(time), Some(elapsed)) => expected(search.simulations(), elapsed, time),
            _ => u32::MAX,
        };
        if early && search.growth.is_decided(in_time.min(limit - search.simulations())) {
            return;
        }
    }
}

/// Simulations that fit into the rest of the time at twice the speed so far.
fn expected(done: u32, elapsed: Duration, time: Duration) -> u32 {
    let rate = f64::from(done) / elapsed.as_secs_f64().max(1e-6);
    (2.0 * rate * (time - elapsed).as_secs_f64()) as u32
}

/// The judge of worlds for a configuration; the plain one if it asks for nothing else.
fn judge(game: &Game, config: &SearchConfig) -> Judge {
    let plain = config.rollout == Rollout::Random
        && config.horizon == 0
        && config.exact == 0
        && config.objective == Objective::Points
        && config.selection == Selection::Ucb1;
    if plain {
        Judge::Uniform(Uniform)
    } else {
        Judge::Playing(Box::new(Playing::new(game, config)))
    }
}

/// The reduced budget for a decision with only one legal action.
pub(super) fn forced(budget: Budget) -> Budget {
    let few = budget.simulations.map_or(FORCED_SIMULATIONS, |own| own.min(FORCED_SIMULATIONS));
    Budget { simulations: Some(few), ..budget }
}

/// The generator of a decision's draws outside the simulations.
pub(super) fn spare_generator(seed: u64) -> Pcg64Mcg {
    generator(seed, u64::MAX)
}

/// The generator of one thread's decision.
pub(super) fn generator(seed: u64, number: u64) -> Pcg64Mcg {
    let mixed = if number == 0 { seed } else { mix(seed ^ mix(number)) };
    Pcg64Mcg::new(u128::from(mixed) << 64 | u128::from(mix(mixed)))
}
