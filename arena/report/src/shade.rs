//! The colour of good or bad news in a cell, on the page and in pictures.

use crate::picture::{Fill, Tone};
use spariglio_arena::contests::PairResult;

/// From this margin in points per hand, a cell has its full colour.
const FULL: f64 = 5.0;

/// The news of a cell: whether it is decided, and by how much.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Shade {
    /// The interval lies above zero; points per hand.
    Good(f64),
    /// The interval contains zero.
    Even,
    /// The interval lies below zero; points per hand, as a positive number.
    Bad(f64),
}

impl Shade {
    /// The shade of `sign` times the pair's margin.
    pub fn of(pair: &PairResult, sign: f64) -> Shade {
        match f64::from(pair.verdict()) * sign {
            verdict if verdict > 0.0 => Shade::Good(pair.figures.margin.mean.abs()),
            verdict if verdict < 0.0 => Shade::Bad(pair.figures.margin.mean.abs()),
            _ => Shade::Even,
        }
    }

    /// The shade of a figure by its interval; `Even` if there is none.
    pub fn of_interval(interval: Option<[f64; 2]>) -> Shade {
        let Some([low, high]) = interval else {
            return Shade::Even;
        };
        let middle = f64::midpoint(low, high).abs();
        match () {
            () if low > 0.0 => Shade::Good(middle),
            () if high < 0.0 => Shade::Bad(middle),
            () => Shade::Even,
        }
    }

    /// The background of a cell in a picture.
    pub fn fill(self) -> Fill {
        let tone = match self {
            Shade::Good(_) => Tone::Good,
            Shade::Even => Tone::Even,
            Shade::Bad(_) => Tone::Bad,
        };
        tone.mixed(self.strength())
    }

    /// The opacity of the colour in the cell.
    pub fn strength(self) -> f64 {
        match self {
            Shade::Even => 0.26,
            Shade::Good(points) | Shade::Bad(points) => 0.16 + 0.44 * (points / FULL).min(1.0).sqrt(),
        }
    }

    /// The CSS class of the cell on the page.
    pub fn class(self) -> &'static str {
        match self {
            Shade::Good(_) => "good",
            Shade::Even => "even",
            Shade::Bad(_) => "bad",
        }
    }
}
