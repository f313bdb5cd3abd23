//! Studies: many contests for one question.
//!
//! | module | question |
//! |---|---|
//! | [`gain`] | what an agent's choices are worth at single decisions |
//! | [`ladder`] | how strong the agents are, and whether published figures agree |
//!
//! On several machines ladders are played in pieces ([`Piece`]).

pub mod gain;
pub mod ladder;
mod piece;

pub use piece::Piece;
