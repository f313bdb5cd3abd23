//! The constants of a search, and the strategy that they give for the current spread of utilities.

use super::config::{SearchConfig, Selection};
use super::spread::Spread;
use super::tree::{GuidedPuct, Puct, Strategy, Ucb1};

/// The constants of selection, in standard deviations of the utility.
#[derive(Copy, Clone, Debug)]
pub(super) struct Constants {
    selection: Selection,
    exploration: f32,
    /// Present if an evaluator of views guides: then `selection` has no effect.
    reduction: Option<f32>,
}

impl Constants {
    pub(super) fn new(config: &SearchConfig) -> Constants {
        Constants { selection: config.selection, exploration: config.exploration, reduction: None }
    }

    /// Constants for an evaluator of views. An untried action counts as `reduction` worse than its node.
    pub(super) fn guided(config: &SearchConfig, reduction: f32) -> Constants {
        Constants { reduction: Some(reduction), ..Constants::new(config) }
    }

    /// UCB1 without priors.
    pub(super) fn plain(exploration: f32) -> Constants {
        Constants { selection: Selection::Ucb1, exploration, reduction: None }
    }

    /// The strategy in utilities, scaled by the spread of the root side's utilities.
    pub(super) fn strategy(self, spread: Spread) -> Strategy {
        let unit = spread.unit();
        let c = self.exploration * unit;
        if let Some(reduction) = self.reduction {
            return Strategy::Guided(GuidedPuct::new(c, reduction * unit));
        }
        match self.selection {
            Selection::Ucb1 => Strategy::Ucb1(Ucb1::new(c)),
            Selection::Puct => Strategy::Puct(Puct::new(c, spread.mean())),
        }
    }
}
