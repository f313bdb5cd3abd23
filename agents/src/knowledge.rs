//! Card knowledge: static judgements of a position, shared by all agents.
//!
//! The engine has the rules. This module has judgements: a hand's expected points, a card's worth, its captures from a
//! table, and the chance that a seat holds it. Book players, searches, the solver and the networks' inputs depend on
//! it, and it depends on none of them.
//!
//! | file | noun |
//! |---|---|
//! | `points` | expected points of every kind, from the piles and the free cards |
//! | `by_kind` | sums of points, by kind or together |
//! | `majority`, `melds`, `prime` | one kind of points each: its expected points, and a card's worth to it |
//! | `worth`, `even` | the worth of a card: given the piles, and at the start of a hand |
//! | `holding` | expected points from hand cards and the turn |
//! | `reach` | the best capture from a table for a card of each rank |
//! | `odds` | the chance that a seat holds a card |
//! | `declare` | the choice of the first declaration |

mod by_kind;
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
