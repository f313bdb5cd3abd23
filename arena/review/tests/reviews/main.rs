//! Laws of reviews: the figures follow from seed and record, sums are exact, hidden cards do not count, equal actions
//! lose nothing, and a better player loses less. `make soak` tries many more hands and prints the figures of
//! docs/how-to/review.md.

mod hidden;
mod kept;
mod levels;
mod luck;
mod own;
#[path = "../../../../engine/tests/laws/soak.rs"]
mod soak;
mod strength;
mod sums;
mod support;
mod symmetry;
