//! A plain second engine: lists of cards, captures by depth-first search, and one rule after the other as in
//! `docs/reference/rules.md`.
//!
//! It shares with the engine only the rule set and the vocabulary of cards and actions. The engine's law tests compare
//! the fast engine with it, and `spariglio bench` measures the fast engine against it.

#![forbid(unsafe_code)]

mod declarations;
mod legal;
mod playout;
mod reference;
mod score;

pub use declarations::{Declaration, automatic, disjoint_sets, possible};
pub use playout::random_hand;
pub use reference::{Counts, Reference};
pub use score::{Score, scores};
