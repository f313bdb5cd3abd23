//! Studies: many contests for one question.
//!
//! | module | question |
//! |---|---|
//! | [`ladder`] | how strong are the agents, and does that agree with what others have published |
//! | [`tune`] | which values of an agent's options play best |

pub mod ladder;
pub mod tune;
