//! Evaluation of views and worlds by a sparse network and its inputs.

use std::sync::Arc;

use spariglio_engine::{Action, Game, State, View, World};

use super::file::PolicyNet;
use crate::net::choice::NetChoice;
use crate::net::error::NetError;
use crate::net::inputs::{ActionInputs, Encoder, Refusals};
use crate::net::vector::Block;

/// A sparse network with its inputs, for one game.
#[derive(Clone, Debug)]
pub(crate) struct SparseJudge {
    net: Arc<PolicyNet>,
    encoder: Encoder,
    inputs: Vec<u16>,
    actions: ActionInputs,
    hidden: Vec<Block>,
}

impl SparseJudge {
    /// The judge with the chosen network.
    ///
    /// # Errors
    /// The same as for [`NetChoice::load`].
    pub fn load(choice: &NetChoice, game: &Game) -> Result<SparseJudge, NetError> {
        Ok(SparseJudge {
            net: Arc::new(choice.load(game)?),
            encoder: Encoder::new(game),
            inputs: Vec::new(),
            actions: ActionInputs::default(),
            hidden: Vec::new(),
        })
    }

    /// The standard deviation of the margin of a hand, in points.
    pub fn margin_deviation(&self) -> f32 {
        self.net.margin_deviation
    }

    /// The refusals in a view's history.
    pub fn refusals(&self, view: &View<'_>) -> Refusals {
        self.encoder.refusals(view)
    }

    /// The same as [`Encoder::refusals_before`].
    pub fn refusals_before(&self, view: &View<'_>, refusals: &mut Vec<Refusals>) {
        self.encoder.refusals_before(view, refusals);
    }

    /// Adds the refusals of an action that leaves `state`.
    #[inline]
    pub fn note(&self, refusals: &mut Refusals, game: &Game, state: &State, action: Action) {
        self.encoder.note(refusals, game, state, action);
    }

    /// The same as [`SparseJudge::logits`], with the refusals of the view's history.
    pub fn policy(&mut self, view: &View<'_>, actions: &[Action], logits: &mut Vec<f32>) {
        let refusals = self.refusals(view);
        self.logits(view, &refusals, actions, logits);
    }

    /// Replaces `logits` by one per action of the seat to act. Does not run the network if there is only one action.
    pub fn logits(&mut self, view: &View<'_>, refusals: &Refusals, actions: &[Action], logits: &mut Vec<f32>) {
        if actions.len() == 1 {
            logits.clear();
            logits.push(0.0);
            return;
        }
        self.inputs.clear();
        self.encoder.view(view, refusals, &mut self.inputs);
        self.encoder
            .actions(view, actions, self.net.residual, &mut self.actions, logits);
        self.net
            .policy
            .add_logits(&self.inputs, &self.actions, logits, &mut self.hidden);
    }

    /// The critic's expected margin in a world, in points for the side of the seat to act.
    pub fn margin(&mut self, game: &Game, world: &World, refusals: &Refusals) -> f32 {
        let World { deal, state } = world;
        let view = View::new(game, deal, state, state.seat(), false);
        self.inputs.clear();
        let lengths = self.encoder.view_and_world(&view, state, refusals, &mut self.inputs);
        lengths.scored + self.net.critic.value(&self.inputs, &mut self.hidden)
    }
}
