//! The residual: the policy that a network adds its logits to.

use std::fmt;

use serde::{Deserialize, Serialize};
use spariglio_engine::Game;

use crate::book::lookahead::LookaheadPolicy;

/// Points of a score per unit of a logit.
const TEMPERATURE: f32 = 0.25;

/// The policy that a network adds its logits to.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "system", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Residual {
    /// The scores of `formula`, which are inputs of the network too.
    #[default]
    Formula,
    /// The values of `lookahead`, in games of two with deal-rounds that it fits; declarations have the scores of
    /// `formula`. They are inputs too.
    Lookahead,
    /// No policy: all actions are equal.
    None,
}

impl Residual {
    /// Whether the policy exists in a game: `lookahead` does not fit all.
    #[must_use]
    pub fn fits(self, game: &Game) -> bool {
        self != Residual::Lookahead || LookaheadPolicy::fits(game)
    }

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

/// Replaces `logits` by those of some scores; the largest is 0.
pub(super) fn logits(scores: &[f32], logits: &mut Vec<f32>) {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.clear();
    logits.extend(scores.iter().map(|score| (score - best) / TEMPERATURE));
}
