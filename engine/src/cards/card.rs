//! A card: one byte, rank-major, so that the four cards of a rank are one nibble of a [`CardSet`](crate::CardSet).
//!
//! Invariant: `index = 4 * (rank - 1) + suit`, below 40 in the Italian pack and below 52 in the Brescian one.
//! Texts: `docs/reference/records.md` section 1.

use serde::{Deserialize, Serialize};

/// A suit, in canonical order.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Suit {
    /// Denari, diamonds; `d`.
    #[serde(rename = "d")]
    Coins = 0,
    /// Coppe, hearts; `c`.
    #[serde(rename = "c")]
    Cups = 1,
    /// Spade, spades; `s`.
    #[serde(rename = "s")]
    Swords = 2,
    /// Bastoni, clubs; `b`.
    #[serde(rename = "b")]
    Batons = 3,
}

impl Suit {
    /// All suits in canonical order.
    pub const ALL: [Suit; 4] = [Suit::Coins, Suit::Cups, Suit::Swords, Suit::Batons];

    /// The suit's letter in records and rule sets.
    pub const fn letter(self) -> char {
        ['d', 'c', 's', 'b'][self as usize]
    }

    /// The suit of a letter, if it is one.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter)
    }
}

/// One card of either pack.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Card(u8);

/// The wild seven, 7c.
pub const MATTA: Card = Card::new(25);

/// The settebello, 7d.
pub const SETTEBELLO: Card = Card::new(24);

impl Card {
    /// The card of an index below 52.
    ///
    /// # Panics
    /// Panics if `index` is 52 or more.
    #[inline(always)]
    pub const fn new(index: u8) -> Card {
        assert!(index < 52);
        Card(index)
    }

    /// The card of an index that is known to be below 52.
    #[inline(always)]
    pub(crate) const fn at(index: u8) -> Card {
        debug_assert!(index < 52);
        Card(index)
    }

    /// The card of a rank (1 to 13) and a suit.
    ///
    /// # Panics
    /// Panics if `rank` is not in 1 to 13.
    pub const fn of(rank: u8, suit: Suit) -> Card {
        assert!(rank >= 1 && rank <= 13);
        Card(4 * (rank - 1) + suit as u8)
    }

    /// 0 to 51: canonical order.
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 1 (ace) to 10 or 13 (king).
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 / 4 + 1
    }

    /// The card's suit.
    #[inline(always)]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 & 3) as usize]
    }

    /// The card's bit in a [`CardSet`](crate::CardSet).
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}
