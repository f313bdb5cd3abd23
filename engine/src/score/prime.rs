//! The prime (`rules.md` B3, B23, D19, D44, D45): the best card of each suit on a scale of its own.

use super::strict_best;
use crate::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::rules::{Prime, PrimeMissingSuit};

/// Ranks from the best down with their prime values; the courts are last.
type Scale = [(u8, u8); 10];

const STANDARD: Scale = scale(10, 10, 10);
const COURTS_ZERO: Scale = scale(0, 0, 0);
const COURTS_RANKED: Scale = scale(10, 9, 8);

const fn scale(king: u8, queen: u8, jack: u8) -> Scale {
    [
        (7, 21),
        (6, 18),
        (1, 16),
        (5, 15),
        (4, 14),
        (3, 13),
        (2, 12),
        (10, king),
        (9, queen),
        (8, jack),
    ]
}

/// The prime of each pile; `None` where there is none.
#[inline]
pub(super) fn primes(game: &Game, piles: &[CardSet]) -> [Option<u8>; MAX_SEATS] {
    let scale = match game.rules().score.prime {
        Prime::None | Prime::MostSevens => return [None; MAX_SEATS],
        Prime::Standard => &STANDARD,
        Prime::CourtsZero => &COURTS_ZERO,
        Prime::CourtsRanked => &COURTS_RANKED,
    };
    let missing_counts = game.rules().score.prime_missing_suit == PrimeMissingSuit::CountsZero;
    let mut primes = [None; MAX_SEATS];
    for (prime, &pile) in primes.iter_mut().zip(piles) {
        let (sum, missing) = sum(scale, pile);
        *prime = (missing == 0 || missing_counts).then_some(sum);
    }
    primes
}

/// The best values of the suits added up, and the suits without a card, a bit each.
#[inline]
fn sum(scale: &Scale, pile: CardSet) -> (u8, u64) {
    let mut open = 0xF;
    let mut sum = 0;
    for &(rank, value) in scale {
        let held = pile.bits() >> (4 * (rank - 1)) & open;
        sum += value * held.count_ones() as u8;
        open ^= held;
        if open == 0 {
            break;
        }
    }
    (sum, open)
}

/// The side that gets the point.
pub(super) fn winner(game: &Game, piles: &[CardSet], primes: &[Option<u8>]) -> Option<usize> {
    if game.rules().score.prime == Prime::MostSevens {
        return strict_best(piles.iter().map(|&pile| Some(counts(game, pile))));
    }
    strict_best(primes.iter().copied())
}

/// Cards of 7, 6, A, 5, 4, 3, 2 and courts: the first difference decides.
fn counts(game: &Game, pile: CardSet) -> [u32; 8] {
    let mut counts = [0; 8];
    for (count, &(rank, _)) in counts.iter_mut().zip(&STANDARD[..7]) {
        *count = (pile & CardSet::rank(rank)).len();
    }
    let kings = game.deck().ranks();
    let courts = CardSet::rank(kings) | CardSet::rank(kings - 1) | CardSet::rank(kings - 2);
    counts[7] = (pile & courts).len();
    counts
}
