//! Shares of hands or matches that are won, tied and lost.

use serde::Serialize;
use spariglio_stats::Estimate;

/// Percent won, tied and lost, from one agent's or one side's point of view.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcomes {
    /// Percent won.
    pub win: Estimate,
    /// Percent tied: level matches, or hands with equal points.
    pub tie: Estimate,
    /// Percent lost.
    pub loss: Estimate,
}

impl Outcomes {
    /// The shares won, tied and lost.
    #[must_use]
    pub fn new([win, tie, loss]: [Estimate; 3]) -> Outcomes {
        Outcomes { win, tie, loss }
    }

    /// The means: percent won, tied and lost.
    #[must_use]
    pub fn percent(&self) -> [f64; 3] {
        self.all().map(|share| share.mean)
    }

    /// The shares won, tied and lost.
    #[must_use]
    pub fn all(&self) -> [Estimate; 3] {
        [self.win, self.tie, self.loss]
    }
}
