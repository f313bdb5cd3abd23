//! The location of hidden cards as the seat to act could infer it, and how accurate that was.

use serde::{Deserialize, Serialize};
use spariglio_agents::search::PairedSearch;
use spariglio_engine::{Card, State, View};
use spariglio_stats::{Estimate, clustered};

use crate::form;

/// Number of worlds that are sampled.
pub(crate) const WORLDS: usize = 400;
/// Number of bins in a calibration.
const BINS: usize = 10;

/// For every card hidden from the seat: how often each place had it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Belief {
    /// Number of worlds that were sampled.
    pub worlds: usize,
    /// Each hidden card with its chance by place: the seats, then the stock.
    #[serde(with = "form::cells")]
    pub cells: Vec<(Card, Vec<f64>)>,
    /// The true place of each hidden card.
    pub truth: Vec<usize>,
    /// The places that may hold hidden cards.
    pub places: Vec<usize>,
}

impl Belief {
    /// The belief of the search at a view. `real` gives the true places.
    pub(crate) fn of(search: &mut PairedSearch, view: &View<'_>, real: &State) -> Belief {
        let players = view.game().players();
        let cells = search.chances(view, WORLDS);
        let hides = |&place: &usize| match place < players {
            true => view.hand_len(place) > view.known(place).len() as usize,
            false => view.stock_len() > 0,
        };
        Belief {
            worlds: WORLDS,
            places: (0..=players).filter(hides).collect(),
            truth: cells.iter().map(|(card, _)| real.holder(*card).unwrap_or(players)).collect(),
            cells,
        }
    }

    /// Mean negative log-probability of the true places; `None` if no card is hidden. A place that no world showed
    /// counts as half a world.
    #[must_use]
    pub fn log_loss(&self) -> Option<f64> {
        let least = 0.5 / self.worlds.max(1) as f64;
        let chances = self.cells.iter().zip(&self.truth).map(|((_, cell), &place)| cell[place]);
        let sum: f64 = chances.map(|chance| -chance.max(least).ln()).sum();
        (!self.cells.is_empty()).then(|| sum / self.cells.len() as f64)
    }
}

/// Predicted chances against the truth, binned by chance.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    /// The bins in order of chance.
    pub bins: [Bin; BINS],
}

/// Cells of similar chance.
#[derive(Clone, Debug, Default)]
pub struct Bin {
    /// Per hand with cells in this bin: how many were true, and how many there are.
    hands: Vec<(f64, f64)>,
    /// The sum of their chances.
    chances: f64,
}

impl Bin {
    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> f64 {
        self.hands.iter().map(|(_, cells)| cells).sum()
    }

    /// Their mean chance; 0 if there are no cells.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.chances / self.cells().max(1.0)
    }

    /// The share of cells that were true, with hands as clusters.
    #[must_use]
    pub fn held(&self) -> Estimate {
        clustered::mean(&self.hands)
    }
}

impl Calibration {
    /// Adds the beliefs of one hand.
    pub fn add<'b>(&mut self, beliefs: impl Iterator<Item = &'b Belief>) {
        let mut counts = [(0.0, 0.0); BINS];
        for belief in beliefs {
            for ((_, cell), &truth) in belief.cells.iter().zip(&belief.truth) {
                for &place in &belief.places {
                    let chance = cell[place];
                    let bin = ((chance * BINS as f64) as usize).min(BINS - 1);
                    self.bins[bin].chances += chance;
                    counts[bin].0 += f64::from(u8::from(place == truth));
                    counts[bin].1 += 1.0;
                }
            }
        }
        let counted = self.bins.iter_mut().zip(counts).filter(|(_, (_, cells))| *cells > 0.0);
        counted.for_each(|(bin, count)| bin.hands.push(count));
    }
}
