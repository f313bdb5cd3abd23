//! One training row: a decision of self-play with what the seat saw, what the search said and how the hand ended.
//!
//! Point of view: `root_value` and `utility` belong to the side of the seat to act; side `j` of `points` and
//! `shutout` is the `j`-th side counted from that side in the order of play. Features and actions are public to
//! the seat to act; the `oracle_` fields are not.

use spariglio_engine::PointKind;

/// Kinds of points of a side, in the order of `PointKind::ALL`.
pub const KINDS: usize = PointKind::COUNT;

/// `shutout` of a hand without a shutout.
pub const NO_SHUTOUT: i8 = -1;

/// One decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Identity of the hand inside the run, see [`hand_id`].
    pub hand: u64,
    /// Cards played in the hand before this decision.
    pub ply: u8,
    /// The seat to act, counted from seat 0 of the deal.
    pub seat: u8,
    /// Features of the view, `[FEATURES]`, not scaled.
    pub features: Box<[u8]>,
    /// Legal actions as bits, in canonical order.
    pub actions: Vec<u64>,
    /// Probability of each action by the search, before any exploration; sums to 1.
    pub policy: Vec<f32>,
    /// The action that was played.
    pub action: u64,
    /// The search's expected utility for the side to act.
    pub root_value: f32,
    /// Whether the search had the full budget: only then is `policy` worth learning from.
    pub full_search: bool,
    /// Final points, `[sides, KINDS]`; all zero after a shutout.
    pub points: Vec<i16>,
    /// The side that made a shutout, or [`NO_SHUTOUT`].
    pub shutout: i8,
    /// Final utility: the margin over the best other side by `UTILITY_SCALE`, a shutout counting as the match limit.
    pub utility: f32,
    /// Hand cards of every seat as card sets, `[players]`, seat 0 of the deal first.
    pub oracle_hands: Vec<u64>,
    /// Indices of the undealt cards, in the order in which they will be dealt.
    pub oracle_stock: Vec<u8>,
}

/// Hands of a shard that an identity has room for.
pub const MAX_HANDS_PER_SHARD: u32 = 1 << 20;

/// Shards of a generation that an identity has room for.
pub const MAX_SHARDS: u32 = 1 << 20;

/// The identity of hand `index` of a shard: generation in the highest 24 bits, then 20 bits of shard, 20 of index.
pub const fn hand_id(generation: u32, shard: u32, index: u32) -> u64 {
    ((generation as u64) << 40) | ((shard as u64) << 20) | index as u64
}
