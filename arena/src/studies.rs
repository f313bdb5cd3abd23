//! Studies: many contests for one question.
//!
//! | module | question |
//! |---|---|
//! | [`ladder`] | how strong the agents are, and whether published figures agree |
//! | [`tune`] | which values of an agent's options play best |
//!
//! On several machines both are played in pieces ([`Study`]).

pub mod ladder;
mod piece;
pub mod tune;

pub use piece::{Figures, Piece, Study};
