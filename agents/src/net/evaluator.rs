//! What gives a search its priors and values: the network, or a stand-in for it in tests.
//!
//! Invariant: the evaluation of a row depends on the row alone, never on the others of its batch.

use std::sync::Arc;

use spariglio_engine::vector::Level;
use spariglio_engine::{Action, Game};

use super::batch::EvalBatch;
use super::forward::{Forward, Heads, Input, Scratch};
use super::kernel::{Checked, run};
use super::network::Network;
use super::tensors::POINTS;
use crate::features::FEATURES;

/// Gives every row of a batch a value and logits.
pub trait BatchEvaluator: Send {
    /// Evaluates all rows of `batch`.
    fn evaluate(&mut self, batch: &mut EvalBatch);
}

/// A network that evaluates views of one game.
#[derive(Clone, Debug)]
pub struct NetEvaluator {
    network: Arc<Network>,
    /// Bias of the first layer with the features of the rule set.
    bias: Vec<f32>,
    scratch: Scratch,
    level: Checked,
}

impl NetEvaluator {
    /// An evaluator for views of `game`, on the best level of this processor.
    pub fn new(network: Arc<Network>, game: &Game) -> NetEvaluator {
        NetEvaluator::with_level(network, game, Level::detect())
    }

    /// The same on a given level, or on the best one below it that the processor has.
    pub fn with_level(network: Arc<Network>, game: &Game, level: Level) -> NetEvaluator {
        NetEvaluator {
            bias: network.bias_with_rules(game),
            scratch: Scratch::new(&network),
            level: Checked::new(level),
            network,
        }
    }
}

impl BatchEvaluator for NetEvaluator {
    fn evaluate(&mut self, batch: &mut EvalBatch) {
        let (input, values, logits) = batch.parts();
        let heads = Heads {
            values,
            logits,
            points: None,
        };
        let forward = Forward {
            network: &self.network,
            bias: &self.bias,
            input,
            scratch: &mut self.scratch,
            heads,
        };
        run(self.level, forward);
    }
}

/// All outputs for one row of features.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// Utility of the hand for the side of the seat to act.
    pub value: f32,
    /// A number for each action, the logarithm of its probability up to a constant.
    pub logits: Vec<f32>,
    /// Points head: `[6 relative sides][12 kinds]`, 72 numbers.
    pub points: Vec<f32>,
}

impl Network {
    /// All outputs for one whole row of [`FEATURES`] bytes. For comparisons: it allocates.
    ///
    /// # Panics
    /// If the row has another length.
    pub fn evaluate_features(&self, features: &[u8], actions: &[Action]) -> Output {
        assert_eq!(features.len(), FEATURES, "a row of features has a fixed length");
        let nonzero = features.iter().enumerate().filter(|&(_, &value)| value > 0);
        let row: Vec<(u16, u8)> = nonzero.map(|(i, &value)| (i as u16, value)).collect();
        let mut scratch = Scratch::new(self);
        let mut output = Output {
            value: 0.0,
            logits: vec![0.0; actions.len()],
            points: vec![0.0; self.points.width],
        };
        let heads = Heads {
            values: std::slice::from_mut(&mut output.value),
            logits: &mut output.logits,
            points: Some(&mut output.points),
        };
        let input = Input {
            feature_starts: &[0, row.len() as u32],
            features: &row,
            action_starts: &[0, actions.len() as u32],
            actions,
        };
        let level = Checked::new(Level::detect());
        let forward = Forward {
            network: self,
            bias: &self.input.bias,
            input,
            scratch: &mut scratch,
            heads,
        };
        run(level, forward);
        output.points.truncate(POINTS);
        output
    }
}
