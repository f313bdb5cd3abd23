//! The probe of a dense network: what it says of the decisions of some hands, before it is used.
//!
//! Weights that are numbers can still have outputs that are none, because sums and products overflow. A sparse network cannot:
//! its weights are of type `f16`, at most 65,504, so an output stays below 10^16.

use std::path::Path;
use std::sync::Arc;

use spariglio_engine::{Game, View};

use super::batch::EvalBatch;
use super::error::NetError;
use super::evaluator::{BatchEvaluator, NetEvaluator};
use super::network::Network;
use super::positions::positions;

/// Decisions that are asked about: some hands.
const DECISIONS: usize = 512;

/// Checks that the values and logits of the decisions of some fixed hands are finite; `path`, the file of weights, is named in the
/// error.
///
/// # Errors
/// The first output that is not.
pub(super) fn check_outputs(path: &Path, network: &Arc<Network>, game: &Game) -> Result<(), NetError> {
    let mut batch = decisions(game);
    NetEvaluator::new(network.clone(), game).evaluate(&mut batch);
    for row in 0..batch.len() {
        let outputs = std::iter::once(("value", batch.value(row)));
        let mut outputs = outputs.chain(batch.logits(row).iter().map(|&logit| ("logit", logit)));
        if let Some((output, found)) = outputs.find(|(_, found)| !found.is_finite()) {
            return Err(NetError::Overflow {
                path: path.to_owned(),
                output,
                found,
            });
        }
    }
    Ok(())
}

/// Some decisions, as rows.
fn decisions(game: &Game) -> EvalBatch {
    let (mut batch, mut actions) = (EvalBatch::new(), Vec::new());
    for (deal, state) in positions(game, DECISIONS) {
        let view = View::new(game, &deal, &state, state.seat(), false);
        view.legal_actions(&mut actions);
        batch.push(&view, &actions);
    }
    batch
}
