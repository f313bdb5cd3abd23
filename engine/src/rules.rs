//! A rule set: plain data that describes one variant of the family.
//!
//! Invariant: a [`RuleSet`] that was read by [`RuleSet::from_toml`] or [`RuleSet::from_json`] is complete, in range and
//! possible. Source: `docs/reference/records.md` section 3, `docs/reference/rules.md` sections B and C.

mod check;
mod deck_field;
mod field_value;
mod fields;
mod kinds;
mod presets;
mod random;
mod read;
mod single_first;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cards::card::{Card, Suit};
use crate::cards::deck::Deck;
use crate::format::tree::whole;

use read::{is_off, match_end, name, no_deck, points, rounds};

pub(crate) use presets::preset;

pub use field_value::FieldValue;
pub use fields::{FieldKind, RuleField};
pub use kinds::{
    Ace, AceOnEmpty, AceWithAce, DeclarationHands, DeclarationMode, LowMeld, Majority, Matta, Misdeal, Pack, Prime,
    PrimeMissingSuit, Ties,
};
pub use random::random_game;
pub use single_first::SingleFirst;

/// All rules of one variant.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct RuleSet {
    /// The variant's name; it changes no rule.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The cards.
    #[serde(skip, default = "no_deck")]
    pub deck: Deck,
    /// Seats, 2 to 6.
    #[serde(deserialize_with = "whole::<_, _, 2, 6>")]
    pub players: u8,
    /// Sides, 2 to `players`; the side of a seat is `seat % sides`.
    #[serde(deserialize_with = "whole::<_, _, 1, 6>")]
    pub sides: u8,
    /// How the cards are dealt.
    pub deal: DealRules,
    /// The captures of a played card.
    pub capture: CaptureRules,
    /// The points of sweeps: captures that empty the table.
    pub sweep: SweepRules,
    /// Bonuses declared with hand cards, and the dealer's bonus.
    pub declarations: DeclarationRules,
    /// Points at the end of a hand, and those for single captures.
    #[serde(with = "ScoreRules")]
    pub score: ScoreRules,
    /// When a match ends; the table `match` of a file.
    #[serde(rename = "match")]
    pub end: MatchRules,
}

/// How the cards are dealt.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct DealRules {
    /// Number of cards face up at the start.
    #[serde(deserialize_with = "whole::<_, _, 0, 52>")]
    pub table: u8,
    /// Hand cards per seat and deal-round.
    #[serde(deserialize_with = "rounds")]
    pub rounds: Vec<u8>,
    /// Which table annuls the deal.
    pub misdeal: Misdeal,
    /// Whether all hand cards lie face up (`docs/reference/rules.md` C.18).
    #[serde(default, skip_serializing_if = "is_off")]
    pub open: bool,
}

/// The captures of a played card.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct CaptureRules {
    /// Whether a card takes one card of the same value.
    pub equal: bool,
    /// Whether a card takes two or more cards that add up to its value.
    pub sum: bool,
    /// Whether a card takes cards that make fifteen with it.
    pub fifteen: bool,
    /// The effect of an ace if no ace lies on the table.
    pub ace: Ace,
    /// The options of a taking-all ace if an ace lies on the table.
    pub ace_with_ace: AceWithAce,
    /// The effect of a taking-all ace on an empty table.
    pub ace_on_empty: AceOnEmpty,
    /// The captures forbidden to a card that can take an equal card.
    pub single_first: SingleFirst,
    /// Whether a card that can capture may not be laid.
    pub mandatory: bool,
    /// Whether only captures of the smallest size are legal.
    pub fewest: bool,
    /// Whether a card takes two cards whose values differ by its own (`docs/reference/rules.md` C.18).
    #[serde(default, skip_serializing_if = "is_off")]
    pub difference: bool,
}

impl CaptureRules {
    /// The flags that forbid captures or lays.
    pub fn limits(&mut self) -> [&mut bool; 2] {
        [&mut self.mandatory, &mut self.fewest]
    }
}

/// The points of sweeps: captures that empty the table.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct SweepRules {
    /// Points of a sweep.
    #[serde(deserialize_with = "points")]
    pub points: u16,
    /// Whether a sweep by the ace's taking all scores.
    pub ace_scores: bool,
    /// Whether a sweep by the last card of the hand scores.
    pub last_play_scores: bool,
    /// Whether a seat that empties the table by a capture plays again (`docs/reference/rules.md` C.18).
    #[serde(default, skip_serializing_if = "is_off")]
    pub again: bool,
}

/// Bonuses declared with hand cards, and the dealer's bonus.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeclarationRules {
    /// Which three cards may be declared.
    pub hands: DeclarationHands,
    /// Who decides to declare.
    pub mode: DeclarationMode,
    /// The largest sum of a three-point bonus.
    #[serde(deserialize_with = "whole::<_, _, 0, 30>")]
    pub three_max_sum: u8,
    /// Points of three cards with a small sum.
    #[serde(deserialize_with = "points")]
    pub three_points: u16,
    /// Points of three equal cards.
    #[serde(deserialize_with = "points")]
    pub ten_points: u16,
    /// Whether 7c is wild in bonuses, and for how long it keeps its declared value.
    pub matta: Matta,
    /// Whether the dealer's side takes a first table of 15 or 30.
    pub dealer_bonus: bool,
}

/// Points at the end of a hand, and those for single captures.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct ScoreRules {
    /// Points for the strict majority of cards.
    #[serde(deserialize_with = "points")]
    pub cards: u16,
    /// The suit of the suit majority, the melds and the shutout.
    pub suit: Suit,
    /// Points for the strict majority of `suit`.
    #[serde(deserialize_with = "points")]
    pub suit_points: u16,
    /// The scale of the prime.
    pub prime: Prime,
    /// The prime of a pile without a card of some suit.
    pub prime_missing_suit: PrimeMissingSuit,
    /// The run from the ace of `suit`.
    pub low_meld: LowMeld,
    /// Points for the three courts of `suit`; 0 if there is no such meld.
    #[serde(deserialize_with = "points")]
    pub high_meld: u16,
    /// Whether all cards of `suit` in one pile win the match at once.
    pub shutout: bool,
    /// Points for taking exactly the card laid just before, by rank.
    #[serde(deserialize_with = "points")]
    pub picada: u16,
    /// Points for a capture of one suit, the played card included.
    #[serde(deserialize_with = "points")]
    pub simili: u16,
    /// Points for taking three or more cards.
    #[serde(deserialize_with = "points")]
    pub quadriglia: u16,
    /// Who scores if sides are level in cards, the suit or the prime. A file without it means nobody.
    #[serde(default, skip_serializing_if = "Ties::is_nobody")]
    pub ties: Ties,
    /// Which side the majorities of cards and of the suit go to (`docs/reference/rules.md` C.18).
    #[serde(default, skip_serializing_if = "Majority::is_most")]
    pub majority: Majority,
    /// Points for single cards, none of them 0.
    #[serde(skip)]
    pub single: BTreeMap<Card, u16>,
}

/// When a match ends. Exactly one of `limit` and `hands` is given.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchRules {
    /// Points that end the match.
    #[serde(default, deserialize_with = "match_end", skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// A fixed number of hands.
    #[serde(default, deserialize_with = "match_end", skip_serializing_if = "Option::is_none")]
    pub hands: Option<u32>,
    /// Whether seven or more to nothing ends the match.
    pub seven_zero: bool,
}
