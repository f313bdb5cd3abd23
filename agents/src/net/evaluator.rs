//! What gives a search its priors and values: the network, or a stand-in for it in tests.
//!
//! Invariant: the evaluation of a row depends on the row alone, never on the others of its batch.

use std::sync::Arc;

use spariglio_engine::Game;

use super::batch::EvalBatch;
use super::forward::{Heads, Scratch};
use super::kernel::{Checked, Level, run};
use super::network::Network;

/// Gives every row of a batch a value and logits.
pub trait Evaluator: Send {
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

    /// The same on a given level, or the portable one where the processor lacks it.
    pub fn with_level(network: Arc<Network>, game: &Game, level: Level) -> NetEvaluator {
        NetEvaluator {
            bias: network.bias_with_rules(game),
            scratch: Scratch::new(&network),
            level: Checked::new(level),
            network,
        }
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, batch: &mut EvalBatch) {
        let (input, values, logits) = batch.parts();
        let heads = Heads {
            values,
            logits,
            points: None,
        };
        run(self.level, &self.network, &self.bias, input, &mut self.scratch, heads);
    }
}
