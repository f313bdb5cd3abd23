//! The agents `pimc` and `cheat-pimc`: perfect information Monte Carlo (Ginsberg 2001 for bridge; Long et al. 2010 on
//! when it does well).
//!
//! Every world that agrees with the view is searched as if all cards were open. Each legal action is followed by a
//! depth-limited alpha-beta search (max^n if more than two sides play). Leaves are judged by the exact solver if few
//! enough cards are left, else by a rollout or an estimate. The action with the best mean over the worlds is played; if
//! several are level, the one that `formula` prefers, which knows the risk of sweeps. The policy is the share of worlds
//! in which an action was best.
//!
//! `cheat-pimc` searches the real world only: an upper bound.

mod config;
mod lookahead;

use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State, View, World};

use super::beliefs::Beliefs;
use super::clock::Clock;
use super::ismcts::decision_seed;
use super::mcts::generator;
use super::mix;
use super::worlds::Worlds;
use crate::agent::Stop;
use crate::agent::{Agent, Budget, Cheater, Decision, SearchStats, Tried};
use crate::book::formula::FormulaPolicy;
use config::LookaheadConfig;
pub use config::{CheatPimcConfig, PimcConfig};
use lookahead::Lookahead;

/// Means count as level if they differ by no more than this, in utilities.
const LEVEL: f32 = 1e-4;

/// Simulations of a tree search that cost about as much as one world.
const WORLD_SIMULATIONS: u32 = 100;

/// The part that both agents share.
#[derive(Debug)]
struct Pimc {
    lookahead: Lookahead,
    formula: FormulaPolicy,
    /// Sum of the values of each action over the worlds, and the worlds in which it was best.
    sums: Vec<f32>,
    bests: Vec<u32>,
    values: Vec<f32>,
    scores: Vec<f32>,
    worlds: u32,
}

/// The limit of a decision's search.
struct Limit {
    worlds: u32,
    time: Option<Duration>,
    clock: Clock,
    stop: Option<Stop>,
}

impl Limit {
    fn new(asked: Budget, worlds: u32, millis: u32, choices: usize) -> Limit {
        let own = Budget {
            simulations: Some(worlds).filter(|&worlds| worlds > 0),
            millis: Some(millis).filter(|&millis| millis > 0),
        };
        let budget = asked.or(own);
        let worlds = budget.simulations.unwrap_or(if budget.millis.is_some() { u32::MAX } else { 1 });
        Limit {
            worlds: if choices == 1 { 1 } else { worlds.max(1) },
            time: budget.millis.map(|millis| Duration::from_millis(millis.into())),
            clock: Clock::start(),
            stop: Stop::current(),
        }
    }

    /// The limit as a budget of simulations: one world counts as many.
    fn budget(&self) -> Budget {
        Budget {
            simulations: Some(self.worlds.saturating_mul(WORLD_SIMULATIONS)),
            millis: self.time.map(|time| time.as_millis() as u32),
        }
    }

    fn is_reached(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_due) || self.time.is_some_and(|time| self.clock.elapsed() >= time)
    }
}

impl Pimc {
    fn new(game: &Game, config: &LookaheadConfig) -> Pimc {
        Pimc {
            lookahead: Lookahead::new(game, config),
            formula: FormulaPolicy::new(game),
            sums: Vec::new(),
            bests: Vec::new(),
            values: Vec::new(),
            scores: Vec::new(),
            worlds: 0,
        }
    }

    /// Searches worlds until the limit, at least one.
    fn think(&mut self, worlds: &mut Worlds<'_>, rng: &mut Pcg64Mcg, actions: &[Action], limit: &Limit) {
        let game = worlds.game();
        self.sums.clear();
        self.sums.resize(actions.len(), 0.0);
        self.bests.clear();
        self.bests.resize(actions.len(), 0);
        self.worlds = 0;
        while self.worlds < limit.worlds {
            let world = worlds.draw(rng);
            if !self.search(game, &world, rng, actions, limit) {
                return;
            }
            self.count();
            if limit.is_reached() {
                return;
            }
        }
    }

    /// Values every action in one world. `false` if time ran out before the last action; never in the first world.
    fn search(&mut self, game: &Game, world: &World, rng: &mut Pcg64Mcg, actions: &[Action], limit: &Limit) -> bool {
        self.values.clear();
        for &action in actions {
            self.values.push(self.lookahead.value_after(game, world, action, rng));
            if self.worlds > 0 && limit.is_reached() {
                return self.values.len() == actions.len();
            }
        }
        true
    }

    fn count(&mut self) {
        let mut best = 0;
        for (place, &value) in self.values.iter().enumerate() {
            self.sums[place] += value;
            if value > self.values[best] {
                best = place;
            }
        }
        self.bests[best] += 1;
        self.worlds += 1;
    }

    /// Index of the best action; `view` is the seat's own, or one of the real world if that is known.
    fn best(&mut self, view: &View<'_>, actions: &[Action]) -> usize {
        let level = LEVEL * self.worlds as f32;
        let most = self.sums.iter().copied().fold(f32::MIN, f32::max);
        self.formula.score(view, actions, &mut self.scores);
        let mut best = None;
        for (place, &sum) in self.sums.iter().enumerate() {
            if sum >= most - level && best.is_none_or(|best: usize| self.scores[place] > self.scores[best]) {
                best = Some(place);
            }
        }
        best.expect("there is a legal action")
    }

    fn decision(&mut self, view: &View<'_>, actions: Vec<Action>, limit: &Limit) -> Decision {
        let best = self.best(view, &actions);
        let worlds = self.worlds as f32;
        let tried = |sum: &f32| Tried { visits: self.worlds, value: sum / worlds };
        Decision {
            action: actions[best],
            policy: self.bests.iter().map(|&count| count as f32 / worlds).collect(),
            value: Some(self.sums[best] / worlds),
            tried: self.sums.iter().map(tried).collect(),
            stats: SearchStats {
                simulations: self.worlds,
                nodes: 0,
                worlds: self.worlds,
                millis: limit.clock.millis(),
            },
            actions,
        }
    }
}

/// The fair agent.
#[derive(Debug)]
pub struct PimcAgent {
    config: PimcConfig,
    pimc: Pimc,
    beliefs: Beliefs,
    seed: u64,
    actions: Vec<Action>,
}

impl PimcAgent {
    /// An agent for hands of `game`, its hand's seed 0.
    pub fn new(game: &Game, config: &PimcConfig) -> PimcAgent {
        PimcAgent {
            pimc: Pimc::new(game, &config.lookahead),
            beliefs: Beliefs::new(game, &config.inference, None),
            config: config.clone(),
            seed: 0,
            actions: Vec::new(),
        }
    }

    fn think(&mut self, view: &View<'_>, actions: &[Action], asked: Budget) -> Limit {
        let limit = Limit::new(asked, self.config.worlds, self.config.millis, actions.len());
        let seed = decision_seed(self.seed, view);
        let mut rng = generator(seed, 0);
        if actions.len() > 1 {
            self.beliefs.update(view, seed, limit.budget(), None, &mut rng);
        } else {
            self.beliefs.ignore();
        }
        self.pimc.lookahead.note_partners(view.partners_open());
        let mut worlds = self.beliefs.worlds(view);
        self.pimc.think(&mut worlds, &mut rng, actions, &limit);
        limit
    }
}

impl Agent for PimcAgent {
    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
        self.beliefs.clear();
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let limit = self.think(view, &actions, budget);
        self.pimc.decision(view, actions, &limit)
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        let mut actions = std::mem::take(&mut self.actions);
        view.legal_actions(&mut actions);
        if actions.len() > 1 {
            self.think(view, &actions, Budget::OWN);
        }
        let place = if actions.len() > 1 {
            self.pimc.best(view, &actions)
        } else {
            0
        };
        let action = actions[place];
        self.actions = actions;
        action
    }
}

/// The cheating agent.
#[derive(Debug)]
pub struct CheatPimc {
    config: CheatPimcConfig,
    pimc: Pimc,
    seed: u64,
}

impl CheatPimc {
    /// An agent for hands of `game`, its hand's seed 0.
    pub fn new(game: &Game, config: &CheatPimcConfig) -> CheatPimc {
        CheatPimc { pimc: Pimc::new(game, &config.lookahead), config: config.clone(), seed: 0 }
    }
}

impl Cheater for CheatPimc {
    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn decide(&mut self, game: &Game, world: &World, budget: Budget) -> Decision {
        let World { deal, state } = world;
        let mut actions = Vec::new();
        state.legal_actions(game, &mut actions);
        let limit = Limit::new(budget, self.config.worlds, self.config.millis, actions.len());
        let mut rng = generator(place_seed(self.seed, state), 0);
        self.pimc.think(&mut Worlds::Real(game, world), &mut rng, &actions, &limit);
        let view = View::new(game, deal, state, state.seat(), false);
        self.pimc.decision(&view, actions, &limit)
    }
}

/// The seed of one decision of a cheating agent.
pub(super) fn place_seed(seed: u64, state: &State) -> u64 {
    let place = (state.ply() as u64) << 1 | u64::from(state.is_declaring());
    mix(mix(seed ^ 0x0043_4845_4154).wrapping_add(place) ^ state.declared().bits())
}
