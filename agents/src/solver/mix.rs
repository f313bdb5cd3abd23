//! Parts of position keys: 64-bit hashes, and counts of cards.

/// Hashes two words to one: both halves of their product, after an exclusive or of each word with a constant.
#[inline(always)]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9E37_79B9_7F4A_7C15) * u128::from(b ^ 0xC2B2_AE3D_27D4_EB4F);
    (product as u64) ^ (product >> 64) as u64
}

/// The number of cards of each rank, four bits each.
#[inline(always)]
pub(super) fn counts(cards: u64) -> u64 {
    let pairs = cards - (cards >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}
