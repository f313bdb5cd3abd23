#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! The root has the cards, the game, the hand and the match. The rest is in modules:
//!
//! | module | contents |
//! |---|---|
//! | [`cards`] | the cards with names of their own |
//! | [`rules`] | the sections of a rule set, their values, and the table of all fields |
//! | [`hand`] | actions as small steps, points in play, the primiera, calls of players |
//! | [`walks`] | perft, information sets, decision trees, all deals |
//! | [`format`](mod@format) | rule sets and records as text: reading, errors, suggestions for names, text that is safe to show |
//! | [`record`] | hands as lines of JSON, and views |
//! | [`random`] | draws that are the same on every machine |
//! | [`insertion`] | the sort of short lists |
//! | [`vector`] | one code for several sizes of vector registers |
#![deny(unsafe_code)]

pub mod cards;
pub mod format;
mod game;
pub mod hand;
pub mod insertion;
mod matches;
pub mod random;
pub mod record;
pub mod rules;
pub mod vector;
pub mod walks;

pub use cards::card::{Card, Suit};
pub use cards::card_set::{CardSet, Cards};
pub use cards::deck::Deck;
pub use format::tree::FormatError;
pub use game::{Game, MAX_CARDS, MAX_SEATS};
pub use hand::action::{Action, ActionKind};
pub use hand::deal::{Deal, DealError};
pub use hand::event::Event;
pub use hand::point_kind::PointKind;
pub use hand::score::{HandScore, SideScore};
pub use hand::state::{IllegalAction, State};
pub use hand::view::{Observation, View};
pub use hand::world::{Sampler, World};
pub use matches::{MatchEnd, MatchState};
pub use rules::RuleSet;
