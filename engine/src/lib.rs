#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! The root has the cards, the game, the hand and the match. The rest is in modules:
//!
//! | module | contents |
//! |---|---|
//! | [`record`] | hands as lines of JSON, and views |
//! | [`random`] | draws that are the same on every machine |
//! | [`vector`] | one code for several sizes of vector registers |
#![deny(unsafe_code)]

mod cards;
mod format;
mod game;
mod hand;
mod matches;
pub mod random;
pub mod record;
mod rules;
pub mod vector;
mod walks;

pub use cards::card::{Card, MATTA, SETTEBELLO, Suit};
pub use cards::card_set::{CardSet, Cards};
pub use cards::deck::Deck;
pub use format::nearest;
pub use format::plain;
pub use format::text::TextError;
pub use format::tree::{FormatError, Placed, read_json, read_toml, typed};
pub use game::{Game, MAX_CARDS, MAX_SEATS, fnv1a};
pub use hand::action::{Action, ActionKind};
pub use hand::capture::rank_set::RankSets;
pub use hand::deal::{Deal, DealError};
pub use hand::declaration::canonical_place;
pub use hand::event::{Event, Opening};
pub use hand::point_kind::PointKind;
pub use hand::remark::{BonusKind, Remark};
pub use hand::score::{HandScore, PrimeScale, SideScore, UTILITY_SCALE};
pub use hand::state::{IllegalAction, State};
pub use hand::steps::{IllegalStep, STEPS, Steps};
pub use hand::tally::Tally;
pub use hand::view::{Observation, PublicAction, View};
pub use hand::world::{Sampler, World};
pub use matches::{MatchEnd, MatchState};
pub use rules::{
    Ace, AceOnEmpty, AceWithAce, CaptureRules, DealRules, DeclarationHands, DeclarationMode, DeclarationRules,
    FieldKind, FieldValue, LowMeld, MatchRules, Matta, Misdeal, Pack, Prime, PrimeMissingSuit, RuleField, RuleSet,
    ScoreRules, SingleFirst, SweepRules, random_game,
};
pub use walks::all_deals::{count_deals, for_each_deal};
pub use walks::decision_tree::{DecisionNode, TooManyNodes, TreeVisitor, walk_tree};
pub use walks::efg::Efg;
pub use walks::info_sets::{InfoSets, info_sets};
pub use walks::perft::{Perft, perft};
