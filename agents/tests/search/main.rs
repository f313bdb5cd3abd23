//! The searches at the table, through the public interface only. They are exact if everything is known, right if all
//! consistent worlds agree, reproducible, and keep seats apart.

mod dominance;
mod endgames;
mod halving;
mod positions;
mod reproducible;
mod seats;
#[path = "../../../engine/tests/laws/soak.rs"]
mod soak;
