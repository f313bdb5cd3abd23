//! Less variance for the same hands, without bias: what chance gave an agent, taken off its margin.
//!
//! After AIVAT (N. Burch, M. Schmid, M. Moravčík, D. Morrill, M. Bowling, "AIVAT: a new variance reduction technique for
//! agent evaluation in imperfect information games", 2018). At every chance event whose law is known, here the hand cards
//! of a deal-round and the draw of an agent that plays a known policy, a value function says how good what came is, less
//! its exact mean over what might have come. Such a difference has expectation 0 whatever the agents do, so any multiple
//! of it may be taken off the margin. The value functions are linear ([`hand_luck`], [`play_luck`]); their coefficients
//! come from tuning deals ([`fit`]), which no arena plays: they are fixed before the data are seen.
//!
//! A cheating agent plays with the cards that are yet to come in mind: their law given the past is not known, and
//! [`Reduction::fit`] refuses it.

pub mod fit;
pub mod hand_luck;
mod luck;
pub mod measure;
pub mod play_luck;
mod reducer;
mod series;
mod squares;

pub use fit::{Baseline, Reduction};
pub use luck::Luck;
pub use reducer::Reducer;

/// Parts of a point in which corrections are counted, so that their sums are exact.
pub const PARTS: f64 = 1024.0;
