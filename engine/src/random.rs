//! Uniform draws, each from one 64-bit word of any generator, and the mixing step that derives seeds.

use crate::cards::card_set::CardSet;
use rand::Rng;

/// A uniform number below `n` (bias below `n / 2^64` if all 64 bits of the generator are random).
#[inline(always)]
pub fn below(rng: &mut impl Rng, n: u32) -> u32 {
    scale(rng.next_u64(), n)
}

/// Scales a random 64-bit number to a number below `n`.
#[inline(always)]
pub(crate) fn scale(draw: u64, n: u32) -> u32 {
    ((u128::from(draw) * u128::from(n)) >> 64) as u32
}

/// The first place whose running total exceeds `number`, and the total before it. No branch depends on the numbers.
#[inline(always)]
pub(crate) fn place_of(number: u32, totals: &[u32]) -> (u32, u32) {
    let mut place = 0;
    let mut before = 0;
    for &total in totals {
        if total <= number {
            place += 1;
            before = total;
        }
    }
    (place, before)
}

/// A uniform number in `[0, 1)` with 24 bits.
#[inline(always)]
pub fn unit(rng: &mut impl Rng) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): each input bit flips about half of the output bits, and no
/// two inputs give the same output. Seeds are derived from other seeds with it.
#[inline]
pub const fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Shuffles the first `count` places of `items`: afterwards they hold a uniform sample in uniform order.
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
