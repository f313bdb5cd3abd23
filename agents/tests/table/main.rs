//! Agents at the table, through the public interface only: every agent in every preset.

mod custom;
mod doctrine;
mod formula;
mod greedy;
mod hands;
mod laws;
mod registry;
mod secrets;
#[path = "../../../engine/tests/laws/soak.rs"]
mod soak;
mod spec;
mod take;
