//! Rules of the Scopa family of card games: cards, rule sets, deals, states, captures, scoring, views, sampled worlds,
//! records, matches and perft.
//!
//! A [`RuleSet`] is data; [`Game`] is a rule set compiled once. A [`Deal`] is the only chance event: after it a
//! [`State`] is determined by the [`Action`]s. A [`View`] is the knowledge of one seat. This crate uses no threads,
//! clocks, files or logs. Randomness enters as `&mut impl Rng` or as a [`Deal`].
//!
//! # Examples
//! A hand of random actions:
//! ```
//! use rand_pcg::Pcg64Mcg;
//! use spariglio_engine::{Deal, Game, State};
//!
//! let game = Game::preset("scopone").expect("a preset");
//! let mut rng = Pcg64Mcg::new(7);
//! let deal = Deal::random(&game, 0, &mut rng);
//! let mut state = State::new(&game, &deal);
//! while !state.is_over() {
//!     let action = state.random_action(&game, &mut rng);
//!     state.apply(&game, &deal, action);
//! }
//! assert_eq!(state.ply(), game.plies());
//! ```
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
