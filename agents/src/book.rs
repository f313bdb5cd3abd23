//! Book players: agents that decide by written rules, without a search and without chance.
//!
//! Each is a policy compiled once for a game (worths of cards, chances that the next seat holds
//! one, cards that sweep a table); a [`Book`] is the [`Agent`](crate::Agent) over it.

pub mod chitarrella;
pub mod formula;
pub mod greedy;
mod player;
pub mod take;

pub use player::{Book, BookPolicy};
