//! A set of cards: bit `i` is the card of index `i`, so a rank is a nibble and a suit is a stride-four mask.

use crate::cards::card::{Card, Suit};
use std::hint::black_box;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub};

/// A set of cards of either pack.
///
/// # Examples
/// Sets are joined, cut and subtracted with operators:
/// ```
/// use spariglio_engine::{CardSet, Suit};
/// use spariglio_engine::cards::SETTEBELLO;
///
/// let (sevens, coins) = (CardSet::rank(7), CardSet::suit(Suit::Coins));
/// assert_eq!(sevens & coins, CardSet::single(SETTEBELLO));
/// assert_eq!((sevens | CardSet::rank(1)).len(), 8);
/// assert_eq!((sevens - coins).first().map(|card| card.suit()), Some(Suit::Cups));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);

    /// The set with these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits)
    }

    /// One bit per card.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// One card.
    #[inline(always)]
    pub const fn single(card: Card) -> CardSet {
        CardSet(card.bit())
    }

    /// All cards of a rank (1 to 13).
    #[inline(always)]
    pub const fn rank(rank: u8) -> CardSet {
        CardSet(0xF << (4 * (rank - 1)))
    }

    /// All cards of a suit in a pack of 13 ranks.
    #[inline(always)]
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(0x1_1111_1111_1111 << suit as u64)
    }

    /// The set's ranks of a suit (0 to 3) up to ten, one bit per rank from the ace.
    #[inline(always)]
    pub const fn ranks_of_suit(self, suit: usize) -> usize {
        lowest_of_fours(self.0 >> suit & 0x11_1111_1111) as usize
    }

    /// The ranks of the cards, one bit per rank from the ace.
    #[inline(always)]
    pub const fn ranks(self) -> u16 {
        let twos = self.0 | self.0 >> 1;
        lowest_of_fours((twos | twos >> 2) & 0x1111_1111_1111_1111)
    }

    /// The ranks with an odd number of cards, one bit per rank from the ace.
    #[inline(always)]
    pub const fn odd_ranks(self) -> u16 {
        let twos = self.0 ^ self.0 >> 1;
        lowest_of_fours((twos ^ twos >> 2) & 0x1111_1111_1111_1111)
    }

    /// The sum of the cards' ranks.
    #[inline(always)]
    pub const fn rank_sum(self) -> u32 {
        // Masks of the cards whose rank has bit 1, 2, 4 or 8 set.
        const ONES: u64 = 0xF_0F0F_0F0F_0F0F;
        const TWOS: u64 = 0x0_0FF0_0FF0_0FF0;
        const FOURS: u64 = 0xF_F000_0FFF_F000;
        const EIGHTS: u64 = 0xF_FFFF_F000_0000;
        (self.0 & ONES).count_ones()
            + 2 * (self.0 & TWOS).count_ones()
            + 4 * (self.0 & FOURS).count_ones()
            + 8 * (self.0 & EIGHTS).count_ones()
    }

    /// Number of cards.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        let count = self.0.count_ones();
        // LLVM 22 ends with an error if it compares two pairs of such numbers at once for ARM: there it sees them one by one.
        if cfg!(target_arch = "aarch64") {
            black_box(count)
        } else {
            count
        }
    }

    /// Whether the set holds `n` or more cards of some rank; `n` is 1 to 4.
    #[inline(always)]
    pub const fn has_of_a_rank(self, n: u32) -> bool {
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        // Adding `8 - n` to a count sets the highest bit of its nibble if the count is `n` or more.
        let ones = 0x1111_1111_1111_1111;
        (counts + ones * (8 - n as u64)) & (ones * 8) != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline(always)]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// Whether every card of `other` is in the set.
    #[inline(always)]
    pub const fn contains_all(self, other: CardSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds a card.
    #[inline(always)]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= card.bit();
    }

    /// Removes a card.
    #[inline(always)]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !card.bit();
    }

    /// The lowest card in canonical order.
    #[inline(always)]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 {
            None
        } else {
            Some(Card::at(self.0.trailing_zeros() as u8))
        }
    }

    /// The set without its lowest card.
    #[inline(always)]
    pub const fn without_first(self) -> CardSet {
        CardSet(self.0 & self.0.wrapping_sub(1))
    }

    /// The `k`-th card in canonical order, from 0.
    ///
    /// # Panics
    /// Panics if the set has `k` cards or fewer.
    #[inline(always)]
    pub const fn nth(self, k: u32) -> Card {
        let mut bits = self.0;
        let mut left = k;
        while left > 0 {
            bits &= bits.wrapping_sub(1);
            left -= 1;
        }
        Card::at(bits.trailing_zeros() as u8)
    }

    /// The cards in canonical order.
    #[inline(always)]
    pub fn iter(self) -> Cards {
        Cards(self.0)
    }
}

/// Packs the lowest bits of the sixteen nibbles; no other bits may be set.
#[inline(always)]
const fn lowest_of_fours(ones: u64) -> u16 {
    let twos = (ones | ones >> 3) & 0x0303_0303_0303_0303;
    let fours = (twos | twos >> 6) & 0x000F_000F_000F_000F;
    let eights = (fours | fours >> 12) & 0x0000_00FF_0000_00FF;
    (eights | eights >> 24) as u16
}

/// The cards of a set in canonical order.
#[derive(Clone, Debug)]
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    #[inline(always)]
    fn next(&mut self) -> Option<Card> {
        let card = CardSet(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        card
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        CardSet(cards.into_iter().fold(0, |bits, card| bits | card.bit()))
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitAndAssign for CardSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: CardSet) {
        self.0 &= other.0;
    }
}

impl BitXor for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn bitxor(self, other: CardSet) -> CardSet {
        CardSet(self.0 ^ other.0)
    }
}

impl BitXorAssign for CardSet {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: CardSet) {
        self.0 ^= other.0;
    }
}

/// Set difference.
impl Sub for CardSet {
    type Output = CardSet;
    #[inline(always)]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn what_is_told_of_ranks_is_told_of_each_card() {
        let mut rng = Pcg64Mcg::new(1);
        for _ in 0..10_000 {
            let cards = CardSet::from_bits(rng.next_u64() & rng.next_u64() & ((1 << 52) - 1));
            let of_rank = |rank| (cards & CardSet::rank(rank)).len();
            let ranks = |is_in: &dyn Fn(u32) -> bool| {
                (1..=13)
                    .filter(|&rank| is_in(of_rank(rank)))
                    .fold(0, |ranks, rank| ranks | 1 << (rank - 1))
            };
            assert_eq!(cards.ranks(), ranks(&|len| len > 0));
            assert_eq!(cards.odd_ranks(), ranks(&|len| len % 2 == 1));
            assert_eq!(cards.rank_sum(), cards.iter().map(|card| u32::from(card.rank())).sum::<u32>());
        }
    }
}
