//! The choices of a rule set: small enums, each value's name in a file being its own in lower case with underscores.
//!
//! Source: `docs/records.md` section 3.

use serde::{Deserialize, Serialize};

/// The text of a choice in a file.
pub(super) fn text(choice: impl Serialize) -> String {
    let value = serde_json::to_value(choice).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// A pack of cards.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pack {
    /// Ace to seven, fante, cavallo, re: 40 cards.
    Italian40,
    /// Ace to ten, fante, cavallo, re: 52 cards; the courts have no value.
    Bresciane52,
}

/// Which first table annuls the deal.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Misdeal {
    /// None.
    None,
    /// Three or four kings.
    ThreeKings,
    /// Two or more aces.
    TwoAces,
}

/// What an ace does where no ace lies on the table.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ace {
    /// Nothing special.
    None,
    /// It takes the whole table.
    TakesAll,
}

/// What a taking-all ace may do where an ace lies on the table.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AceWithAce {
    /// Take one ace only.
    AceOnly,
    /// Take one ace, or make fifteen.
    AceOrFifteen,
}

/// What a taking-all ace does on an empty table.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AceOnEmpty {
    /// It is laid.
    Lay,
    /// It goes to the pile at once: a capture, never a sweep.
    TakesItself,
}

/// Which hand cards may be declared.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclarationHands {
    /// No declarations.
    None,
    /// A seat's three cards, where it holds exactly three.
    ThreeCards,
    /// Any disjoint threes of the first hand cards.
    AnyThree,
}

/// Who decides to declare.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclarationMode {
    /// The seat, in a turn of its own.
    Choice,
    /// The engine: the highest points.
    Auto,
}

/// Whether 7c is wild in bonuses, and for how long it keeps its declared value.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Matta {
    /// Never wild.
    None,
    /// Wild, and it keeps the value to the end of the hand.
    Declared,
    /// Wild, an ace in a three-point bonus; once laid it is a seven again after the trick-round.
    Platform,
}

/// The scale of the prime.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prime {
    /// No prime.
    None,
    /// 21, 18, 16, 15, 14, 13, 12 for 7, 6, A, 5, 4, 3, 2; 10 for courts.
    Standard,
    /// Standard, courts 0.
    CourtsZero,
    /// Standard, K 10, Q 9, J 8.
    CourtsRanked,
    /// More sevens, then sixes, aces, fives, fours, threes, twos, courts.
    MostSevens,
}

/// What a pile without some suit means for the prime.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrimeMissingSuit {
    /// The pile has no prime.
    NoPrime,
    /// The missing suit counts 0.
    CountsZero,
}

/// Points for the run of the scoring suit from the ace.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LowMeld {
    /// None.
    None,
    /// A 2 3 is 3, one more for each of 4, 5, 6.
    Piccola,
    /// Three or more: the length less two.
    NapolaMinusTwo,
    /// Three or more: the length.
    Run,
    /// One for each card after the ace.
    AfterAce,
}

impl Pack {
    /// Ranks in the pack.
    pub const fn ranks(self) -> u8 {
        match self {
            Pack::Italian40 => 10,
            Pack::Bresciane52 => 13,
        }
    }

    /// The letters of the ranks, ace first.
    pub const fn rank_letters(self) -> &'static str {
        match self {
            Pack::Italian40 => "A234567JQK",
            Pack::Bresciane52 => "A23456789TJQK",
        }
    }
}

impl Prime {
    /// Every scale, in the order of the documentation.
    pub const ALL: [Prime; 5] = [
        Prime::None,
        Prime::Standard,
        Prime::CourtsZero,
        Prime::CourtsRanked,
        Prime::MostSevens,
    ];

    /// Prime values of the ranks from the ace to the seven, and of the courts J, Q, K; `None` where there is no prime.
    pub const fn values(self) -> Option<([u8; 7], [u8; 3])> {
        let courts = match self {
            Prime::None => return None,
            Prime::Standard | Prime::MostSevens => [10, 10, 10],
            Prime::CourtsZero => [0, 0, 0],
            Prime::CourtsRanked => [8, 9, 10],
        };
        Some(([16, 12, 13, 14, 15, 18, 21], courts))
    }

    /// Whether cards are counted, those of the best value first, instead of adding up the best card of each suit.
    pub const fn counts_cards(self) -> bool {
        matches!(self, Prime::MostSevens)
    }
}

impl LowMeld {
    /// Every meld, in the order of the documentation.
    pub const ALL: [LowMeld; 5] = [
        LowMeld::None,
        LowMeld::Piccola,
        LowMeld::NapolaMinusTwo,
        LowMeld::Run,
        LowMeld::AfterAce,
    ];

    /// Points of an unbroken run of `run` cards of the scoring suit from the ace (`docs/rules.md` C.4, C.9, CL18, CI5).
    #[inline]
    pub const fn points(self, run: u8) -> u8 {
        match self {
            LowMeld::None => 0,
            LowMeld::AfterAce => run.saturating_sub(1),
            _ if run < 3 => 0,
            LowMeld::Piccola if run > 6 => 6,
            LowMeld::NapolaMinusTwo => run - 2,
            LowMeld::Piccola | LowMeld::Run => run,
        }
    }
}
