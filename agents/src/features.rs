//! Features: a view as bytes, and an action as a set of indices, for the networks.
//!
//! Invariant: everything is relative to the observer of the view, who is the seat to act: seat `j`
//! is the `j`-th in the order of play from the observer, side `j` the `j`-th from the observer's.
//! So turning the table leaves the features alone, and so does any change of hidden cards. One
//! layout serves every rule set of up to 6 seats and 52 cards: what a rule set lacks stays 0. The
//! features of an action depend on the action alone.
//!
//! The network's input is `byte * scale`, the scales being part of [`FEATURE_VERSION`].

mod actions;
mod bits;
mod layout;
mod rules;
mod table;

use spariglio_engine::{Game, View};

pub use actions::{ACTION_FEATURES, MAX_ACTIVE_ACTION_FEATURES, for_each_action_feature};
pub use bits::{WORD_BLOCKS, WORDS, encode_bits};
pub use layout::{BLOCKS, FEATURES, FeatureBlock, scales, table_features};

/// Version of the layout, of the scales and of the action features. A network trained for one
/// version cannot be used with another.
pub const FEATURE_VERSION: u32 = 1;

/// Where features go: called once for each feature that is not 0, in no particular order.
pub trait Sink {
    /// Feature `index` (below [`FEATURES`]) is `value`.
    fn put(&mut self, index: usize, value: u8);
}

impl Sink for [u8] {
    #[inline(always)]
    fn put(&mut self, index: usize, value: u8) {
        self[index] = value;
    }
}

/// Pairs of index and value, for a first layer that only looks at features that are not 0.
impl Sink for Vec<(u16, u8)> {
    #[inline(always)]
    fn put(&mut self, index: usize, value: u8) {
        self.push((index as u16, value));
    }
}

/// Writes all features of a view. `out` has [`FEATURES`] bytes; what was in it is lost.
///
/// The observer of the view must be the seat to act for the result to mean anything.
///
/// # Panics
/// If `out` has another length.
pub fn encode(view: &View<'_>, out: &mut [u8]) {
    assert_eq!(out.len(), FEATURES, "a row of features has a fixed length");
    out.fill(0);
    encode_rules(view.game(), out);
    encode_table(view, out);
}

/// The features that depend on the rule set alone.
pub fn encode_rules(game: &Game, sink: &mut (impl Sink + ?Sized)) {
    rules::encode(game, sink);
}

/// All the other features, disjoint from those of [`encode_rules`].
pub fn encode_table(view: &View<'_>, sink: &mut (impl Sink + ?Sized)) {
    table::encode(view, sink);
}
