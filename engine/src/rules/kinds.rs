//! The choices of a rule set as small enums. Files write the name of a value in lower case with underscores. The doc
//! comment of a value is its meaning in [`RuleField`](super::RuleField).
//!
//! Source: `docs/reference/records.md` section 3.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field_value::FieldValue;

/// The text of a choice in a file, without quotes.
pub(super) fn text(choice: impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(Value::String(text)) => text,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// Declares an enum, the list of its values, and their doc comments as meanings.
macro_rules! choices {
    ($(#[$attribute:meta])* $name:ident { $(#[doc = $meaning:literal] $(#[$default:ident])? $value:ident,)+ }) => {
        $(#[$attribute])*
        #[derive(Copy, Clone, Eq, PartialEq, Debug)]
        pub enum $name {
            $(#[doc = $meaning] $(#[$default])? $value,)+
        }

        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: [$name; [$(stringify!($value)),+].len()] = [$($name::$value),+];

            /// Every value as files write it, with its meaning.
            pub(in crate::rules) fn field_values() -> Vec<FieldValue> {
                let meanings = [$($meaning),+];
                let values = $name::ALL.iter().zip(meanings);
                values.map(|(value, meaning)| FieldValue::new(text(value), meaning)).collect()
            }
        }
    };
}

pub(super) use choices;

choices! {
    /// A pack of cards.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Pack {
        /// Ace to seven, fante, cavallo, re: 40 cards.
        Italian40,
        /// Ace to ten, fante, cavallo, re: 52 cards; the courts have no value.
        Bresciane52,
    }
}

choices! {
    /// Which first table annuls the deal.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Misdeal {
        /// None.
        None,
        /// Three or four kings.
        ThreeKings,
        /// Two or more aces.
        TwoAces,
    }
}

choices! {
    /// The effect of an ace if no ace lies on the table.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Ace {
        /// Nothing special.
        None,
        /// It takes the whole table.
        TakesAll,
    }
}

choices! {
    /// The options of a taking-all ace if an ace lies on the table.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    AceWithAce {
        /// Take one ace only.
        AceOnly,
        /// Take one ace, or make fifteen.
        AceOrFifteen,
    }
}

choices! {
    /// The effect of a taking-all ace on an empty table.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    AceOnEmpty {
        /// It is laid.
        Lay,
        /// It goes to the pile at once: a capture, never a sweep.
        TakesItself,
    }
}

choices! {
    /// Which hand cards may be declared.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    DeclarationHands {
        /// No declarations.
        None,
        /// A seat's three cards, if it holds exactly three.
        ThreeCards,
        /// Any disjoint threes of the first hand cards.
        AnyThree,
    }
}

choices! {
    /// Who decides to declare.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    DeclarationMode {
        /// The seat, in a turn of its own.
        Choice,
        /// The engine: the highest points.
        Auto,
    }
}

choices! {
    /// Whether 7c is wild in bonuses, and for how long it keeps its declared value.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Matta {
        /// Never wild.
        None,
        /// Wild, and it keeps the value to the end of the hand.
        Declared,
        /// Wild, an ace in a three-point bonus; once laid it is a seven again after the trick-round.
        Platform,
    }
}

choices! {
    /// The scale of the prime.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Prime {
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
        /// More sevens, nothing else.
        Sevens,
    }
}

choices! {
    /// The prime of a pile without a card of some suit.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    PrimeMissingSuit {
        /// The pile has no prime.
        NoPrime,
        /// The missing suit counts 0.
        CountsZero,
    }
}

choices! {
    /// Who scores if sides are level in cards, the suit or the prime.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Ties {
        /// Nobody.
        #[default]
        Nobody,
        /// Each side that has the most.
        Each,
    }
}

choices! {
    /// Which side the majorities of cards and of the suit go to.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Majority {
        /// The one with the most.
        #[default]
        Most,
        /// The one with the fewest.
        Fewest,
    }
}

choices! {
    /// Points for the run of the scoring suit from the ace.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    LowMeld {
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
        /// A 2 3 is 3, one more for each of 4, 5, 6, 7.
        PiccolaSeven,
    }
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
    /// Prime values of the ranks from the ace to the seven, and of the courts J, Q, K; `None` if there is no prime.
    pub const fn values(self) -> Option<([u8; 7], [u8; 3])> {
        let courts = match self {
            Prime::None => return None,
            Prime::Standard | Prime::MostSevens => [10, 10, 10],
            Prime::CourtsZero => [0, 0, 0],
            Prime::CourtsRanked => [8, 9, 10],
            Prime::Sevens => return Some(([0, 0, 0, 0, 0, 0, 21], [0, 0, 0])),
        };
        Some(([16, 12, 13, 14, 15, 18, 21], courts))
    }

    /// Whether the prime counts cards, from the best value down, instead of adding up the best card of each suit.
    pub const fn counts_cards(self) -> bool {
        matches!(self, Prime::MostSevens | Prime::Sevens)
    }
}

impl Ties {
    pub(super) fn is_nobody(&self) -> bool {
        matches!(self, Ties::Nobody)
    }
}

impl Majority {
    pub(super) fn is_most(&self) -> bool {
        matches!(self, Majority::Most)
    }
}

impl LowMeld {
    /// Points of an unbroken run of `run` scoring cards from the ace (`docs/reference/rules.md` C.4, C.9, CL18, CI5,
    /// D20).
    #[inline]
    pub const fn points(self, run: u8) -> u8 {
        match self {
            LowMeld::None => 0,
            LowMeld::AfterAce => run.saturating_sub(1),
            _ if run < 3 => 0,
            LowMeld::Piccola if run > 6 => 6,
            LowMeld::PiccolaSeven if run > 7 => 7,
            LowMeld::NapolaMinusTwo => run - 2,
            LowMeld::Piccola | LowMeld::PiccolaSeven | LowMeld::Run => run,
        }
    }
}
