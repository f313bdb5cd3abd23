//! Studies: many contests for one question.
//!
//! | module | question |
//! |---|---|
//! | [`ladder`] | how strong the agents are, and whether published figures agree |
//! | [`tune`] | which values of an agent's options play best |

pub mod ladder;
pub mod tune;
