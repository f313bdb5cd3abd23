//! The sums of the subsets of all tables.

use super::lowest;
use crate::batch::hands::Numbers;
use crate::vector::{Bits, Bytes32};

/// The most cards of a table.
pub(super) const CARDS: usize = 8;

/// The sums of all subsets of the tables of all lanes. Bit `i` of a subset's number stands for the `i`-th card.
pub(super) struct Sums<V> {
    /// By the number of the subset; those of the tables' cards are filled.
    sums: [V; 1 << CARDS],
    /// The number of cards of the largest table. Cards that a smaller one lacks count too.
    cards: usize,
}

impl<V: Bytes32> Sums<V> {
    /// Those of no table.
    #[inline(always)]
    pub(super) fn new() -> Sums<V> {
        Sums {
            sums: [V::splat(0); 1 << CARDS],
            cards: 0,
        }
    }

    /// Those of the lowest cards of every table; the lanes that have more, a bit each.
    #[inline(always)]
    pub(super) fn fill<B: Bits>(&mut self, tables: &Numbers, mattas: V) -> u64 {
        let mut rest = *tables;
        let mut more = B::nonzero(&rest);
        self.cards = 0;
        while self.cards < CARDS && more != 0 {
            let (_, values) = lowest(&mut rest, mattas);
            let (without, with) = self.sums.split_at_mut(1 << self.cards);
            for (without, with) in without.iter().zip(with) {
                *with = without.plus(values);
            }
            self.cards += 1;
            more = B::nonzero(&rest);
        }
        more
    }

    /// What the first card counts, where any table has a card.
    #[inline(always)]
    pub(super) fn first(&self) -> V {
        self.sums[1]
    }

    /// The sums of all cards. No other subset has that sum.
    #[inline(always)]
    pub(super) fn whole(&self) -> V {
        self.sums[((1 << self.cards) - 1) % (1 << CARDS)]
    }

    /// Where one card counts as much as these bytes.
    #[inline(always)]
    pub(super) fn have_single(&self, values: V) -> V {
        let mut found = V::splat(0);
        for card in 0..self.cards {
            found = found.or(self.up_to(card)[0].equals(values));
        }
        found
    }

    /// The sums of all subsets whose highest card is the `card`-th, that of the card alone first.
    #[inline(always)]
    pub(super) fn up_to(&self, card: usize) -> &[V] {
        &self.sums[1 << (card % CARDS)..2 << (card % CARDS)]
    }

    /// The number of all subsets, modulo 256.
    #[inline(always)]
    pub(super) fn subsets(&self) -> u8 {
        (1u32 << self.cards) as u8
    }

    /// The number of cards of the largest table.
    #[inline(always)]
    pub(super) fn cards(&self) -> usize {
        self.cards
    }
}

#[cfg(test)]
mod tests {
    use super::CARDS;

    /// The most plays of three cards of one rank on any table that has `left` cards of this rank and above. Below it lie cards of
    /// which `subsets[sum]` subsets have each sum.
    fn most_plays(rank: usize, left: usize, mut subsets: [u32; 16]) -> u32 {
        if left == 0 {
            return (1..=10)
                .map(|rank| 3 * (subsets[rank] + subsets[15 - rank] + 1))
                .max()
                .unwrap_or(0);
        }
        if rank > 10 {
            return 0;
        }
        // 7c may count as a fifth card of a rank.
        let mut most = most_plays(rank + 1, left, subsets);
        for cards in 1..=left.min(5) {
            for sum in (rank..16).rev() {
                subsets[sum] += subsets[sum - rank];
            }
            most = most.max(most_plays(rank + 1, left - cards, subsets));
        }
        most
    }

    #[test]
    fn the_plays_of_three_cards_are_counted_in_a_byte() {
        let mut subsets = [0; 16];
        subsets[0] = 1;
        let most = most_plays(1, CARDS, subsets);
        assert!((100..256).contains(&most), "{most} plays");
    }
}
