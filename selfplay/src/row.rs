//! Training rows: a decision of self-play with what the seat saw, what the search said and how the hand ended.
//!
//! The columns are declared here once: [`Row`], [`ShardRows`], the schema, writer and reader of shards follow. Tests
//! compare the declaration with `docs/formats.md`, and notice a change of a column without a new [`SCHEMA_VERSION`].
//!
//! Point of view: `root_value` and `utility` belong to the side of the seat to act; side `j` of `points` and
//! `shutout` is the `j`-th side counted from that side in the order of play. Features and actions are public to
//! the seat to act; the `oracle_` fields are not.

use spariglio_engine::PointKind;
use spariglio_files::Fingerprint;

use crate::column::{Column, Fixed, Flat, List, Stored};

/// One entry per version of the columns, the first for version 1: a hash of their names and types. A change of a column
/// adds an entry. A test says which; where only the meaning changes, it is the last one again.
pub(crate) const SCHEMAS: [&str; 1] = ["5640ef96d53f4906"];

/// Version of the columns of a shard.
pub const SCHEMA_VERSION: u32 = SCHEMAS.len() as u32;

/// Kinds of points of a side, in the order of `PointKind::ALL`.
pub const KINDS: usize = PointKind::COUNT;

/// `shutout` of a hand without a shutout.
pub const NO_SHUTOUT: i8 = -1;

/// Declares the columns: name, kind, item, and the items of a row where the rule set fixes them.
macro_rules! columns {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ident<$item:ty> $(= $length:expr)?,)+) => {
        /// One decision.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Row {
            $($(#[doc = $doc])+ pub $name: <$kind<$item> as Column>::Value,)+
        }

        impl Row {
            /// A row of zeros, with as many items in each column as a fingerprint asks for and none where it does not.
            pub fn zeros(fingerprint: &Fingerprint) -> Row {
                let rows = ShardRows::new(fingerprint);
                Row {
                    $($name: rows.$name.zero(),)+
                }
            }
        }

        /// The columns with what they mean.
        pub(crate) const MEANINGS: &[(&str, &str)] = &[$((stringify!($name), concat!($($doc),+)),)+];

        /// The rows of a shard in memory, one column after the other.
        ///
        /// Invariant: every row has as many policy entries as actions.
        #[derive(Clone, Debug, PartialEq)]
        pub struct ShardRows {
            $($(#[doc = $doc])+ pub $name: $kind<$item>,)+
        }

        impl ShardRows {
            /// No rows yet, of the shape that a fingerprint asks for.
            pub fn new(fingerprint: &Fingerprint) -> ShardRows {
                let lengths: &[(&str, fn(&Fingerprint) -> usize)] = &[$($((stringify!($name), $length),)?)+];
                let length = |name| lengths.iter().find(|length| length.0 == name).map(|length| length.1(fingerprint));
                ShardRows {
                    $($name: Column::new(length(stringify!($name))),)+
                }
            }

            fn push_columns(&mut self, row: &Row) {
                $(self.$name.push(&row.$name);)+
            }

            /// The columns in the order of the file, with their names.
            pub(crate) fn columns(&self) -> Vec<(&'static str, &dyn Stored)> {
                vec![$((stringify!($name), &self.$name),)+]
            }

            /// The same, to be filled.
            pub(crate) fn columns_mut(&mut self) -> Vec<(&'static str, &mut dyn Stored)> {
                vec![$((stringify!($name), &mut self.$name),)+]
            }
        }
    };
}

columns! {
    /// Identity of the hand inside the run, see [`hand_id`].
    hand: Flat<u64>,
    /// Cards played in the hand before this decision.
    ply: Flat<u8>,
    /// The seat to act, counted from seat 0 of the deal.
    seat: Flat<u8>,
    /// Features of the view, `[FEATURES]`, not scaled.
    features: Fixed<u8> = |fingerprint| fingerprint.features as usize,
    /// Legal actions as bits, in canonical order.
    actions: List<u64>,
    /// Probability of each action by the search, before any exploration; sums to 1.
    policy: List<f32>,
    /// The action that was played.
    action: Flat<u64>,
    /// The search's expected utility for the side to act.
    root_value: Flat<f32>,
    /// Whether the search had the full budget: only then is `policy` worth learning from.
    full_search: Flat<bool>,
    /// Final points, `[sides, KINDS]`; all zero after a shutout.
    points: Fixed<i16> = |fingerprint| fingerprint.sides as usize * KINDS,
    /// The side that made a shutout, or [`NO_SHUTOUT`].
    shutout: Flat<i8>,
    /// Final utility: the margin over the best other side by `UTILITY_SCALE`, a shutout counting as the match limit.
    utility: Flat<f32>,
    /// Hand cards of every seat as card sets, `[players]`, seat 0 of the deal first.
    oracle_hands: List<u64> = |fingerprint| fingerprint.players as usize,
    /// Indices of the undealt cards, in the order in which they will be dealt.
    oracle_stock: List<u8>,
}

impl ShardRows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.hand.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.hand.is_empty()
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the row's lengths break the invariant.
    pub fn push(&mut self, row: &Row) {
        assert_eq!(row.actions.len(), row.policy.len(), "policy of a row");
        self.push_columns(row);
    }
}

/// Hands of a shard that an identity has room for.
pub const MAX_HANDS_PER_SHARD: u32 = 1 << 20;

/// Shards of a generation that an identity has room for.
pub const MAX_SHARDS: u32 = 1 << 20;

/// The identity of hand `index` of a shard: generation in the highest 24 bits, then 20 bits of shard, 20 of index.
pub const fn hand_id(generation: u32, shard: u32, index: u32) -> u64 {
    ((generation as u64) << 40) | ((shard as u64) << 20) | index as u64
}
