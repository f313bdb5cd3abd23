//! A tree and what it grows with: where descents go, what is entered on the way, what they leave behind.
//!
//! Invariant: the visits of the root's edges add up to the simulations since the root was made, and the root has an edge
//! for every legal action that one of them could reach.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Action, CardSet, Game, State, View, World};

use super::constants::Constants;
use super::descent::{Descent, Halt};
use super::evaluator::{Answer, Evaluator};
use super::halving::Halving;
use super::info_sets::InfoSetNodes;
use super::spread::Spread;
use super::tree::{Edge, EdgeId, MAX_SIDES, NodeId, Strategy, Tree, Ucb1, Utilities};

/// The tree stops growing here: at two gigabytes or so.
const MOST_NODES: u32 = 1 << 22;

/// A tree, what it grows with, and the buffers that are kept between decisions.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    tree: Tree,
    root: NodeId,
    constants: Constants,
    /// The constants in utilities.
    strategy: Strategy,
    /// Present where every seat has a tree of its own.
    info_sets: Option<InfoSetNodes>,
    /// Present where the root is searched by sequential halving.
    halving: Option<Halving>,
    /// Of each side's utilities; with two sides of the root's only, the other's are the same turned round.
    spreads: [Spread; MAX_SIDES],
    /// The side of the seat to act at the root.
    side: usize,
    /// Whether partners see each other's hand cards.
    partners_open: bool,
    /// The legal actions at the root: a kept tree may have more edges there, of cards that were not dealt.
    legal: Vec<Action>,
    actions: Vec<Action>,
    priors: Vec<f32>,
    rng: Pcg64Mcg,
    simulations: u32,
    steps: u64,
}

impl Growth {
    /// A tree; with `multiple` observers one for each seat.
    pub(super) fn new(constants: Constants, multiple: bool) -> Growth {
        let mut tree = Tree::new(MOST_NODES);
        let root = tree.reset(0);
        Growth {
            tree,
            root,
            constants,
            strategy: Strategy::Ucb1(Ucb1::new(0.0, 0.0)),
            info_sets: multiple.then(InfoSetNodes::new),
            halving: None,
            spreads: [Spread::default(); MAX_SIDES],
            side: 0,
            partners_open: false,
            legal: Vec::new(),
            actions: Vec::new(),
            priors: Vec::new(),
            rng: Pcg64Mcg::new(0),
            simulations: 0,
            steps: 0,
        }
    }

    /// Whether partners see each other's hand cards in the decisions to come.
    pub(super) fn note_partners(&mut self, open: bool) {
        self.partners_open = open;
    }

    /// Searches the root by sequential halving from now on. The evaluators of the searches to come have priors.
    pub(super) fn halve_root(&mut self) {
        self.halving = Some(Halving::new());
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
        if let Some(halving) = &mut self.halving {
            halving.clear();
        }
    }

    /// Whether the root is searched by sequential halving.
    pub(super) fn halves(&self) -> bool {
        self.halving.is_some()
    }

    /// Sequential halving at the root, where that is how it is searched.
    pub(super) fn halving(&mut self) -> Option<&mut Halving> {
        self.halving.as_mut()
    }

    /// What sequential halving chooses, now that the budget is spent.
    pub(super) fn choice(&mut self) -> Option<Action> {
        let unit = self.unit();
        self.halving.as_mut()?.choice(&self.tree, unit)
    }

    /// Standard deviation of the utility of the side to act at the root.
    pub(super) fn unit(&self) -> f32 {
        self.spreads[self.side].unit()
    }

    fn set_strategy(&mut self) {
        self.strategy = self.constants.strategy(self.spreads[self.side]);
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

    /// Where descents begin.
    #[inline(always)]
    pub(super) fn root(&self) -> NodeId {
        self.root
    }

    /// What the worlds of descents are drawn with.
    #[inline(always)]
    pub(super) fn rng(&mut self) -> &mut Pcg64Mcg {
        &mut self.rng
    }

    /// The legal actions at the root, in canonical order.
    pub(super) fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// Whether partners see each other's hand cards.
    pub(super) fn partners_open(&self) -> bool {
        self.partners_open
    }

    /// Takes a descent to its end, unless it has to wait; true where it has ended.
    #[inline(always)]
    pub(super) fn go_on<E: Evaluator>(&mut self, game: &Game, descent: &mut Descent, evaluator: &mut E) -> bool {
        let mut utilities = [0.0; MAX_SIDES];
        self.begin_descent(evaluator);
        match self.descend(game, descent, evaluator, &mut utilities) {
            Halt::Waiting => return false,
            Halt::Settled => {}
            Halt::Leaf => evaluator.evaluate(game, &mut descent.world, &mut self.rng, &mut utilities),
        }
        if E::JUDGES_VIEWS {
            self.tree.call_back(&descent.path);
        }
        self.end(game, descent, &utilities, E::JUDGES_VIEWS);
        true
    }

    /// Ends a descent that waited, with the utilities of the node where it stands.
    pub(super) fn end_judged(&mut self, game: &Game, descent: &mut Descent, utilities: &Utilities) {
        self.tree.call_back(&descent.path);
        self.end(game, descent, utilities, true);
    }

    #[inline(always)]
    fn end(&mut self, game: &Game, descent: &mut Descent, utilities: &Utilities, guided: bool) {
        descent.is_under_way = false;
        self.steps += descent.path.len() as u64;
        self.tree.backup(&descent.path, utilities);
        self.count(game, utilities);
        self.simulations += 1;
        if guided || self.simulations.is_power_of_two() {
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

    /// As [`Growth::go_on`], with an evaluator that judges worlds, for a descent whose first action is given; its utilities.
    #[inline(always)]
    pub(super) fn go_below<E: Evaluator>(
        &mut self,
        game: &Game,
        descent: &mut Descent,
        action: Action,
        evaluator: &mut E,
    ) -> Utilities {
        let mut utilities = [0.0; MAX_SIDES];
        self.begin_descent(evaluator);
        let edge = self.tree.find_or_enter(descent.node, action);
        let halt = match self.take(game, descent, edge, evaluator, &mut utilities) {
            Some(halt) => halt,
            None => self.descend(game, descent, evaluator, &mut utilities),
        };
        if halt == Halt::Leaf {
            evaluator.evaluate(game, &mut descent.world, &mut self.rng, &mut utilities);
        }
        self.end(game, descent, &utilities, false);
        utilities
    }

    #[inline(always)]
    fn begin_descent<E: Evaluator>(&mut self, evaluator: &mut E) {
        if let Some(info_sets) = &mut self.info_sets {
            info_sets.begin();
        }
        evaluator.begin();
    }

    /// Goes down until the evaluator settles the utilities or has to be waited for, an edge without visits is taken (where
    /// worlds are judged), the hand is over or the tree is full.
    #[inline(always)]
    fn descend<E: Evaluator>(
        &mut self,
        game: &Game,
        descent: &mut Descent,
        evaluator: &mut E,
        utilities: &mut Utilities,
    ) -> Halt {
        while !descent.world.state.is_over() {
            let Some(edge) = self.choose(game, descent, evaluator) else {
                return Halt::Waiting;
            };
            if let Some(halt) = self.take(game, descent, edge, evaluator, utilities) {
                return halt;
            }
        }
        Halt::Leaf
    }

    /// Takes an edge; where it comes to a halt, if it does.
    #[inline(always)]
    fn take<E: Evaluator>(
        &mut self,
        game: &Game,
        descent: &mut Descent,
        edge: EdgeId,
        evaluator: &mut E,
        utilities: &mut Utilities,
    ) -> Option<Halt> {
        descent.path.push(edge, game.side(descent.world.state.seat()));
        if E::JUDGES_VIEWS {
            self.tree.send(edge);
        }
        let World { deal, state } = &mut descent.world;
        self.tree.ask_ahead(edge);
        let action = self.tree.action(edge);
        evaluator.note(game, state, action);
        state.apply(game, deal, action);
        if evaluator.settle(game, &descent.world, utilities) {
            return Some(Halt::Settled);
        }
        if !E::JUDGES_VIEWS && self.tree.visits(edge) == 0 {
            return Some(Halt::Leaf);
        }
        let child = self.next_node(game, edge, &descent.world.state);
        match child {
            Some(child) => descent.node = child,
            None => return Some(Halt::Leaf),
        }
        None
    }

    #[inline(always)]
    fn next_node(&mut self, game: &Game, edge: EdgeId, state: &State) -> Option<NodeId> {
        match &mut self.info_sets {
            None => self.tree.child(edge, state.matta()),
            Some(info_sets) => {
                let action = self.tree.action(edge);
                let seen = if self.partners_open {
                    seen(game, state)
                } else {
                    CardSet::EMPTY
                };
                info_sets.node(action, state, seen, || self.tree.loose_node())
            }
        }
    }

    /// The edge to take, none where an answer has to be waited for.
    #[inline(always)]
    fn choose<E: Evaluator>(&mut self, game: &Game, descent: &mut Descent, evaluator: &mut E) -> Option<EdgeId> {
        let state = &descent.world.state;
        let node = descent.node;
        if let Some(action) = evaluator.known(game, &descent.world) {
            return Some(self.tree.find_or_enter(node, action));
        }
        let edge = if state.is_declaring() {
            state.legal_actions(game, &mut self.actions);
            if evaluator.has_priors() && !self.has_all(node, E::JUDGES_VIEWS) {
                match self.ask(game, descent, evaluator) {
                    Answer::Now => self.enter_listed(node, None),
                    Answer::Later(_) => return None,
                }
            }
            if let Some(edge) = self.halve(node) {
                return Some(edge);
            }
            let strategy = self.strategy_at(game, descent);
            self.tree.select_listed(node, &self.actions, strategy)
        } else {
            let playable = state.playable();
            let missing = playable - self.tree.entered(node);
            if !missing.is_empty() {
                if evaluator.has_priors() {
                    state.legal_actions(game, &mut self.actions);
                    if E::JUDGES_VIEWS && self.actions.len() == 1 {
                        return Some(self.tree.find_or_enter(node, self.actions[0]));
                    }
                    match self.ask(game, descent, evaluator) {
                        Answer::Now => self.enter_listed(node, Some(missing)),
                        Answer::Later(_) => return None,
                    }
                } else {
                    self.enter_one(game, state, node, missing);
                }
            }
            if let Some(edge) = self.halve(node) {
                return Some(edge);
            }
            let strategy = self.strategy_at(game, descent);
            self.tree.select(node, playable, strategy)
        };
        Some(edge.expect("a hand that is not over has a legal action"))
    }

    /// The edge that sequential halving takes, if the node is the root and searched so.
    #[inline(always)]
    fn halve(&mut self, node: NodeId) -> Option<EdgeId> {
        if node != self.root {
            return None;
        }
        let unit = self.unit();
        let halving = self.halving.as_mut()?;
        Some(halving.next(&self.tree, node, &self.legal, self.simulations, unit))
    }

    /// Asks for the priors of the listed actions; a descent that has to wait for them notes their row.
    fn ask<E: Evaluator>(&mut self, game: &Game, descent: &mut Descent, evaluator: &mut E) -> Answer {
        let World { deal, state } = &descent.world;
        let view = View::new(game, deal, state, state.seat(), self.partners_open);
        let answer = evaluator.ask(&view, &self.actions, &mut self.priors);
        if let Answer::Later(row) = answer {
            descent.row = Some(row);
        }
        answer
    }

    /// The strategy with what it takes untried actions for: with two sides the last edge's mean, from the side to act; with
    /// more the mean of all simulations for that side, or the node's own value where it was judged.
    #[inline(always)]
    fn strategy_at(&self, game: &Game, descent: &Descent) -> Strategy {
        let side = game.side(descent.world.state.seat());
        match self.strategy {
            Strategy::Puct(puct) if game.sides() > 2 => Strategy::Puct(puct.with_first(self.spreads[side].mean())),
            Strategy::Puct(puct) => match descent.path.last() {
                Some((edge, mover)) => Strategy::Puct(puct.with_first(self.mean_for(side, edge, mover))),
                None => self.strategy,
            },
            Strategy::Guided(guided) => Strategy::Guided(guided.with_first(self.node_value(game, side, descent))),
            Strategy::Ucb1(_) | Strategy::Tuned(_) => self.strategy,
        }
    }

    /// Mean utility of an edge for one of two sides.
    #[inline(always)]
    fn mean_for(&self, side: usize, edge: EdgeId, mover: usize) -> f32 {
        let mean = self.tree.mean(edge);
        if mover == side { mean } else { -mean }
    }

    /// Mean utility, for the side to act, of the simulations through the node where a descent stands; with more than two
    /// sides, and where there were none, the node's own value.
    fn node_value(&self, game: &Game, side: usize, descent: &Descent) -> f32 {
        let judged = self.tree.value(descent.node).unwrap_or(0.0);
        match descent.path.last() {
            None => {
                let count = self.simulations as f32;
                (judged + count * self.spreads[side].mean()) / (1.0 + count)
            }
            Some((edge, mover)) if game.sides() == 2 && self.tree.visits(edge) > 0 => self.mean_for(side, edge, mover),
            Some(_) => judged,
        }
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

    /// Whether the node has all listed actions, where `judged` with their priors.
    fn has_all(&self, node: NodeId, judged: bool) -> bool {
        let has = |&action: &Action| {
            let edge = self.tree.find(node, action);
            edge.is_some_and(|edge| !judged || self.tree.prior(edge) > 0.0)
        };
        self.actions.iter().all(has)
    }

    /// Enters the listed actions of the missing cards, or the listed declarations that the node lacks, with their priors.
    fn enter_listed(&mut self, node: NodeId, missing: Option<CardSet>) {
        for (&action, &prior) in self.actions.iter().zip(&self.priors) {
            let is_new = match missing {
                Some(cards) => action.card().is_some_and(|card| cards.contains(card)),
                None => self.tree.find(node, action).is_none(),
            };
            if is_new {
                let edge = self.tree.enter(node, action);
                self.tree.set_prior(edge, prior);
            }
        }
        self.tree.mark_entered(node, missing.unwrap_or(CardSet::EMPTY));
    }

    /// Notes how the node where a descent waited was judged: `weights` of its `actions`, in proportion to their priors, for
    /// those that have none yet, and the utility for the side to act. True where the node was judged for the first time.
    pub(super) fn learn(&mut self, descent: &Descent, actions: &[Action], weights: &[f32], value: f32) -> bool {
        let node = descent.node;
        for (&action, &weight) in actions.iter().zip(weights) {
            let edge = self.tree.find_or_enter(node, action);
            if self.tree.prior(edge) == 0.0 {
                self.tree.set_prior(edge, weight);
            }
        }
        if !descent.world.state.is_declaring() {
            self.tree.mark_entered(node, descent.world.state.playable());
        }
        let is_first = self.tree.value(node).is_none();
        if is_first {
            self.tree.set_value(node, value);
        }
        is_first
    }

    /// Notes how the root was judged: `priors` of its legal actions, and the utility for the side to act.
    pub(super) fn learn_root(&mut self, priors: &[f32], value: f32, playable: CardSet) {
        for (&action, &prior) in self.legal.iter().zip(priors) {
            let edge = self.tree.find_or_enter(self.root, action);
            self.tree.set_prior(edge, prior);
        }
        self.tree.mark_entered(self.root, playable);
        self.tree.set_value(self.root, value);
    }

    /// Whether the most visited of the legal actions keeps its place, and is chosen, whatever the next `left` simulations do.
    pub(super) fn is_decided(&self, left: u32) -> bool {
        if self.halves() {
            return false;
        }
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
            prior: 0.0,
        };
        self.tree
            .find(self.root, action)
            .map_or(nothing, |edge| self.tree.edge(edge))
    }
}

/// The hand cards that partners of the seat to act hold.
fn seen(game: &Game, state: &State) -> CardSet {
    let own = state.seat();
    let partners = (0..game.players()).filter(|&seat| seat != own && game.side(seat) == game.side(own));
    partners.fold(CardSet::EMPTY, |cards, seat| cards | state.hand_cards(seat))
}
