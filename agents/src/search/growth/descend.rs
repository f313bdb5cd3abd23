//! One simulation: down the tree to a halt, and its utilities back up.

use spariglio_engine::{Action, CardSet, Game, State, View, World};

use super::TreeSearchState;
use crate::search::descent::{Descent, DescentEnd};
use crate::search::evaluator::{Arrival, Evaluator};
use crate::search::tree::{EdgeId, MAX_SIDES, NodeId, Strategy, Utilities};

impl TreeSearchState {
    /// Takes a descent to its end. Returns `false` if it has to wait for an answer.
    #[inline(always)]
    pub(in crate::search) fn run_descent<E: Evaluator>(
        &mut self,
        game: &Game,
        descent: &mut Descent,
        evaluator: &mut E,
    ) -> bool {
        let mut utilities = [0.0; MAX_SIDES];
        self.begin_descent(evaluator);
        match self.descend(game, descent, evaluator, &mut utilities) {
            DescentEnd::Waiting => return false,
            DescentEnd::Settled => {}
            DescentEnd::Leaf => evaluator.evaluate(game, &mut descent.world, &mut self.rng, &mut utilities),
        }
        if E::JUDGES_VIEWS {
            self.tree.call_back(&descent.path);
        }
        self.end(game, descent, &utilities, E::JUDGES_VIEWS);
        true
    }

    /// Ends a descent that waited, with the utilities of its node.
    pub(in crate::search) fn end_judged(&mut self, game: &Game, descent: &mut Descent, utilities: &Utilities) {
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

    /// As [`TreeSearchState::run_descent`] with a given first action, for an evaluator that judges worlds. Returns the
    /// utilities.
    #[inline(always)]
    pub(in crate::search) fn go_below<E: Evaluator>(
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
        if halt == DescentEnd::Leaf {
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

    /// Goes down until the evaluator settles the utilities or has to be waited for, the hand is over or the tree is
    /// full; if worlds are judged, also until an edge without visits is taken.
    #[inline(always)]
    fn descend<E: Evaluator>(
        &mut self,
        game: &Game,
        descent: &mut Descent,
        evaluator: &mut E,
        utilities: &mut Utilities,
    ) -> DescentEnd {
        while !descent.world.state.is_over() {
            let Some(edge) = self.choose(game, descent, evaluator) else {
                return DescentEnd::Waiting;
            };
            if let Some(halt) = self.take(game, descent, edge, evaluator, utilities) {
                return halt;
            }
        }
        DescentEnd::Leaf
    }

    /// Takes an edge. Returns the halt if the descent ends there.
    #[inline(always)]
    fn take<E: Evaluator>(
        &mut self,
        game: &Game,
        descent: &mut Descent,
        edge: EdgeId,
        evaluator: &mut E,
        utilities: &mut Utilities,
    ) -> Option<DescentEnd> {
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
            return Some(DescentEnd::Settled);
        }
        if !E::JUDGES_VIEWS && self.tree.visits(edge) == 0 {
            return Some(DescentEnd::Leaf);
        }
        let child = self.next_node(game, edge, &descent.world.state);
        match child {
            Some(child) => descent.node = child,
            None => return Some(DescentEnd::Leaf),
        }
        None
    }

    #[inline(always)]
    fn next_node(&mut self, game: &Game, edge: EdgeId, state: &State) -> Option<NodeId> {
        match &mut self.info_sets {
            None => self.tree.child(edge, state.matta()),
            Some(info_sets) => {
                let action = self.tree.action(edge);
                let open_cards = if self.partners_open || game.rules().deal.open {
                    seen(game, state)
                } else {
                    CardSet::EMPTY
                };
                info_sets.node(action, state, open_cards, || self.tree.loose_node())
            }
        }
    }

    /// The edge to take; `None` if an answer has to be waited for.
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
                    Arrival::Now => self.enter_listed(node, None),
                    Arrival::Later(_) => return None,
                }
            }
            if let Some(edge) = self.rule_edge(node) {
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
                        Arrival::Now => self.enter_listed(node, Some(missing)),
                        Arrival::Later(_) => return None,
                    }
                } else {
                    self.enter_one(game, state, node, missing);
                }
            }
            if let Some(edge) = self.rule_edge(node) {
                return Some(edge);
            }
            let strategy = self.strategy_at(game, descent);
            self.tree.select(node, playable, strategy)
        };
        Some(edge.expect("a hand that is not over has a legal action"))
    }

    /// The edge that the root's rule takes, if the node is the root and has a rule.
    #[inline(always)]
    fn rule_edge(&mut self, node: NodeId) -> Option<EdgeId> {
        if node != NodeId::ROOT {
            return None;
        }
        self.ask_rule(|rule, root| rule.next(root))
    }

    /// Asks for the priors of the listed actions. A descent that has to wait for them notes their row.
    fn ask<E: Evaluator>(&mut self, game: &Game, descent: &mut Descent, evaluator: &mut E) -> Arrival {
        let World { deal, state } = &descent.world;
        let view = View::new(game, deal, state, state.seat(), self.partners_open);
        let answer = evaluator.ask(&view, &self.actions, &mut self.priors);
        if let Arrival::Later(row) = answer {
            descent.row = Some(row);
        }
        answer
    }

    /// The strategy with the value of untried actions: with two sides the last edge's mean for the side to act; with
    /// more the mean of all simulations for that side, or the node's own value if it was judged.
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
            Strategy::Ucb1(_) => self.strategy,
        }
    }

    /// Mean utility of an edge for one of two sides.
    #[inline(always)]
    fn mean_for(&self, side: usize, edge: EdgeId, mover: usize) -> f32 {
        let mean = self.tree.mean(edge);
        if mover == side { mean } else { -mean }
    }

    /// Mean utility, for the side to act, of the simulations through the descent's node. The node's own value if there
    /// were none, or with more than two sides.
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
}

/// The hand cards of the partners of the seat to act.
fn seen(game: &Game, state: &State) -> CardSet {
    let own = state.seat();
    let is_seen = |&seat: &usize| seat != own && (game.rules().deal.open || game.side(seat) == game.side(own));
    let others = (0..game.players()).filter(is_seen);
    others.fold(CardSet::EMPTY, |cards, seat| cards | state.hand_cards(seat))
}
