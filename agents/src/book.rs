//! Book players: agents that decide by written rules, without a search and without chance.
//!
//! Each is a policy compiled once for a game (worths of cards, chances that the next seat holds
//! one, cards that sweep a table) and an [`Agent`](crate::Agent) over it.

pub mod chitarrella;
pub mod cicuti;
pub mod formula;
pub mod greedy;
pub mod take;
