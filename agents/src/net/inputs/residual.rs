//! The residual: the policy that a network adds its logits to.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Points of the formula per unit of a logit.
const TEMPERATURE: f32 = 0.25;

/// The policy that a network adds its logits to.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Residual {
    /// The scores of `formula`, which are inputs of the network too.
    #[default]
    Formula,
    /// The values of `lookahead`, or the scores of `formula` in games that it does not fit. They are inputs too.
    Lookahead,
    /// No policy: all actions are equal.
    None,
}

impl Residual {
    /// The residual that a word names.
    #[must_use]
    pub fn named(word: &str) -> Option<Residual> {
        [Residual::Formula, Residual::Lookahead, Residual::None]
            .into_iter()
            .find(|residual| residual.to_string() == word)
    }
}

impl fmt::Display for Residual {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Residual::Formula => "formula",
            Residual::Lookahead => "lookahead",
            Residual::None => "none",
        })
    }
}

/// Replaces `logits` by those of the scores of `formula`; the largest is 0.
pub(super) fn logits(scores: &[f32], logits: &mut Vec<f32>) {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.clear();
    logits.extend(scores.iter().map(|score| (score - best) / TEMPERATURE));
}
