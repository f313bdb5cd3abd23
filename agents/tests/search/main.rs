//! The searches at the table, through the public interface only: exact where everything is known, right where every
//! consistent world agrees, reproducible, each seat apart.

mod dominance;
mod endgames;
mod halving;
mod positions;
mod reproducible;
mod seats;
#[path = "../../../engine/tests/laws/soak.rs"]
mod soak;
