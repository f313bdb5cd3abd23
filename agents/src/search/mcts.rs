//! One decision by tree search: a budget spent on simulations, on one thread or several, and what comes out.
//!
//! With several threads each has a tree, a generator and a share of the simulations of its own, and the visits of the
//! roots add up (root parallelism): the result depends on the number of threads asked for, not on the machine.

use std::thread;
use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State, View, World};

use super::clock::Clock;
use super::config::{Guidance, Objective, Rollout, RootRule, SearchConfig, Selection};
use super::constants::Constants;
use super::evaluator::{NetPlay, Playing, Uniform};
use super::growth::Growth;
use super::guided::GuidedSearch;
use super::known::KnownPlayer;
use super::mix;
use super::roots::Roots;
use super::run::TreeSearch;
use super::tree::Edge;
use super::worlds::Worlds;
use crate::agent::{Budget, Decision, MatchStanding, SearchStats, Tried};
use crate::net::{BatchEvaluator, EvalBatch};

/// Simulations of a decision with one legal action: none is needed for the choice, these are for the value.
const FORCED_SIMULATIONS: u32 = 32;

/// The most simulations between two looks at the clock or at whether the decision is made.
const INTERVAL: u32 = 32;

/// Time between two looks at the clock, about.
const CLOCK_INTERVAL: Duration = Duration::from_micros(50);

/// A search with its settings and everything that it keeps.
pub(super) struct Mcts {
    config: SearchConfig,
    workers: Vec<Worker>,
    roots: Roots,
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

/// One thread's tree and what judges for it.
struct Worker {
    search: TreeSearch,
    judge: Judge,
}

enum Judge {
    Uniform(Uniform),
    Playing(Box<Playing>),
    /// Without an evaluator of its own where somebody else answers.
    Guided(Box<GuidedSearch>, Option<Answering>),
}

/// What answers the questions of a guided search.
struct Answering {
    evaluator: Box<dyn BatchEvaluator>,
    batch: EvalBatch,
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
        if root == RootRule::Halving {
            for worker in &mut mcts.workers {
                worker.search.growth.halve_root();
            }
        }
        mcts
    }

    fn judging(config: SearchConfig, multiple: bool, judge: impl Fn(&SearchConfig) -> Judge) -> Mcts {
        let worker = |_| Worker {
            search: TreeSearch::new(Constants::new(&config, None), multiple),
            judge: judge(&config),
        };
        let workers = (0..config.threads).map(worker).collect();
        Mcts::with(config, workers)
    }

    /// The same search, in whose worlds a player that is known plays as it does; `player` makes one for each thread.
    ///
    /// # Panics
    /// If a network of views guides: then the search does not ask who plays.
    pub(super) fn knowing<E>(
        mut self,
        game: &Game,
        mut player: impl FnMut() -> Result<KnownPlayer, E>,
    ) -> Result<Mcts, E> {
        for worker in &mut self.workers {
            let playing = match std::mem::replace(&mut worker.judge, Judge::Uniform(Uniform)) {
                Judge::Uniform(_) => Playing::new(game, &self.config),
                Judge::Playing(playing) => *playing,
                Judge::Guided(..) => panic!("a judge of worlds"),
            };
            worker.judge = Judge::Playing(Box::new(playing.knowing(player()?)));
        }
        Ok(self)
    }

    /// A search that a network guides, one thread for each evaluator; with none, a single one whose questions somebody else
    /// answers ([`Mcts::guided`]).
    pub(super) fn with_guidance(
        game: &Game,
        config: SearchConfig,
        guidance: Guidance,
        evaluators: Vec<Box<dyn BatchEvaluator>>,
    ) -> Mcts {
        let worker = |evaluator: Option<Box<dyn BatchEvaluator>>| {
            // A search that is run here is asked for its simulations bit by bit, and ended here.
            let ends_itself = config.early_stop && evaluator.is_none();
            let guided = GuidedSearch::new(guidance, ends_itself, Playing::without_rollouts(game, &config));
            let answering = evaluator.map(|evaluator| Answering {
                evaluator,
                batch: EvalBatch::new(),
            });
            Worker {
                search: TreeSearch::new(Constants::new(&config, Some(&guidance)), false),
                judge: Judge::Guided(Box::new(guided), answering),
            }
        };
        let workers = if evaluators.is_empty() {
            vec![worker(None)]
        } else {
            evaluators
                .into_iter()
                .map(|evaluator| worker(Some(evaluator)))
                .collect()
        };
        Mcts::with(config, workers)
    }

    fn with(config: SearchConfig, workers: Vec<Worker>) -> Mcts {
        Mcts {
            config,
            workers,
            roots: Roots::default(),
            elsewhere: 0.0,
        }
    }

    /// Notes where the match stands.
    pub(super) fn note_standing(&mut self, standing: &MatchStanding) {
        for worker in &mut self.workers {
            if let Some(worlds) = worker.judge.worlds() {
                worlds.note_standing(standing);
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

    /// Starts anew from `state`, of which only what the seat to act may know is looked at.
    pub(super) fn start(&mut self, game: &Game, state: &State, seed: u64) {
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.search.start(game, state, generator(seed, number as u64));
            worker.judge.begin(state.seat());
        }
    }

    /// As [`Growth::follow`](super::growth::Growth::follow), for the only thread.
    pub(super) fn follow(&mut self, game: &Game, actions: &[Action], past: &mut World, seed: u64) -> bool {
        let Worker { search, judge } = &mut self.workers[0];
        let followed = search.follow(game, actions, past, generator(seed, 0));
        if followed {
            judge.begin(past.state.seat());
        }
        followed
    }

    /// The only thread's search and what guides it, where a network does.
    pub(super) fn guided(&mut self) -> Option<(&mut TreeSearch, &mut GuidedSearch)> {
        let [Worker { search, judge }] = &mut self.workers[..] else {
            return None;
        };
        match judge {
            Judge::Guided(guided, _) => Some((search, guided)),
            Judge::Uniform(_) | Judge::Playing(_) => None,
        }
    }

    /// Whether a network guides the search.
    pub(super) fn is_guided(&self) -> bool {
        matches!(self.workers[0].judge, Judge::Guided(..))
    }

    /// Runs simulations until the budget is spent, at least one in each thread; where a network guides, perhaps none.
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

    /// The chosen one of the legal actions ([`Roots::choice`]): of those that sequential halving chose in a tree, or else of all.
    pub(super) fn choice(&mut self, actions: &[Action]) -> Edge {
        let trees = self.workers.iter().map(|worker| &worker.search.growth);
        self.roots.gather(trees, actions);
        let trees = self.workers.iter_mut().map(|worker| &mut worker.search.growth);
        let chosen: Vec<Action> = trees.filter_map(Growth::choice).collect();
        self.roots.choice(&chosen)
    }

    /// The decision of the last search among the legal actions.
    ///
    /// # Panics
    /// If nothing is known of the root.
    pub(super) fn decision(&mut self, actions: Vec<Action>, clock: Clock) -> Decision {
        let chosen = self.choice(&actions);
        let (action, policy, value) = if self.roots.visits() > 0 {
            let (policy, value) = self.roots.policy(&self.workers[0].search.growth, chosen);
            (chosen.action, policy, value)
        } else {
            let (priors, value) = self.root();
            let best = (1..priors.len()).fold(0, |best, i| if priors[i] > priors[best] { i } else { best });
            (actions[best], priors.to_vec(), value)
        };
        let tried = |edge: &Edge| Tried {
            visits: edge.visits,
            value: edge.mean,
        };
        Decision {
            action,
            policy,
            value,
            tried: self.roots.edges().iter().map(tried).collect(),
            stats: SearchStats {
                simulations: self.simulations(),
                worlds: 0,
                nodes: self.workers.iter().map(|worker| worker.search.growth.nodes()).sum(),
                millis: clock.millis() + self.elsewhere,
            },
            actions,
        }
    }

    /// What a network said of the root.
    fn root(&self) -> (&[f32], f32) {
        match &self.workers[0].judge {
            Judge::Guided(guided, _) => guided.root(),
            Judge::Uniform(_) | Judge::Playing(_) => None,
        }
        .expect("a decision without simulations needs a judged root")
    }
}

impl Judge {
    /// The judge of worlds, where it has options.
    fn worlds(&mut self) -> Option<&mut Playing> {
        match self {
            Judge::Uniform(_) => None,
            Judge::Playing(playing) => Some(playing),
            Judge::Guided(guided, _) => Some(guided.worlds()),
        }
    }

    fn begin(&mut self, observer: usize) {
        if let Judge::Guided(guided, _) = self {
            guided.begin(observer);
        }
    }
}

impl Worker {
    fn spend(&mut self, worlds: &mut Worlds<'_>, spending: Spending, early: bool) {
        let search = &mut self.search;
        match &mut self.judge {
            Judge::Uniform(uniform) => {
                let run = |search: &mut TreeSearch, more| search.run(worlds, uniform, more);
                spend(search, run, spending, early, [1, 1]);
            }
            Judge::Playing(playing) => {
                let run = |search: &mut TreeSearch, more| search.run(worlds, playing.as_mut(), more);
                spend(search, run, spending, early, [1, 1]);
            }
            Judge::Guided(guided, answering) => {
                let batch = guided.batch();
                let answering = answering.as_mut().expect("a search that is run has an evaluator");
                let run = |search: &mut TreeSearch, more| answering.run(search, guided, worlds, more);
                spend(search, run, spending, early, [0, batch]);
            }
        }
    }
}

impl Answering {
    /// Runs simulations, with the answers of the evaluator.
    fn run(&mut self, search: &mut TreeSearch, guided: &mut GuidedSearch, worlds: &mut Worlds<'_>, simulations: u32) {
        guided.ask_for(simulations);
        while !guided.is_done(search) {
            self.batch.clear();
            guided.collect(search, worlds, &mut self.batch);
            if !self.batch.is_empty() {
                self.evaluator.evaluate(&mut self.batch);
                guided.apply(search, worlds.game(), &self.batch);
            }
        }
    }
}

/// Runs simulations until the budget is spent or, with `early`, the decision is made: at least `least`, and `step` at a
/// time where the clock or the decision is looked at.
fn spend(
    search: &mut TreeSearch,
    mut run: impl FnMut(&mut TreeSearch, u32),
    spending: Spending,
    early: bool,
    [least, step]: [u32; 2],
) {
    let Spending { budget, clock } = spending;
    let limit = budget.simulations.map_or(u32::MAX, |most| most.max(least));
    if let Some(halving) = search.growth.halving() {
        halving.note_limit(limit);
    }
    if limit == 0 || (budget.millis.is_none() && !early) {
        run(search, limit);
        return;
    }
    let time = budget.millis.map(|millis| Duration::from_millis(millis.into()));
    let began = clock.elapsed();
    let (mut interval, mut last) = (1, began);
    while search.simulations() < limit {
        let left = limit - search.simulations();
        run(search, left.min(interval.max(step)));
        let elapsed = time.map(|_| clock.elapsed());
        if let Some(now) = elapsed {
            interval = if now - last > CLOCK_INTERVAL {
                interval.div_ceil(2)
            } else {
                INTERVAL.min(2 * interval)
            };
            last = now;
        }
        if let (Some(halving), Some(time), Some(now)) = (search.growth.halving(), time, elapsed) {
            let left = time.saturating_sub(began).as_secs_f32();
            halving.note_time((now - began).as_secs_f32() / left.max(f32::MIN_POSITIVE));
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

/// Simulations that the rest of the time is good for, at twice the speed so far.
fn expected(done: u32, elapsed: Duration, time: Duration) -> u32 {
    let rate = f64::from(done) / elapsed.as_secs_f64().max(1e-6);
    (2.0 * rate * (time - elapsed).as_secs_f64()) as u32
}

/// What judges the worlds of a configuration; the plain one where nothing else is asked for.
fn judge(game: &Game, config: &SearchConfig) -> Judge {
    let plain = config.rollout == Rollout::Random
        && config.horizon == 0
        && config.exact == 0
        && config.objective == Objective::Points
        && config.selection == Selection::Ucb1
        && config.bias == 0.0;
    if plain {
        Judge::Uniform(Uniform)
    } else {
        Judge::Playing(Box::new(Playing::new(game, config)))
    }
}

/// What of a budget a decision with one legal action is worth.
pub(super) fn forced(budget: Budget) -> Budget {
    let few = budget
        .simulations
        .map_or(FORCED_SIMULATIONS, |own| own.min(FORCED_SIMULATIONS));
    Budget {
        simulations: Some(few),
        ..budget
    }
}

/// The generator of one thread's decision.
pub(super) fn generator(seed: u64, number: u64) -> Pcg64Mcg {
    let mixed = if number == 0 { seed } else { mix(seed ^ mix(number)) };
    Pcg64Mcg::new(u128::from(mixed) << 64 | u128::from(mix(mixed)))
}
