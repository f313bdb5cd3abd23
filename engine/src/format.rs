//! Texts and trees: how rule sets and records are read and written, and what is wrong with them.

pub mod nearest;
pub mod plain;
pub(crate) mod text;
pub(crate) mod tree;

pub use text::TextError;
pub use tree::{Placed, read_json, read_toml, typed};

/// The hash FNV-1a (Fowler, Noll, Vo). It tells texts apart but is not secure.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
