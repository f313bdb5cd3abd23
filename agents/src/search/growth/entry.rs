//! Actions enter the tree: those of one card, those listed with priors, those that were judged elsewhere.

use spariglio_engine::random::below;
use spariglio_engine::{Action, CardSet, Game, State};

use super::TreeSearchState;
use crate::search::descent::Descent;
use crate::search::tree::NodeId;

impl TreeSearchState {
    /// Enters the actions of one of the missing cards.
    #[inline(always)]
    pub(super) fn enter_one(&mut self, game: &Game, state: &State, node: NodeId, missing: CardSet) {
        let card = missing.nth(below(&mut self.rng, missing.len()));
        state.card_actions(game, card, &mut self.actions);
        for &action in &self.actions {
            self.tree.enter(node, action);
        }
        self.tree.mark_entered(node, CardSet::single(card));
    }

    /// Whether every listed action has an edge (and a prior, if `judged`).
    pub(super) fn has_all(&self, node: NodeId, judged: bool) -> bool {
        let has = |&action: &Action| {
            let edge = self.tree.find(node, action);
            edge.is_some_and(|edge| !judged || self.tree.prior(edge) > 0.0)
        };
        self.actions.iter().all(has)
    }

    /// Enters the listed actions of the missing cards, or the listed declarations that the node lacks, with their
    /// priors.
    pub(super) fn enter_listed(&mut self, node: NodeId, missing: Option<CardSet>) {
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

    /// Notes how the node of a waiting descent was judged: `weights` of its `actions`, in proportion to their priors,
    /// for those without a prior, and the utility for the side to act. Returns `true` if this was the node's first
    /// judgement.
    pub(in crate::search) fn learn(
        &mut self,
        descent: &Descent,
        actions: &[Action],
        weights: &[f32],
        value: f32,
    ) -> bool {
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
    pub(in crate::search) fn learn_root(&mut self, priors: &[f32], value: f32, playable: CardSet) {
        for (&action, &prior) in self.legal.iter().zip(priors) {
            let edge = self.tree.find_or_enter(NodeId::ROOT, action);
            self.tree.set_prior(edge, prior);
        }
        self.tree.mark_entered(NodeId::ROOT, playable);
        self.tree.set_value(NodeId::ROOT, value);
    }
}
