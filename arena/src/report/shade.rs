//! The colour of a cell of the cross table, on the page and in the picture.

use crate::result::PairResult;

/// Points a hand from which on a cell has its full colour.
const FULL: f64 = 5.0;

/// What a cell says: decided or not, and by how much.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Shade {
    /// The interval lies above zero; points a hand.
    Good(f64),
    /// It holds zero.
    Even,
    /// It lies below zero; points a hand, as a positive number.
    Bad(f64),
}

impl Shade {
    /// The shade of `sign` times the pair's margin.
    pub fn of(pair: &PairResult, sign: f64) -> Shade {
        match f64::from(pair.verdict()) * sign {
            verdict if verdict > 0.0 => Shade::Good(pair.mean.abs()),
            verdict if verdict < 0.0 => Shade::Bad(pair.mean.abs()),
            _ => Shade::Even,
        }
    }

    /// Share of the colour in the cell.
    pub fn strength(self) -> f64 {
        match self {
            Shade::Even => 0.26,
            Shade::Good(points) | Shade::Bad(points) => 0.16 + 0.44 * (points / FULL).min(1.0).sqrt(),
        }
    }

    /// The cell's class on the page.
    pub fn class(self) -> &'static str {
        match self {
            Shade::Good(_) => "good",
            Shade::Even => "even",
            Shade::Bad(_) => "bad",
        }
    }
}
