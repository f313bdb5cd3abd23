//! Studies: many contests for one question.
//!
//! | module | question |
//! |---|---|
//! | [`gain`] | what an agent's choices are worth at single decisions |
//! | [`ladder`] | how strong the agents are, and whether published figures agree |
//! | [`history`] | whether today's version of an agent is better than its last one, and where all versions stand |

pub mod gain;
pub mod history;
pub mod ladder;
