//! The kinds of points.

use serde::{Deserialize, Serialize};

/// One row for each kind of points: its meaning, its name in the code and in a record.
macro_rules! point_kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal,)*) => {
        /// The kinds of points, in the order of a record's result.
        #[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[repr(usize)]
        pub enum PointKind {
            $($(#[doc = $doc])+ $kind,)*
        }

        impl PointKind {
            /// All kinds in order.
            pub const ALL: [PointKind; PointKind::COUNT] = [$(PointKind::$kind),*];

            /// Number of kinds.
            pub const COUNT: usize = [$($name),*].len();

            /// The kind's name in a record.
            pub const fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }

            /// What it counts, in a sentence.
            pub const fn meaning(self) -> &'static str {
                [$(concat!($($doc),+)),*][self as usize]
            }
        }
    };
}

point_kinds! {
    /// Strict majority of cards.
    Cards = "cards",
    /// Strict majority of the scoring suit.
    Suit = "suit",
    /// Best prime.
    Prime = "prime",
    /// Single cards.
    Single = "single",
    /// Sweeps.
    Sweeps = "sweeps",
    /// Run of the scoring suit from the ace.
    LowMeld = "low_meld",
    /// J Q K of the scoring suit.
    HighMeld = "high_meld",
    /// Three-card bonuses.
    Declarations = "declarations",
    /// The dealer's bonus.
    DealerBonus = "dealer_bonus",
    /// Captures of the card just laid.
    Picada = "picada",
    /// Captures in one suit.
    Simili = "simili",
    /// Captures of three or more table cards.
    Quadriglia = "quadriglia",
}
