//! One knowledge of cards: what may be judged of a position without playing on, for all who decide.
//!
//! Rules come from the engine; here are judgements: what a hand is expected to end with, what a card is worth, what it
//! takes from a table, who may hold it. Book players, searches, the solver and the networks' inputs stand on it; it knows
//! none of them.
//!
//! | file | noun |
//! |---|---|
//! | `points` | expected points of every kind, from the piles and the free cards |
//! | `majority`, `melds`, `prime` | one kind of points each: what it brings, and what one card is worth to it |
//! | `worth`, `even` | what one card adds to them: given the piles, and at the start of a hand |
//! | `holding` | what hand cards and the turn promise |
//! | `reach` | what a card of each rank takes from a table |
//! | `odds` | the chance that a seat holds a card |
//! | `declare` | which declaration to begin with |

pub(crate) mod declare;
pub(crate) mod even;
mod holding;
mod majority;
mod melds;
pub(crate) mod odds;
pub(crate) mod points;
pub(crate) mod prime;
pub(crate) mod reach;
pub(crate) mod worth;
