//! Training rows: a decision of self-play with the seat's view, the search's result and the end of the hand.
//!
//! The columns are declared here once: [`RowStart`], [`RowEnd`], [`ShardRows`], the schema, writer and reader of shards
//! follow from it. A row is started when its decision is made and ended when its hand ends. Tests compare the
//! declaration with `docs/reference/data_set.md`. They also fail if a column changes without a new [`SCHEMA_VERSION`].
//!
//! Point of view: `root_value` and `utility` belong to the side of the seat to act. Side `j` of `piles`, `points` and
//! `shutout` is the `j`-th side counted from that side in the order of play. The `oracle_` columns hold cards that the
//! seat to act cannot see.

use spariglio_engine::PointKind;
use spariglio_files::Fingerprint;

use crate::column::{Column, Extra, Fixed, Flat, List, Maybe, Names, Stored};

/// One entry per version of the columns, the first for version 1: a hash of their names and types. If a column changes,
/// add an entry: a test prints its hash. If only the meaning of a column changes, repeat the last entry.
pub(crate) const SCHEMAS: [&str; 6] = [
    "5640ef96d53f4906",
    "c29638878e0ad180",
    "e3066ae90fd20bda",
    "4c0565a35cc0e5a4",
    "f37f7c8b59b1f5f0",
    "02b165fe774dfa10",
];

/// Version of the columns of a shard.
pub const SCHEMA_VERSION: u32 = SCHEMAS.len() as u32;

/// Kinds of points of a side, in the order of `PointKind::ALL`.
pub const KINDS: usize = PointKind::COUNT;

/// `shutout` of a hand without a shutout.
pub(crate) const NO_SHUTOUT: i8 = -1;

/// The lengths of a row's columns that the data set fixes, and whether it has inputs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Seats of the rule set.
    pub players: usize,
    /// Sides of the rule set.
    pub sides: usize,
    /// Whether rows have inputs.
    pub inputs: bool,
}

impl Shape {
    /// The shape of rows with this fingerprint, with or without inputs.
    pub fn new(fingerprint: &Fingerprint, inputs: bool) -> Shape {
        Shape { players: fingerprint.players as usize, sides: fingerprint.sides as usize, inputs }
    }
}

/// Declares the columns by the two parts of a row: name, kind, item type, and the number of items per row if the data
/// set fixes it.
macro_rules! columns {
    ($($(#[doc = $about:literal])+ $part:ident by $push:ident {
        $($(#[doc = $doc:literal])+ $name:ident: $kind:ident<$item:ty> $(= $length:expr)?,)+
    })+) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, Default, PartialEq)]
            pub struct $part<'a> {
                $($(#[doc = $doc])+ pub $name: <$kind<$item> as Column>::Value<'a>,)+
            }
        )+

        /// The columns with their descriptions.
        pub(crate) const MEANINGS: &[(&str, &str)] = &[$($((stringify!($name), concat!($($doc),+)),)+)+];

        /// Rows in memory, one column after the other.
        ///
        /// Invariant: after every hand, all columns have the same number of rows. Every row has as many policy entries
        /// as actions.
        #[derive(Clone, Debug, PartialEq)]
        pub struct ShardRows {
            $($($(#[doc = $doc])+ pub $name: $kind<$item>,)+)+
        }

        impl ShardRows {
            /// Starts without rows.
            pub fn new(shape: Shape) -> ShardRows {
                let lengths: &[(&str, fn(Shape) -> usize)] = &[$($($((stringify!($name), $length),)?)+)+];
                let length = |name| lengths.iter().find(|length| length.0 == name).map(|length| length.1(shape));
                ShardRows {
                    $($($name: Column::new(length(stringify!($name))),)+)+
                }
            }

            $(
                $(#[doc = $about])+
                ///
                /// # Panics
                /// If a list does not have the length that the data set fixes.
                #[inline]
                pub fn $push(&mut self, part: &$part<'_>) {
                    $(self.$name.push(part.$name);)+
                }
            )+

            /// Appends all rows of `parts`, in order. All must have the same shape.
            pub fn append(&mut self, parts: &[ShardRows]) {
                $($(self.$name.append(&parts.iter().map(|part| &part.$name).collect::<Vec<_>>());)+)+
            }

            /// Bytes of all values in memory.
            pub(crate) fn bytes(&self) -> usize {
                [$($(self.$name.bytes(),)+)+].iter().sum()
            }

            /// The columns in the order of files, with their names.
            pub(crate) fn columns(&mut self) -> Vec<(&'static str, &mut dyn Stored)> {
                let all: Vec<(&'static str, &mut dyn Stored)> = vec![$($((stringify!($name), &mut self.$name),)+)+];
                all.into_iter().filter(|(_, column)| column.data_type().is_some()).collect()
            }
        }
    };
}

columns! {
    /// The start of a row: the decision, and the hand before it.
    RowStart by start_row {
        /// Number of the hand in the run: its generation in bits 40 and up, its shard in bits 20 to 39, its place in the
        /// shard in bits 0 to 19. `run` and `hand` name a hand among those of all runs.
        hand: Flat<u64>,
        /// Cards played in the hand before this decision.
        ply: Flat<u8>,
        /// The seat to act. Seats are numbered from 0 in the order of play; a side is all seats with the same
        /// `seat % sides`.
        seat: Flat<u8>,
        /// The agent that decided, in the words of the program; empty if it is not known.
        agent: Names<u16>,
        /// Cards on the table, as a card set.
        table_cards: Flat<u64>,
        /// Captured cards of every side as card sets, the side of the seat to act first, the others in the order of
        /// play.
        piles: Fixed<u64> = |shape| shape.sides,
        /// Cards declared in this deal-round by any seat, as a card set, played ones too.
        declared: Flat<u64>,
        /// Declared value of the matta (7c, wild in declarations); 0 if it is a plain card.
        matta: Flat<u8>,
        /// Inputs of the view that are 1, by their index; only in data sets with inputs.
        inputs: Extra<u16> = |shape| shape.inputs.into(),
        /// Inputs of the legal actions that are 1, action by action; only in data sets with inputs.
        action_inputs: Extra<u16> = |shape| shape.inputs.into(),
        /// End of each legal action's inputs in `action_inputs`; only in data sets with inputs.
        action_ends: Extra<u16> = |shape| shape.inputs.into(),
        /// The logit that the score of `formula` gives each legal action, the largest 0; only in data sets with inputs.
        residual: Extra<f32> = |shape| shape.inputs.into(),
        /// The legal actions as bits, in a fixed order.
        actions: List<u64>,
        /// Probability of each action by the agent, before any exploration; sums to 1.
        policy: List<f32>,
        /// Simulations of the search that tried each action; empty if the agent did not search.
        visits: List<u32>,
        /// The mean utility of these simulations, for the side of the seat to act; 0 without visits.
        action_values: List<f32>,
        /// The action that was played.
        action: Flat<u64>,
        /// The utility that the agent expected, for the side of the seat to act; null if it had no estimate.
        root_value: Maybe<f32>,
        /// The utility that the critic of the agent's network expected, which sees all cards, for the side of the seat
        /// to act; null if the agent has no network.
        oracle_value: Maybe<f32>,
        /// Whether the agent searched with its full budget.
        full_search: Flat<bool>,
        /// Simulations of the search; 0 if the agent did not search.
        simulations: Flat<u32>,
        /// Worlds (full states that fit what the seat knew) of the search; 0 if the agent did not search.
        worlds: Flat<u32>,
        /// Hand cards of every seat as card sets, seat 0 first.
        oracle_hands: Fixed<u64> = |shape| shape.players,
        /// Numbers of the undealt cards, in the order in which they will be dealt; then those that are never dealt.
        oracle_stock: List<u8>,
    }

    /// The end of a row: the result of the hand.
    RowEnd by end_row {
        /// Final points of every side by kind, the side of the seat to act first; all 0 after a shutout.
        points: Fixed<i32> = |shape| shape.sides * KINDS,
        /// The side that made a shutout, counted as in `points`; -1: none.
        shutout: Flat<i8>,
        /// The result for the side of the seat to act: its points less those of the best other side, by 10. A shutout
        /// counts as the match limit.
        utility: Flat<f32>,
    }
}

/// Maximum difference of a policy's sum from 1.
const POLICY_SLACK: f32 = 1e-3;

/// Whether the shares are not negative and add up to 1.
pub(crate) fn is_policy(shares: &[f32]) -> bool {
    let sum: f32 = shares.iter().sum();
    (sum - 1.0).abs() <= POLICY_SLACK && shares.iter().all(|&share| share >= 0.0)
}

impl ShardRows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.hand.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.hand.is_empty()
    }
}

/// Maximum number of hands per shard that an identity can hold.
pub(crate) const MAX_HANDS_PER_SHARD: u32 = 1 << 20;

/// The last generation that an identity can hold.
pub(crate) const MAX_GENERATION: u32 = (1 << 24) - 1;

/// Maximum number of shards per generation, so of files in a folder: an object store lists so many in one answer.
/// An identity could hold 2^20.
pub(crate) const MAX_SHARDS: u32 = 1000;

/// The identity of hand `index` of a shard: generation in the highest 24 bits, then 20 bits of shard, 20 of index.
pub(crate) const fn hand_id(generation: u32, shard: u32, index: u32) -> u64 {
    ((generation as u64) << 40) | ((shard as u64) << 20) | index as u64
}
