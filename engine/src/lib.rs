//! Rules of the Scopa family of card games: cards, rule sets, deals, states, captures, scoring, views, sampled worlds,
//! records, matches and perft.
//!
//! A [`RuleSet`] is data; [`Game`] is a rule set compiled once. A [`Deal`] is the only chance event: after it a
//! [`State`] is determined by the [`Action`]s. A [`View`] is the knowledge of one seat. This crate uses no threads,
//! clocks, files or logs. Randomness enters as `&mut impl Rng` or as a [`Deal`].
#![deny(unsafe_code)]

mod action;
mod all_deals;
mod capture;
mod card;
mod card_set;
mod deal;
mod decision_tree;
mod deck;
mod declaration;
mod efg;
mod game;
mod info_sets;
mod matches;
mod perft;
pub mod plain;
mod playout;
mod point_kind;
pub mod random;
pub mod record;
mod remark;
mod rules;
mod score;
mod state;
mod steps;
mod suits;
mod tally;
mod text;
mod tree;
pub mod vector;
mod view;
mod world;

pub use action::{Action, ActionKind};
pub use all_deals::{count_deals, for_each_deal};
pub use capture::rank_set::RankSets;
pub use card::{Card, MATTA, SETTEBELLO, Suit};
pub use card_set::{CardSet, Cards};
pub use deal::{Deal, DealError};
pub use decision_tree::{DecisionNode, TooManyNodes, TreeVisitor, walk_tree};
pub use deck::Deck;
pub use efg::Efg;
pub use game::{Game, MAX_CARDS, MAX_SEATS, fnv1a};
pub use info_sets::{InfoSets, info_sets};
pub use matches::{MatchEnd, MatchState};
pub use perft::{Perft, perft};
pub use point_kind::PointKind;
pub use remark::{Remark, declaration_worth};
pub use rules::{
    Ace, AceOnEmpty, AceWithAce, CaptureRules, DealRules, DeclarationHands, DeclarationMode, DeclarationRules,
    FieldKind, FieldValue, LowMeld, MatchRules, Matta, Misdeal, Pack, Prime, PrimeMissingSuit, RuleField, RuleSet,
    ScoreRules, SingleFirst, SweepRules,
};
pub use score::{HandScore, PrimeScale, SideScore, UTILITY_SCALE};
pub use state::{IllegalAction, State};
pub use steps::{IllegalStep, STEPS, Steps};
pub use suits::{PermutedView, SuitPermutation};
pub use tally::Tally;
pub use text::TextError;
pub use tree::FormatError;
pub use view::{Observation, PublicAction, View};
pub use world::{Sampler, World};
