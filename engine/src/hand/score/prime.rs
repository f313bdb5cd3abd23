//! The prime (`docs/reference/rules.md` B3, B23, D19, D44, D45): the best card of each suit on its own scale, or the
//! most cards of the best values.

use super::leaders;
use crate::cards::card_set::CardSet;
use crate::cards::deck::Deck;
use crate::game::MAX_SEATS;
use crate::insertion;
use crate::rules::{PrimeMissingSuit, ScoreRules};
use std::cmp::Ordering;

/// The prime of a game: the values of the ranks, and the way to compare piles.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct PrimeScale {
    /// Ranks with their values, best first. If values are equal, the higher rank comes first.
    ranks: Vec<(u8, u8)>,
    /// The suits of the deck, one bit per suit.
    suits: u64,
    counts_cards: bool,
    missing_counts: bool,
}

impl PrimeScale {
    /// `None` if the rules have no prime.
    pub(crate) fn new(score: &ScoreRules, deck: Deck) -> Option<PrimeScale> {
        let (numerals, courts) = score.prime.values()?;
        let lowest = deck.ranks() - 2;
        let courts = (lowest..).zip(courts);
        let mut ranks: Vec<(u8, u8)> = (1..).zip(numerals).chain(courts).collect();
        if score.prime.counts_cards() {
            ranks.retain(|&(_, value)| value > 0);
        }
        insertion::sort_by(&mut ranks, |one, other| (other.1, other.0).cmp(&(one.1, one.0)));
        Some(PrimeScale {
            ranks,
            suits: deck.suits().fold(0, |suits, suit| suits | 1 << suit as u64),
            counts_cards: score.prime.counts_cards(),
            missing_counts: score.prime_missing_suit == PrimeMissingSuit::CountsZero,
        })
    }

    /// The ranks that have a value, best first, with their values.
    #[inline(always)]
    pub fn ranks(&self) -> &[(u8, u8)] {
        &self.ranks
    }

    /// The value of a rank; 0 if it has none.
    pub fn value(&self, rank: u8) -> u8 {
        let row = self.ranks.iter().find(|(other, _)| *other == rank);
        row.map_or(0, |&(_, value)| value)
    }

    /// The cards of each value, best first.
    pub fn classes(&self) -> impl Iterator<Item = CardSet> {
        let same = |a: &(u8, u8), b: &(u8, u8)| a.1 == b.1;
        let cards = |all: CardSet, &(rank, _): &(u8, u8)| all | CardSet::rank(rank);
        self.ranks
            .chunk_by(same)
            .map(move |class| class.iter().fold(CardSet::EMPTY, cards))
    }

    /// Whether cards are counted, from the best value down. If not, the best cards of the suits add up.
    #[inline(always)]
    pub fn counts_cards(&self) -> bool {
        self.counts_cards
    }

    /// Whether a pile that lacks a suit has no prime. If not, the suit counts 0.
    #[inline(always)]
    pub fn needs_all_suits(&self) -> bool {
        !self.missing_counts
    }

    /// The sum of a pile's best cards by suit; `None` if the pile has no prime or cards are counted.
    #[inline(always)]
    pub fn sum(&self, pile: CardSet) -> Option<u8> {
        if self.counts_cards {
            return None;
        }
        let mut open = self.suits;
        let mut sum = 0;
        for &(rank, value) in &self.ranks {
            let held = pile.bits() >> (4 * (rank - 1)) & open;
            sum += value * held.count_ones() as u8;
            open ^= held;
            if open == 0 {
                break;
            }
        }
        (open == 0 || self.missing_counts).then_some(sum)
    }

    /// Compares the primes of two piles.
    #[inline(always)]
    pub(super) fn compare(&self, one: CardSet, other: CardSet) -> Ordering {
        if !self.counts_cards {
            return self.sum(one).cmp(&self.sum(other));
        }
        self.counts(one).cmp(&self.counts(other))
    }

    /// The number of cards of each value in a pile, best first.
    fn counts(&self, pile: CardSet) -> [u32; 10] {
        let mut counts = [0; 10];
        for (count, cards) in counts.iter_mut().zip(self.classes()) {
            *count = (pile & cards).len();
        }
        counts
    }

    /// The piles with the best prime, one bit each.
    #[inline(always)]
    pub(super) fn leaders(&self, piles: &[CardSet]) -> u8 {
        if !self.counts_cards {
            let places = leaders(piles.iter().map(|&pile| self.sum(pile)));
            let best = piles.get(places.trailing_zeros() as usize).and_then(|&pile| self.sum(pile));
            // Sides that are level at 0 have nothing to score for.
            return if places.is_power_of_two() || best > Some(0) {
                places
            } else {
                0
            };
        }
        let counts = piles.iter().map(|&pile| self.counts(pile));
        leaders(counts.map(|counts| (counts != [0; 10]).then_some(counts)))
    }
}

/// The prime of each pile; `None` if it has none.
pub(super) fn primes(scale: Option<&PrimeScale>, piles: &[CardSet]) -> [Option<u8>; MAX_SEATS] {
    let mut primes = [None; MAX_SEATS];
    if let Some(scale) = scale {
        for (prime, &pile) in primes.iter_mut().zip(piles) {
            *prime = scale.sum(pile);
        }
    }
    primes
}
