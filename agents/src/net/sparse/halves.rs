//! Numbers of 16 bits (IEEE 754 binary16), as the files of networks have them.

/// Number of mantissa bits that the short form lacks.
const DROPPED: u32 = 13;
/// Difference of the exponents' biases.
const BIAS: u32 = 127 - 15;
/// The exponent of infinity and of no number.
const LAST: u32 = 0x7C00;

/// The nearest short number; of two equally near ones the even one.
pub(super) fn to_half(number: f32) -> u16 {
    let bits = number.to_bits();
    let (sign, size) = ((bits >> 16 & 0x8000) as u16, bits & 0x7FFF_FFFF);
    if number.is_nan() {
        return sign | 0x7E00;
    }
    let exponent = size >> 23;
    // Below the least normal number the mantissa has no hidden bit.
    let (mantissa, dropped) = match (BIAS + 1).saturating_sub(exponent) {
        0 => (size - (BIAS << 23), DROPPED),
        missing => ((size & 0x7F_FFFF) | 1 << 23, (DROPPED + missing).min(31)),
    };
    let (rest, half) = (mantissa & ((1 << dropped) - 1), 1 << (dropped - 1));
    let short = mantissa >> dropped;
    let up = rest > half || (rest == half && short & 1 == 1);
    sign | (short + u32::from(up)).min(LAST) as u16
}

/// The nearest short numbers, two bytes each, the low one first.
pub(super) fn to_bytes(numbers: &[f32]) -> Vec<u8> {
    let halves = numbers.iter().flat_map(|&number| to_half(number).to_le_bytes());
    halves.collect()
}

/// The value of a short number.
pub(super) fn from_half(bits: u16) -> f32 {
    let (sign, size) = (u32::from(bits & 0x8000) << 16, u32::from(bits & 0x7FFF));
    let number = match size >> 10 {
        0 => size as f32 * (1.0 / (1 << 24) as f32),
        31 => f32::from_bits((size << DROPPED) | 0x7F80_0000),
        _ => f32::from_bits((size << DROPPED) + (BIAS << 23)),
    };
    f32::from_bits(number.to_bits() | sign)
}

#[cfg(test)]
mod tests {
    use half::f16;

    use super::*;

    #[test]
    fn all_short_numbers_and_many_long_ones_are_those_of_the_standard() {
        for bits in 0..=u16::MAX {
            let right = f16::from_bits(bits).to_f32();
            assert!(from_half(bits) == right || right.is_nan(), "{bits:#x}");
            assert!(to_half(right) == bits || right.is_nan(), "{bits:#x}");
        }
        for step in 0..1 << 22 {
            let number = f32::from_bits((step << 10) | (step * 7 % 1024));
            let right = f16::from_f32(number);
            assert!(to_half(number) == right.to_bits() || number.is_nan(), "{number}");
        }
    }
}
