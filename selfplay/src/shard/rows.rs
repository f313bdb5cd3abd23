//! The rows of a shard in memory, one flat array a column.
//!
//! Invariant: every row has `feature_count` features, `sides * KINDS` points, `players` oracle hands and as many
//! policy entries as actions.

use std::ops::Range;

use crate::fingerprint::Fingerprint;
use crate::row::{KINDS, Row};

/// Rows by column.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardRows {
    /// Features of a row.
    pub feature_count: usize,
    /// Sides of the rule set.
    pub sides: usize,
    /// Seats of the rule set.
    pub players: usize,
    /// `[rows]`: identity of the hand.
    pub hand: Vec<u64>,
    /// `[rows]`: cards played before the decision.
    pub ply: Vec<u8>,
    /// `[rows]`: the seat to act.
    pub seat: Vec<u8>,
    /// `[rows, feature_count]`.
    pub features: Vec<u8>,
    /// `[rows + 1]`: row `i` owns `offsets[i]..offsets[i + 1]` of `actions` and `policy`.
    pub offsets: Vec<usize>,
    /// `[offsets[rows]]`: legal actions as bits.
    pub actions: Vec<u64>,
    /// `[offsets[rows]]`: probability of each action by the search.
    pub policy: Vec<f32>,
    /// `[rows]`: the action that was played.
    pub action: Vec<u64>,
    /// `[rows]`: the search's expected utility for the side to act.
    pub root_value: Vec<f32>,
    /// `[rows]`: whether the policy comes from a full search, and so is a target.
    pub full_search: Vec<bool>,
    /// `[rows, sides, KINDS]`: final points, the side to act first.
    pub points: Vec<i16>,
    /// `[rows]`: side that made a shutout, counted from the side to act, or -1.
    pub shutout: Vec<i8>,
    /// `[rows]`: final utility for the side to act.
    pub utility: Vec<f32>,
    /// `[rows, players]`: hand cards by seat, as card sets.
    pub oracle_hands: Vec<u64>,
    /// `[rows + 1]`: row `i` owns `stock_offsets[i]..stock_offsets[i + 1]` of `oracle_stock`.
    pub stock_offsets: Vec<usize>,
    /// `[stock_offsets[rows]]`: undealt cards in the order in which they will be dealt.
    pub oracle_stock: Vec<u8>,
}

impl ShardRows {
    /// No rows yet, of the shape that a fingerprint asks for.
    pub fn new(fingerprint: &Fingerprint) -> ShardRows {
        ShardRows {
            feature_count: fingerprint.features as usize,
            sides: fingerprint.sides as usize,
            players: fingerprint.players as usize,
            hand: Vec::new(),
            ply: Vec::new(),
            seat: Vec::new(),
            features: Vec::new(),
            offsets: vec![0],
            actions: Vec::new(),
            policy: Vec::new(),
            action: Vec::new(),
            root_value: Vec::new(),
            full_search: Vec::new(),
            points: Vec::new(),
            shutout: Vec::new(),
            utility: Vec::new(),
            oracle_hands: Vec::new(),
            stock_offsets: vec![0],
            oracle_stock: Vec::new(),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.hand.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.hand.is_empty()
    }

    /// The place of row `index` in `actions` and `policy`.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn actions_of(&self, index: usize) -> Range<usize> {
        self.offsets[index]..self.offsets[index + 1]
    }

    /// The place of row `index` in `features`.
    pub fn features_of(&self, index: usize) -> Range<usize> {
        index * self.feature_count..(index + 1) * self.feature_count
    }

    /// The place of row `index` in `points`.
    pub fn points_of(&self, index: usize) -> Range<usize> {
        let size = self.sides * KINDS;
        index * size..(index + 1) * size
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the row's lengths break the invariant.
    pub fn push(&mut self, row: &Row) {
        assert_eq!(row.features.len(), self.feature_count, "features of a row");
        assert_eq!(row.actions.len(), row.policy.len(), "policy of a row");
        assert_eq!(row.points.len(), self.sides * KINDS, "points of a row");
        assert_eq!(row.oracle_hands.len(), self.players, "hands of a row");
        self.hand.push(row.hand);
        self.ply.push(row.ply);
        self.seat.push(row.seat);
        self.features.extend_from_slice(&row.features);
        self.actions.extend_from_slice(&row.actions);
        self.policy.extend_from_slice(&row.policy);
        self.offsets.push(self.actions.len());
        self.action.push(row.action);
        self.root_value.push(row.root_value);
        self.full_search.push(row.full_search);
        self.points.extend_from_slice(&row.points);
        self.shutout.push(row.shutout);
        self.utility.push(row.utility);
        self.oracle_hands.extend_from_slice(&row.oracle_hands);
        self.oracle_stock.extend_from_slice(&row.oracle_stock);
        self.stock_offsets.push(self.oracle_stock.len());
    }
}
