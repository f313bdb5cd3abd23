//! The search of one decision: simulations from a view into a tree.
//!
//! Invariant: after a run the root has an edge for every legal action that a simulation could reach, and the visits of
//! the root's edges add up to the simulations.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Action, CardSet, Game, Sampler, State, View, World};

use super::leaf::Leaf;
use crate::spread::Spread;
use crate::tree::{Edge, EdgeId, MAX_SIDES, NodeId, Path, Tree, Ucb1};

/// The tree stops growing here: at two gigabytes or so.
const MOST_NODES: u32 = 1 << 22;

/// A tree, what it grows with, and the buffers that are kept between decisions.
#[derive(Clone, Debug)]
pub(super) struct Search {
    tree: Tree,
    root: NodeId,
    /// UCB1's constant in standard deviations of the root's utility.
    exploration: f32,
    strategy: Ucb1,
    spread: Spread,
    /// The side of the seat to act at the root.
    side: usize,
    path: Path,
    actions: Vec<Action>,
    rng: Pcg64Mcg,
    simulations: u32,
    steps: u64,
}

impl Search {
    /// A search with UCB1's constant, in standard deviations of the utility.
    pub(super) fn new(exploration: f32) -> Search {
        let mut tree = Tree::new(MOST_NODES);
        let root = tree.reset(0);
        Search {
            tree,
            root,
            exploration,
            strategy: Ucb1::new(0.0),
            spread: Spread::default(),
            side: 0,
            path: Path::new(),
            actions: Vec::new(),
            rng: Pcg64Mcg::new(0),
            simulations: 0,
            steps: 0,
        }
    }

    /// Forgets the last decision; everything random in the next one comes from `rng`.
    pub(super) fn start(&mut self, view: &View<'_>, rng: Pcg64Mcg) {
        self.root = self.tree.reset(view.matta());
        self.side = view.game().side(view.seat());
        self.spread = Spread::default();
        self.set_strategy();
        self.rng = rng;
        self.simulations = 0;
        self.steps = 0;
    }

    fn set_strategy(&mut self) {
        self.strategy = Ucb1::new(self.exploration * self.spread.unit());
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
    pub(super) fn run_portable(&mut self, worlds: &mut Sampler<'_>, leaf: &mut impl Leaf, simulations: u32) {
        for _ in 0..simulations {
            self.simulate(worlds, leaf);
        }
    }

    #[inline(always)]
    fn simulate(&mut self, worlds: &mut Sampler<'_>, leaf: &mut impl Leaf) {
        let game = worlds.game();
        let mut world = *worlds.sample_for_play(&mut self.rng);
        self.descend(game, &mut world);
        self.steps += self.path.len() as u64;
        let mut utilities = [0.0; MAX_SIDES];
        leaf.evaluate(game, &mut world, &mut self.rng, &mut utilities);
        self.tree.backup(&self.path, &utilities);
        self.spread.add(utilities[self.side]);
        self.simulations += 1;
        if self.simulations.is_power_of_two() {
            self.set_strategy();
        }
    }

    /// Goes down until an edge without visits is taken, the hand is over or the tree is full.
    #[inline(always)]
    fn descend(&mut self, game: &Game, world: &mut World) {
        self.path.clear();
        let mut node = self.root;
        while !world.state.is_over() {
            let side = game.side(world.state.seat());
            let edge = self.choose(game, &world.state, node);
            self.path.push(edge, side);
            world.state.apply(game, &world.deal, self.tree.action(edge));
            if self.tree.visits(edge) == 0 {
                return;
            }
            node = match self.tree.child(edge, world.state.matta()) {
                Some(child) => child,
                None => return,
            };
        }
    }

    #[inline(always)]
    fn choose(&mut self, game: &Game, state: &State, node: NodeId) -> EdgeId {
        let edge = if state.is_declaring() {
            state.legal_actions(game, &mut self.actions);
            self.tree.select_listed(node, &self.actions, self.strategy)
        } else {
            let playable = state.playable();
            let missing = playable - self.tree.entered(node);
            if !missing.is_empty() {
                self.enter_one(game, state, node, missing);
            }
            self.tree.select(node, playable, self.strategy)
        };
        edge.expect("a hand that is not over has a legal action")
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

    /// What the root has gathered for each of `actions`; nothing for those that were never tried.
    pub(super) fn root_edges(&self, actions: &[Action]) -> Vec<Edge> {
        actions.iter().map(|&action| self.root_edge(action)).collect()
    }

    fn root_edge(&self, action: Action) -> Edge {
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

    /// The only legal action, where there is no other.
    pub(super) fn only_action(&mut self, view: &View<'_>) -> Option<Action> {
        view.legal_actions(&mut self.actions);
        match self.actions[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The most visited of the legal actions; then the higher mean, then the first in canonical order.
    pub(super) fn most_visited(&mut self, view: &View<'_>) -> Action {
        view.legal_actions(&mut self.actions);
        let mut best = self.root_edge(self.actions[0]);
        for &action in &self.actions[1..] {
            let edge = self.root_edge(action);
            if (edge.visits, edge.mean) > (best.visits, best.mean) {
                best = edge;
            }
        }
        best.action
    }
}
