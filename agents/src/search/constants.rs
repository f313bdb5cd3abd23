//! The constants of a search, and the strategy that they give for the current spread of utilities.

use super::config::{SearchConfig, Selection};
use super::spread::Spread;
use super::tree::{GuidedPuct, Puct, Strategy, Ucb1};

/// First-play urgency of a search that an evaluator of views guides: an action without visits counts as this much worse
/// than its node when all priors have been tried.
const FIRST_PLAY_URGENCY: f32 = 0.25;

/// The constants of selection, in standard deviations of the utility.
#[derive(Copy, Clone, Debug)]
pub(super) struct Constants {
    /// `None` if an evaluator of views guides.
    selection: Option<Selection>,
    exploration: f32,
}

impl Constants {
    pub(super) fn new(config: &SearchConfig) -> Constants {
        Constants { selection: Some(config.selection), exploration: config.exploration }
    }

    /// Constants for an evaluator of views.
    pub(super) fn guided(exploration: f32) -> Constants {
        Constants { selection: None, exploration }
    }

    /// UCB1 without priors.
    pub(super) fn plain(exploration: f32) -> Constants {
        Constants { selection: Some(Selection::Ucb1), exploration }
    }

    /// The strategy in utilities, scaled by the spread of the root side's utilities.
    pub(super) fn strategy(self, spread: Spread) -> Strategy {
        let unit = spread.unit();
        let c = self.exploration * unit;
        match self.selection {
            None => Strategy::Guided(GuidedPuct::new(c, FIRST_PLAY_URGENCY * unit)),
            Some(Selection::Ucb1) => Strategy::Ucb1(Ucb1::new(c)),
            Some(Selection::Puct) => Strategy::Puct(Puct::new(c, spread.mean())),
        }
    }
}
