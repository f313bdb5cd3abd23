//! Book players: agents that decide by written rules, without search or randomness.
//!
//! Each is a policy that is compiled once per game (worths of cards, chances that the next seat holds a card, cards
//! that sweep a table). A [`Book`] is the [`Agent`](crate::Agent) that plays by it.

pub mod chitarrella;
pub mod formula;
pub mod greedy;
mod habits;
pub mod lookahead;
mod player;
pub mod random;
pub mod take;

pub(crate) use habits::HabitLearner;
pub(crate) use player::first_best;
pub use player::{Book, BookPolicy};
