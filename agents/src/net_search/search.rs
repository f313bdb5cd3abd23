//! The search as a machine that stops where it needs evaluations.
//!
//! Use: [`NetSearch::begin`], then until [`NetSearch::is_done`]: [`NetSearch::collect`] adds rows to a
//! batch, an evaluator fills them, [`NetSearch::apply`] takes the answers. Searches of many games may
//! share a batch; each remembers its rows. Between `begin` and the decision every call gets the same view.
//!
//! Invariant: at most `batch` simulations are under way at a time; with one, every simulation
//! knows the results of all before it. What others put into a shared batch changes nothing.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, HandScore, UTILITY_SCALE, View, World};

use super::noise;
use super::tree::{Tree, Weights};
use crate::agent::{Decision, SearchStats};
use crate::net::{EvalBatch, softmax};
use crate::search::spread::Spread;

/// Most sides of a game.
const SIDES: usize = 6;

/// Simulations that one call of [`NetSearch::collect`] ends at most.
const BURST: u32 = 256;

/// Where simulations end, before the end of the hand.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Leaf {
    /// At the first new node, whoever is to act there.
    Any,
    /// At the first new node where the observer is to act: only then does the network see his hand
    /// cards. On the way other seats follow their policy.
    Own,
}

/// Constants of a search.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchConfig {
    /// Weight of the policy against values.
    pub cpuct: f32,
    /// How much worse than its node an action without visits is taken to be, in standard deviations.
    pub fpu: f32,
    /// Share of noise in the priors of the root, where noise is asked for.
    pub noise: f32,
    /// Parameter of the Dirichlet distribution of the noise.
    pub noise_alpha: f32,
    /// Simulations under way at a time; 1 is exact.
    pub batch: u32,
    /// Where simulations end.
    pub leaf: Leaf,
}

impl Default for SearchConfig {
    fn default() -> SearchConfig {
        SearchConfig {
            cpuct: 2.5,
            fpu: 0.25,
            noise: 0.25,
            noise_alpha: 0.8,
            batch: 1,
            leaf: Leaf::Own,
        }
    }
}

/// What one search starts from, besides its view.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Start {
    /// Simulations to run; a forced action needs none.
    pub simulations: u32,
    /// Whether to mix noise into the priors of the root.
    pub noise: bool,
    /// Everything random in the search comes from it.
    pub seed: u64,
}

/// A simulation under way, or a free place for one.
#[derive(Clone, Debug)]
struct Cursor {
    world: World,
    node: u32,
    /// Nodes that were left, and by which action.
    path: Vec<(u32, Action)>,
    /// Row of the batch that it waits for.
    row: Option<usize>,
    /// Whether it stands in the tree, waiting or ready to go on.
    under_way: bool,
}

/// A search from one view.
#[derive(Clone, Debug)]
pub struct NetSearch {
    config: SearchConfig,
    tree: Tree,
    cursors: Vec<Cursor>,
    rng: Pcg64Mcg,
    start: Start,
    /// Legal actions of the root.
    actions: Vec<Action>,
    /// Priors of the root, with noise; empty until the root is evaluated.
    priors: Vec<f32>,
    root_row: Option<usize>,
    root_value: f32,
    started: u32,
    done: u32,
    /// Utilities of the root's side.
    spread: Spread,
    legal: Vec<Action>,
}

impl NetSearch {
    /// A search that has nothing to do yet.
    ///
    /// # Panics
    /// If the configuration allows no simulation under way.
    pub fn new(config: SearchConfig) -> NetSearch {
        assert!(config.batch > 0, "a search needs one simulation under way at least");
        NetSearch {
            config,
            tree: Tree::default(),
            cursors: Vec::new(),
            rng: Pcg64Mcg::seed_from_u64(0),
            start: Start {
                simulations: 0,
                noise: false,
                seed: 0,
            },
            actions: Vec::new(),
            priors: Vec::new(),
            root_row: None,
            root_value: 0.0,
            started: 0,
            done: 0,
            spread: Spread::default(),
            legal: Vec::new(),
        }
    }

    /// Forgets what was and starts a search for the observer of `view`, who must be to act.
    pub fn begin(&mut self, view: &View<'_>, start: Start) {
        view.legal_actions(&mut self.actions);
        self.start = start;
        if self.actions.len() == 1 {
            self.start.simulations = 0;
        }
        self.tree.clear(view.game().side(view.seat()));
        self.rng = Pcg64Mcg::seed_from_u64(start.seed);
        self.cursors.iter_mut().for_each(Cursor::free);
        self.priors.clear();
        self.root_row = None;
        self.root_value = 0.0;
        self.started = 0;
        self.done = 0;
        self.spread = Spread::default();
    }

    /// Whether the root is evaluated and all simulations are backed up.
    pub fn is_done(&self) -> bool {
        !self.priors.is_empty() && self.done == self.start.simulations
    }

    /// Starts no more simulations; those under way still have to end.
    pub fn stop(&mut self) {
        self.start.simulations = self.started;
    }

    /// Goes on until every simulation under way waits for a row, and adds these rows to `batch`.
    /// It may add none: near the end of a hand simulations need no evaluations. Then it returns
    /// after some of them, for the caller to look at the clock.
    pub fn collect(&mut self, view: &View<'_>, batch: &mut EvalBatch) {
        if self.priors.is_empty() {
            self.root_row = Some(batch.push(view, &self.actions));
            return;
        }
        let most = self.done.saturating_add(BURST);
        for slot in 0..self.config.batch as usize {
            while self.done < most && self.is_busy(slot, view) && !self.advance(slot, view, batch) {}
        }
    }

    /// Takes the answers to the rows of the last [`NetSearch::collect`].
    pub fn apply(&mut self, view: &View<'_>, batch: &EvalBatch) {
        if let Some(row) = self.root_row.take() {
            self.learn_root(batch.logits(row), batch.value(row));
            return;
        }
        for slot in 0..self.cursors.len() {
            let Some(row) = self.cursors[slot].row.take() else {
                continue;
            };
            let node = self.cursors[slot].node;
            let is_new = !self.tree.node(node).is_evaluated();
            self.tree.learn(node, batch.row(row).actions, batch.logits(row));
            let seat = self.cursors[slot].world.state.seat();
            if is_new && (self.config.leaf == Leaf::Any || seat == view.seat()) {
                let utilities = by_side(view, seat, batch.value(row));
                self.tree.credit_evaluation(node, batch.value(row));
                self.finish(slot, view, &utilities);
            }
        }
    }

    /// The decision so far: the policy is the share of simulations of each action.
    ///
    /// # Panics
    /// If the root has not been evaluated.
    pub fn decision(&self) -> Decision {
        assert!(!self.priors.is_empty(), "a decision needs an evaluated root");
        let policy = self.policy();
        let best = self.best(&policy);
        Decision {
            action: self.actions[best],
            actions: self.actions.clone(),
            policy,
            value: self.value(),
            stats: SearchStats {
                simulations: self.done,
                nodes: self.tree.len() as u32,
                millis: 0.0,
            },
        }
    }

    /// Expected utility of the observer's side: the mean of the simulations, or the network's
    /// opinion where there were none.
    fn value(&self) -> f32 {
        if self.done == 0 {
            self.root_value
        } else {
            self.spread.mean()
        }
    }

    fn policy(&self) -> Vec<f32> {
        if self.done == 0 {
            return self.priors.clone();
        }
        let root = self.tree.node(0);
        let visits = |&action: &Action| root.edge(action).map_or(0, |edge| edge.visits());
        let share = |action: &Action| visits(action) as f32 / self.done as f32;
        self.actions.iter().map(share).collect()
    }

    /// The largest share; of equals the better mean, then the first.
    fn best(&self, policy: &[f32]) -> usize {
        let root = self.tree.node(0);
        let mean = |i: usize| root.edge(self.actions[i]).map_or(0.0, |edge| edge.mean());
        (1..policy.len()).fold(0, |best, i| {
            let better = policy[i] > policy[best] || (policy[i] == policy[best] && mean(i) > mean(best));
            if better { i } else { best }
        })
    }

    fn learn_root(&mut self, logits: &[f32], value: f32) {
        self.tree.learn(0, &self.actions, logits);
        self.root_value = value;
        self.tree.credit_evaluation(0, value);
        self.priors.extend_from_slice(logits);
        softmax(&mut self.priors);
        if self.start.noise && self.config.noise > 0.0 {
            let SearchConfig { noise, noise_alpha, .. } = self.config;
            noise::mix(&mut self.priors, noise, noise_alpha, &mut self.rng);
        }
    }

    /// Whether a place has a simulation that can go on; starts one in a free place.
    fn is_busy(&mut self, slot: usize, view: &View<'_>) -> bool {
        let free = self.cursors.get(slot).is_none_or(|cursor| !cursor.under_way);
        if free && self.started == self.start.simulations {
            return false;
        }
        if free {
            self.started += 1;
            let world = view.sample_world(&mut self.rng);
            if slot == self.cursors.len() {
                self.cursors.push(Cursor::new(world));
            }
            self.cursors[slot].set_off(world);
        }
        true
    }

    /// Takes a simulation one ply further; `true` where it waits for a row instead.
    fn advance(&mut self, slot: usize, view: &View<'_>, batch: &mut EvalBatch) -> bool {
        let game = view.game();
        let cursor = &mut self.cursors[slot];
        if cursor.row.is_some() {
            return true;
        }
        let state = &mut cursor.world.state;
        if state.is_over() {
            let utilities = utilities(&state.score(game));
            self.finish(slot, view, &utilities);
            return false;
        }
        state.legal_actions(game, &mut self.legal);
        let node = cursor.node;
        let choice = match self.legal.len() {
            1 => 0,
            _ if self.tree.is_ready(node, &self.legal) => {
                let weights = Weights {
                    cpuct: self.config.cpuct,
                    fpu: self.config.fpu,
                    scale: self.spread.unit(),
                };
                let priors = (node == 0).then_some(&self.priors[..]);
                self.tree.select(node, priors, weights)
            }
            _ => {
                let seat = state.seat();
                let open = view.partners_open();
                let seen = View::new(game, &cursor.world.deal, &cursor.world.state, seat, open);
                cursor.row = Some(batch.push(&seen, &self.legal));
                return true;
            }
        };
        let action = self.legal[choice];
        state.apply(game, &cursor.world.deal, action);
        let side = (!state.is_over()).then(|| game.side(state.seat()));
        cursor.path.push((node, action));
        if let Some(child) = self.tree.descend(node, action, side) {
            cursor.node = child;
        }
        false
    }

    /// Backs up a simulation and frees its place.
    fn finish(&mut self, slot: usize, view: &View<'_>, utilities: &[f32; SIDES]) {
        for (node, action) in self.cursors[slot].path.drain(..) {
            self.tree.credit_edge(node, action, utilities);
        }
        self.spread.add(utilities[view.game().side(view.seat())]);
        self.cursors[slot].free();
        self.done += 1;
    }
}

impl Cursor {
    fn new(world: World) -> Cursor {
        Cursor {
            world,
            node: 0,
            path: Vec::new(),
            row: None,
            under_way: false,
        }
    }

    fn set_off(&mut self, world: World) {
        self.world = world;
        self.node = 0;
        self.under_way = true;
    }

    fn free(&mut self) {
        self.path.clear();
        self.row = None;
        self.under_way = false;
    }
}

/// Exact utilities of a hand that is over, by side.
fn utilities(score: &HandScore) -> [f32; SIDES] {
    let mut utilities = [0.0; SIDES];
    for (side, utility) in utilities.iter_mut().enumerate().take(score.sides()) {
        *utility = score.margin(side) as f32 / UTILITY_SCALE;
    }
    utilities
}

/// Utilities by side from the network's value for the side of `seat`.
fn by_side(view: &View<'_>, seat: usize, value: f32) -> [f32; SIDES] {
    let game = view.game();
    let mut utilities = [-value / (game.sides() - 1) as f32; SIDES];
    utilities[game.side(seat)] = value;
    utilities
}
