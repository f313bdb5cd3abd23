//! Studies: many contests for one question.
//!
//! | module | question |
//! |---|---|
//! | [`gain`] | what an agent's choices are worth at single decisions |
//! | [`ladder`] | how strong the agents are, and whether published figures agree |
//! | [`tune`] | which values of an agent's options play best |
//!
//! On several machines ladders and tuning are played in pieces ([`Study`]).

pub mod gain;
pub mod ladder;
mod piece;
pub mod tune;

pub use piece::{Figures, Piece, Study};
