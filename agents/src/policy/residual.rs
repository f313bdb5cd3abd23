//! The residual: the policy that a network adds its logits to.

use serde::{Deserialize, Serialize};
use spariglio_engine::{Action, View};

use crate::book::formula::FormulaPolicy;

/// Points of the formula that make one unit of a logit.
const TEMPERATURE: f32 = 0.25;

/// What a network adds its logits to.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Residual {
    /// The scores of `formula`, which are inputs of the network too.
    #[default]
    Formula,
    /// Nothing: all actions are equal.
    None,
}

impl Residual {
    /// The scores of a view's actions that are inputs; none where there is no formula in it.
    pub fn score(self, formula: &FormulaPolicy, view: &View<'_>, actions: &[Action], scores: &mut Vec<f32>) {
        match self {
            Residual::Formula => formula.score(view, actions, scores),
            Residual::None => scores.clear(),
        }
    }

    /// The logits that the scores make, the largest of them 0.
    pub fn logits(self, scores: &[f32], actions: usize, logits: &mut Vec<f32>) {
        logits.clear();
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        logits.extend(scores.iter().map(|score| (score - best) / TEMPERATURE));
        logits.resize(actions, 0.0);
    }
}
