//! What a sparse network says of a view, for the agent `net`.

use spariglio_engine::{Action, Game, View};

use super::file::PolicyNet;
use crate::inputs::{ActionInputs, Encoder};
use crate::net::agent::ViewPolicy;
use crate::net::vector::Block;

/// A sparse network with its inputs.
pub(crate) struct SparsePolicy {
    net: PolicyNet,
    encoder: Encoder,
    inputs: Vec<u16>,
    actions: ActionInputs,
    hidden: Vec<Block>,
}

impl SparsePolicy {
    /// The policy of a network for `game`.
    pub fn new(net: PolicyNet, game: &Game) -> SparsePolicy {
        SparsePolicy {
            net,
            encoder: Encoder::new(game),
            inputs: Vec::new(),
            actions: ActionInputs::default(),
            hidden: Vec::new(),
        }
    }
}

impl ViewPolicy for SparsePolicy {
    fn judge(&mut self, view: &View<'_>, actions: &[Action], logits: &mut Vec<f32>) -> f32 {
        if actions.len() == 1 {
            logits.clear();
            logits.push(0.0);
            return 0.0;
        }
        self.inputs.clear();
        let refusals = self.encoder.refusals(view);
        self.encoder.view(view, &refusals, &mut self.inputs);
        self.encoder
            .actions(view, actions, self.net.residual, &mut self.actions, logits);
        self.net
            .policy
            .add_logits(&self.inputs, &self.actions, logits, &mut self.hidden);
        0.0
    }
}
