//! The choices of a rule set: small enums, each with its texts in a file.
//!
//! Source: `records.md` section 3.

/// A choice with a fixed text per value.
pub(crate) trait Choice: Copy + PartialEq + Sized + 'static {
    /// Every value with its text, in the order of the documentation.
    const TEXTS: &'static [(Self, &'static str)];

    /// The value of a text, if there is one.
    fn from_text(text: &str) -> Option<Self> {
        Self::TEXTS
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(value, _)| *value)
    }

    /// The text of the value.
    fn text(self) -> &'static str {
        let entry = Self::TEXTS.iter().find(|(value, _)| *value == self);
        entry.map_or("", |(_, name)| name)
    }
}

macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$value_about:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Copy, Clone, Eq, PartialEq, Debug)]
        pub enum $name { $($(#[$value_about])* $value,)+ }

        impl Choice for $name {
            const TEXTS: &'static [(Self, &'static str)] = &[$(($name::$value, $text),)+];
        }
    };
}

choice! {
    /// The pack of cards.
    Deck {
        /// Ace to seven, fante, cavallo, re: 40 cards.
        Italian40 = "italian40",
        /// Ace to ten, fante, cavallo, re: 52 cards; the courts have no value.
        Bresciane52 = "bresciane52",
    }
}

choice! {
    /// Which first table annuls the deal.
    Misdeal {
        /// None.
        None = "none",
        /// Three or four kings.
        ThreeKings = "three_kings",
        /// Two or more aces.
        TwoAces = "two_aces",
    }
}

choice! {
    /// What an ace does where no ace lies on the table.
    Ace {
        /// Nothing special.
        None = "none",
        /// It takes the whole table.
        TakesAll = "takes_all",
    }
}

choice! {
    /// What a taking-all ace may do where an ace lies on the table.
    AceWithAce {
        /// Take one ace only.
        AceOnly = "ace_only",
        /// Take one ace, or make fifteen.
        AceOrFifteen = "ace_or_fifteen",
    }
}

choice! {
    /// What a taking-all ace does on an empty table.
    AceOnEmpty {
        /// It is laid.
        Lay = "lay",
        /// It goes to the pile at once: a capture, never a sweep.
        TakesItself = "takes_itself",
    }
}

choice! {
    /// Which hand cards may be declared.
    DeclarationHands {
        /// No declarations.
        None = "none",
        /// A seat's three cards, where it holds exactly three.
        ThreeCards = "three_cards",
        /// Any disjoint threes of the first hand cards.
        AnyThree = "any_three",
    }
}

choice! {
    /// Who decides to declare.
    DeclarationMode {
        /// The seat, in a turn of its own.
        Choice = "choice",
        /// The engine: the highest points.
        Auto = "auto",
    }
}

choice! {
    /// Whether 7c is wild in bonuses, and for how long it keeps its declared value.
    Matta {
        /// Never wild.
        None = "none",
        /// Wild, and it keeps the value to the end of the hand.
        Declared = "declared",
        /// Wild, an ace in a three-point bonus; once laid it is a seven again after the trick-round.
        Platform = "platform",
    }
}

choice! {
    /// The scale of the prime.
    Prime {
        /// No prime.
        None = "none",
        /// 21, 18, 16, 15, 14, 13, 12 for 7, 6, A, 5, 4, 3, 2; 10 for courts.
        Standard = "standard",
        /// Standard, courts 0.
        CourtsZero = "courts_zero",
        /// Standard, K 10, Q 9, J 8.
        CourtsRanked = "courts_ranked",
        /// More sevens, then sixes, aces, fives, fours, threes, twos, courts.
        MostSevens = "most_sevens",
    }
}

choice! {
    /// What a pile without some suit means for the prime.
    PrimeMissingSuit {
        /// The pile has no prime.
        NoPrime = "no_prime",
        /// The missing suit counts 0.
        CountsZero = "counts_zero",
    }
}

choice! {
    /// Points for the run of the scoring suit from the ace.
    LowMeld {
        /// None.
        None = "none",
        /// A 2 3 is 3, one more for each of 4, 5, 6.
        Piccola = "piccola",
        /// Three or more: the length less two.
        NapolaMinusTwo = "napola_minus_two",
        /// Three or more: the length.
        Run = "run",
        /// One for each card after the ace.
        AfterAce = "after_ace",
    }
}

impl Deck {
    /// Cards in the pack.
    pub const fn cards(self) -> u8 {
        4 * self.ranks()
    }

    /// Ranks in the pack.
    pub const fn ranks(self) -> u8 {
        match self {
            Deck::Italian40 => 10,
            Deck::Bresciane52 => 13,
        }
    }

    /// The capture value of a rank (1 to [`Deck::ranks`]): the rank itself, 0 for a court of the 52-card pack.
    pub const fn value(self, rank: u8) -> u8 {
        match self {
            Deck::Bresciane52 if rank > 10 => 0,
            _ => rank,
        }
    }
}

impl LowMeld {
    /// Points of an unbroken run of `run` cards of the scoring suit from the ace (`rules.md` C.4, C.9, CL18, CI5).
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
