//! Studies: many contests for one question.
//!
//! | module | question |
//! |---|---|
//! | [`gain`] | what an agent's choices are worth at single decisions |
//! | [`ladder`] | how strong the agents are, and whether published figures agree |

pub mod gain;
pub mod ladder;
