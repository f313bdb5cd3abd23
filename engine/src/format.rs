//! Texts and trees: how rule sets and records are read and written, and what is wrong with them.

pub mod nearest;
pub mod plain;
pub(crate) mod text;
pub(crate) mod tree;
