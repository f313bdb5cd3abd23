//! Agents at the table, through the public interface only: every agent in every preset.

mod doctrine;
mod fairness;
mod formula;
mod greedy;
mod hands;
mod spec;
mod take;
