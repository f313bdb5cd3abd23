//! Uniform draws from any generator, each from one 64-bit word.

use crate::card_set::CardSet;
use rand::Rng;

/// A uniform number below `n` (bias below `n / 2^64`).
#[inline(always)]
pub fn below(rng: &mut impl Rng, n: u32) -> u32 {
    ((u128::from(rng.next_u64()) * u128::from(n)) >> 64) as u32
}

/// A uniform number in `[0, 1)` with 24 bits.
#[inline(always)]
pub fn unit(rng: &mut impl Rng) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}

/// Shuffles the first `count` places of `items`: they hold a uniform sample in uniform order afterwards.
#[inline(always)]
pub fn shuffle_front<T: Copy>(items: &mut [T], count: usize, rng: &mut impl Rng) {
    let len = items.len();
    for i in 0..count.min(len) {
        let j = i + below(rng, (len - i) as u32) as usize;
        items.swap(i, j);
    }
}

/// The cards of a set in canonical order in a fixed buffer, and their number.
#[inline(always)]
pub(crate) fn spread(set: CardSet) -> ([u8; 64], usize) {
    let mut cards = [0; 64];
    let mut count = 0;
    for card in set {
        cards[count] = card.index();
        count += 1;
    }
    (cards, count)
}
