//! The simulations of one decision into one tree.
//!
//! Invariant: after a run the root has an edge for every legal action that a simulation could reach, and the visits of
//! the root's edges add up to the simulations since the root was made.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Action, CardSet, Game, State, View, World};

use super::config::{SearchConfig, Selection};
use super::info_sets::InfoSets;
use super::leaf::Leaf;
use super::priors::Priors;
use super::spread::Spread;
use super::tree::{Edge, EdgeId, MAX_SIDES, NodeId, Path, Puct, Strategy, Tree, Tuned, Ucb1, Utilities};
use super::worlds::Worlds;

/// The tree stops growing here: at two gigabytes or so.
const MOST_NODES: u32 = 1 << 22;

/// How descents choose, in standard deviations of the utility.
#[derive(Copy, Clone, Debug)]
pub(super) struct Constants {
    pub(super) selection: Selection,
    pub(super) exploration: f32,
    pub(super) bias: f32,
}

/// A tree, what it grows with, and the buffers that are kept between decisions.
#[derive(Clone, Debug)]
pub(super) struct Search {
    tree: Tree,
    root: NodeId,
    constants: Constants,
    /// The constants in utilities.
    strategy: Strategy,
    /// Present where actions have priors.
    priors: Option<Priors>,
    /// Present where every seat has a tree of its own.
    info_sets: Option<InfoSets>,
    /// Of each side's utilities; with two sides of the root's only, the other's are the same turned round.
    spreads: [Spread; MAX_SIDES],
    /// The side of the seat to act at the root.
    side: usize,
    path: Path,
    /// The legal actions at the root: a kept tree may have more edges there, of cards that were not dealt.
    legal: Vec<Action>,
    actions: Vec<Action>,
    rng: Pcg64Mcg,
    simulations: u32,
    steps: u64,
}

impl Search {
    /// A search for `game`; with `multiple` observers a tree a seat.
    pub(super) fn new(game: &Game, config: &SearchConfig, multiple: bool) -> Search {
        let constants = Constants {
            selection: config.selection,
            exploration: config.exploration,
            bias: config.bias,
        };
        let priors = config
            .has_priors()
            .then(|| Priors::new(game, config.temperature, config.floor));
        Search::with(constants, priors, multiple.then(InfoSets::new))
    }

    /// A search by UCB1 without priors.
    pub(super) fn plain(exploration: f32) -> Search {
        let constants = Constants {
            selection: Selection::Ucb1,
            exploration,
            bias: 0.0,
        };
        Search::with(constants, None, None)
    }

    fn with(constants: Constants, priors: Option<Priors>, info_sets: Option<InfoSets>) -> Search {
        let mut tree = Tree::new(MOST_NODES);
        let root = tree.reset(0);
        Search {
            tree,
            root,
            constants,
            strategy: Strategy::Ucb1(Ucb1::new(0.0, 0.0)),
            priors,
            info_sets,
            spreads: [Spread::default(); MAX_SIDES],
            side: 0,
            path: Path::new(),
            legal: Vec::new(),
            actions: Vec::new(),
            rng: Pcg64Mcg::new(0),
            simulations: 0,
            steps: 0,
        }
    }

    /// Forgets the last decision; everything random in the next one comes from `rng`.
    pub(super) fn start(&mut self, game: &Game, state: &State, rng: Pcg64Mcg) {
        self.root = self.tree.reset(state.matta());
        if let Some(info_sets) = &mut self.info_sets {
            info_sets.clear();
        }
        self.begin(game, state, rng);
        self.spreads = [Spread::default(); MAX_SIDES];
        self.set_strategy();
    }

    /// Starts where `actions` lead from the last root, which stood at `past`, and keeps what is below; false, and nothing
    /// done, where no descent went there or the tree is half full.
    pub(super) fn follow(&mut self, game: &Game, actions: &[Action], past: &mut World, rng: Pcg64Mcg) -> bool {
        if self.tree.nodes() > MOST_NODES / 2 {
            return false;
        }
        let mut node = self.root;
        for &action in actions {
            past.state.apply(game, &past.deal, action);
            let Some(edge) = self.tree.find(node, action) else {
                return false;
            };
            let Some(child) = self.tree.existing_child(edge, past.state.matta()) else {
                return false;
            };
            node = child;
        }
        self.root = node;
        self.begin(game, &past.state, rng);
        self.set_strategy();
        true
    }

    fn begin(&mut self, game: &Game, state: &State, rng: Pcg64Mcg) {
        self.side = game.side(state.seat());
        state.legal_actions(game, &mut self.legal);
        self.rng = rng;
        self.simulations = 0;
        self.steps = 0;
    }

    fn set_strategy(&mut self) {
        let spread = self.spreads[self.side];
        let unit = spread.unit();
        let c = self.constants.exploration * unit;
        self.strategy = match self.constants.selection {
            Selection::Ucb1 => Strategy::Ucb1(Ucb1::new(c, self.constants.bias * unit)),
            Selection::Ucb1Tuned => Strategy::Tuned(Tuned::new(c)),
            Selection::Puct => Strategy::Puct(Puct::new(c, spread.mean())),
        };
    }

    /// Simulations since the start.
    pub(super) fn simulations(&self) -> u32 {
        self.simulations
    }

    /// Nodes of the tree.
    pub(super) fn nodes(&self) -> u32 {
        self.tree.nodes()
    }

    /// Edges descended since the start, in all simulations together: what makes two searches equal makes this equal.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Runs simulations, compiled for the caller's vector level.
    #[inline(always)]
    pub(super) fn run_portable(&mut self, worlds: &mut Worlds<'_>, leaf: &mut impl Leaf, simulations: u32) {
        for _ in 0..simulations {
            self.simulate(worlds, leaf);
        }
    }

    #[inline(always)]
    fn simulate(&mut self, worlds: &mut Worlds<'_>, leaf: &mut impl Leaf) {
        let game = worlds.game();
        let mut world = worlds.draw(&mut self.rng);
        let mut utilities = [0.0; MAX_SIDES];
        if !self.descend(game, &mut world, leaf, &mut utilities) {
            leaf.evaluate(game, &mut world, &mut self.rng, &mut utilities);
        }
        self.steps += self.path.len() as u64;
        self.tree.backup(&self.path, &utilities);
        self.count(game, &utilities);
        self.simulations += 1;
        if self.simulations.is_power_of_two() {
            self.set_strategy();
        }
    }

    #[inline(always)]
    fn count(&mut self, game: &Game, utilities: &Utilities) {
        if game.sides() == 2 {
            self.spreads[self.side].add(utilities[self.side]);
            return;
        }
        for (spread, &utility) in self.spreads.iter_mut().zip(&utilities[..game.sides()]) {
            spread.add(utility);
        }
    }

    /// Goes down until an edge without visits is taken, the hand is over or the tree is full; or until the leaf knows the
    /// utilities, and true then.
    #[inline(always)]
    fn descend(&mut self, game: &Game, world: &mut World, leaf: &mut impl Leaf, utilities: &mut Utilities) -> bool {
        self.path.clear();
        if let Some(info_sets) = &mut self.info_sets {
            info_sets.begin();
        }
        let mut node = self.root;
        while !world.state.is_over() {
            let side = game.side(world.state.seat());
            let edge = self.choose(game, world, node);
            self.path.push(edge, side);
            world.state.apply(game, &world.deal, self.tree.action(edge));
            if leaf.settle(game, world, utilities) {
                return true;
            }
            if self.tree.visits(edge) == 0 {
                return false;
            }
            node = match self.next_node(edge, world) {
                Some(child) => child,
                None => return false,
            };
        }
        false
    }

    #[inline(always)]
    fn next_node(&mut self, edge: EdgeId, world: &World) -> Option<NodeId> {
        match &mut self.info_sets {
            None => self.tree.child(edge, world.state.matta()),
            Some(info_sets) => {
                let action = self.tree.action(edge);
                info_sets.node(action, &world.state, || self.tree.loose_node())
            }
        }
    }

    #[inline(always)]
    fn choose(&mut self, game: &Game, world: &World, node: NodeId) -> EdgeId {
        let state = &world.state;
        let strategy = self.strategy_at(game, state);
        let edge = if state.is_declaring() {
            state.legal_actions(game, &mut self.actions);
            self.enter_declarations(game, world, node);
            self.tree.select_listed(node, &self.actions, strategy)
        } else {
            let playable = state.playable();
            let missing = playable - self.tree.entered(node);
            if !missing.is_empty() {
                if self.priors.is_some() {
                    self.enter_all(game, world, node, missing);
                } else {
                    self.enter_one(game, state, node, missing);
                }
            }
            self.tree.select(node, playable, strategy)
        };
        edge.expect("a hand that is not over has a legal action")
    }

    /// The strategy with what it takes untried actions for: with two sides the last edge's mean, from the side to act; with
    /// more the mean of all simulations for that side.
    #[inline(always)]
    fn strategy_at(&self, game: &Game, state: &State) -> Strategy {
        let Strategy::Puct(puct) = self.strategy else {
            return self.strategy;
        };
        let side = game.side(state.seat());
        if game.sides() > 2 {
            return Strategy::Puct(puct.with_first(self.spreads[side].mean()));
        }
        let Some((edge, mover)) = self.path.last() else {
            return self.strategy;
        };
        let mean = self.tree.mean(edge);
        Strategy::Puct(puct.with_first(if mover == side { mean } else { -mean }))
    }

    /// Enters the actions of one of the missing cards.
    #[inline(always)]
    fn enter_one(&mut self, game: &Game, state: &State, node: NodeId, missing: CardSet) {
        let card = missing.nth(below(&mut self.rng, missing.len()));
        state.card_actions(game, card, &mut self.actions);
        for &action in &self.actions {
            self.tree.enter(node, action);
        }
        self.tree.mark_entered(node, CardSet::single(card));
    }

    /// Enters the actions of all missing cards with their priors among everything that is legal in this world.
    fn enter_all(&mut self, game: &Game, world: &World, node: NodeId, missing: CardSet) {
        let Some(priors) = &mut self.priors else {
            return;
        };
        let World { deal, state } = world;
        state.legal_actions(game, &mut self.actions);
        let view = View::new(game, deal, state, state.seat(), false);
        let shares = priors.of(&view, &self.actions);
        for (&action, &share) in self.actions.iter().zip(shares) {
            if action.card().is_some_and(|card| missing.contains(card)) {
                let edge = self.tree.enter(node, action);
                self.tree.set_prior(edge, share);
            }
        }
        self.tree.mark_entered(node, missing);
    }

    /// Enters the listed declarations that the node lacks with their priors, where there are priors.
    fn enter_declarations(&mut self, game: &Game, world: &World, node: NodeId) {
        let Some(priors) = &mut self.priors else {
            return;
        };
        let known = |&action: &Action| self.tree.find(node, action).is_some();
        if self.actions.iter().all(known) {
            return;
        }
        let World { deal, state } = world;
        let view = View::new(game, deal, state, state.seat(), false);
        let shares = priors.of(&view, &self.actions);
        for (&action, &share) in self.actions.iter().zip(shares) {
            if self.tree.find(node, action).is_none() {
                let edge = self.tree.enter(node, action);
                self.tree.set_prior(edge, share);
            }
        }
    }

    /// Whether the most visited of the legal actions keeps its place whatever the next `left` simulations do.
    pub(super) fn is_decided(&self, left: u32) -> bool {
        let (mut first, mut second) = (0, 0);
        for &action in &self.legal {
            let visits = self.root_edge(action).visits;
            if visits > first {
                (first, second) = (visits, first);
            } else if visits > second {
                second = visits;
            }
        }
        first - second > left
    }

    /// What the root has gathered for an action; nothing if it was never tried.
    pub(super) fn root_edge(&self, action: Action) -> Edge {
        let nothing = Edge {
            action,
            visits: 0,
            available: 0,
            mean: 0.0,
        };
        self.tree
            .find(self.root, action)
            .map_or(nothing, |edge| self.tree.edge(edge))
    }
}
