#![doc = include_str!("../README.md")]
//!
//! # Invariant
//!
//! A text depends on the rule set and the view only. Views with different information sets or legal actions have
//! different texts.
//!
//! | file | noun |
//! |---|---|
//! | `wording` | how the texts of a game are written: language, spelling of cards, disguise |
//! | `cards` | cards and actions in words |
//! | `disguise` | invented names for the cards, the suits and the game |
//! | `rules` | the rules of a rule set, complete and short |
//! | `view`, `history`, `score` | the knowledge of a seat; the turns of a hand; its points |
//! | `token`, `mention` | the words of an answer; the actions that it mentions |
//! | `answer` | an answer, read as one legal action or a question back |
#![forbid(unsafe_code)]

mod answer;
mod cards;
mod disguise;
mod history;
mod language;
mod mention;
mod rules;
mod score;
mod token;
mod view;
mod wording;

pub use answer::{Reading, without_thoughts};
pub use language::Language;
pub use rules::RulePart;
pub use view::Shown;
pub use wording::{Spelling, Wording};
