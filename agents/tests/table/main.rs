//! Agents at the table, through the public interface only: every agent in every preset.

mod doctrine;
mod formula;
mod greedy;
mod hands;
mod laws;
mod registry;
mod spec;
mod take;
