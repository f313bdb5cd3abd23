//! Names of positions: 64-bit hashes.

/// Two words made one: both halves of their product, each word first moved by a constant.
#[inline(always)]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9E37_79B9_7F4A_7C15) * u128::from(b ^ 0xC2B2_AE3D_27D4_EB4F);
    (product as u64) ^ (product >> 64) as u64
}
