//! Thirty-two bytes, and what is done to all of them at once.

/// Thirty-two bytes. A condition on them is a byte of ones where it holds, else of zeros.
pub trait Bytes32: Copy {
    /// From an array.
    fn from_array(bytes: [u8; 32]) -> Self;

    /// As an array.
    fn to_array(self) -> [u8; 32];

    /// The same byte everywhere.
    fn splat(byte: u8) -> Self;

    /// The sums, modulo 256.
    fn plus(self, other: Self) -> Self;

    /// The differences, modulo 256.
    fn minus(self, other: Self) -> Self;

    /// The differences, 0 where they are below 0. The other bytes are 0 or 1.
    fn minus_to_zero(self, other: Self) -> Self;

    /// Where both are the same.
    fn equals(self, other: Self) -> Self;

    /// Where these bytes are not below the other ones.
    fn at_least(self, other: Self) -> Self;

    /// The bits of both.
    fn and(self, other: Self) -> Self;

    /// The bits of either.
    fn or(self, other: Self) -> Self;

    /// Where this condition holds the first bytes, else the second.
    fn choose(self, first: Self, second: Self) -> Self;

    /// Where this condition does not hold.
    #[inline(always)]
    fn not(self) -> Self {
        self.equals(Self::splat(0))
    }
}

/// The bytes in four numbers, the first byte lowest.
#[derive(Copy, Clone, Debug)]
pub struct Words([u64; 4]);

/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

impl Words {
    #[inline(always)]
    fn with(mut self, other: Words, f: impl Fn(u64, u64) -> u64) -> Words {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = f(*word, other);
        }
        self
    }
}

/// Bytes of ones where the highest bit of the byte is one.
#[inline(always)]
fn condition(word: u64) -> u64 {
    ((word & HIGH) >> 7) * 0xFF
}

impl Bytes32 for Words {
    #[inline(always)]
    fn from_array(bytes: [u8; 32]) -> Self {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Words(words)
    }

    #[inline(always)]
    fn to_array(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Words([u64::from_le_bytes([byte; 8]); 4])
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.with(other, |a, b| ((a & !HIGH) + (b & !HIGH)) ^ ((a ^ b) & HIGH))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.with(other, |a, b| ((a | HIGH) - (b & !HIGH)) ^ (!(a ^ b) & HIGH))
    }

    #[inline(always)]
    fn minus_to_zero(self, other: Self) -> Self {
        self.minus(other.and(self.not().not()))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.with(other, |a, b| {
            let differ = a ^ b;
            condition(!(((differ & !HIGH) + !HIGH) | differ))
        })
    }

    #[inline(always)]
    fn at_least(self, other: Self) -> Self {
        self.with(other, |a, b| {
            let of_low_bits = (a | HIGH) - (b & !HIGH);
            condition((a & !b) | (!(a ^ b) & of_low_bits))
        })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn choose(self, first: Self, second: Self) -> Self {
        self.and(first).or(self.with(second, |condition, b| !condition & b))
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::Bytes32;
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_blendv_epi8, _mm256_cmpeq_epi8, _mm256_loadu_si256,
        _mm256_max_epu8, _mm256_or_si256, _mm256_set1_epi8, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_subs_epu8,
    };

    /// A vector of AVX2: what the machine holds where `Bits` are those of x86-64-v3, and made nowhere else.
    #[derive(Copy, Clone, Debug)]
    pub(in crate::vector) struct Avx2(__m256i);

    /// Operations on two vectors that are one instruction.
    macro_rules! instructions {
        ($($operation:ident: $instruction:ident,)*) => {$(
            #[inline(always)]
            fn $operation(self, other: Self) -> Self {
                // SAFETY: as in `splat`.
                Avx2(unsafe { $instruction(self.0, other.0) })
            }
        )*};
    }

    impl Bytes32 for Avx2 {
        #[inline(always)]
        fn from_array(bytes: [u8; 32]) -> Self {
            // SAFETY: as in `splat`; the array is as long as a vector.
            Avx2(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
        }

        #[inline(always)]
        fn to_array(self) -> [u8; 32] {
            let mut bytes = [0; 32];
            // SAFETY: as in `splat`; the array is as long as a vector.
            unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) };
            bytes
        }

        #[inline(always)]
        fn splat(byte: u8) -> Self {
            // SAFETY: `Bits` alone lead here, those of machines that have AVX2.
            Avx2(unsafe { _mm256_set1_epi8(byte as i8) })
        }

        instructions! {
            plus: _mm256_add_epi8,
            minus: _mm256_sub_epi8,
            minus_to_zero: _mm256_subs_epu8,
            equals: _mm256_cmpeq_epi8,
            and: _mm256_and_si256,
            or: _mm256_or_si256,
        }

        #[inline(always)]
        fn at_least(self, other: Self) -> Self {
            // SAFETY: as in `splat`.
            Avx2(unsafe { _mm256_max_epu8(self.0, other.0) }).equals(self)
        }

        #[inline(always)]
        fn choose(self, first: Self, second: Self) -> Self {
            // SAFETY: as in `splat`.
            Avx2(unsafe { _mm256_blendv_epi8(second.0, first.0, self.0) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::{Bits, Portable, VectorTask, dispatch};
    use rand::Rng;
    use rand_pcg::Pcg64Mcg;

    /// Every operation on two times thirty-two bytes; the last one chooses where the first condition holds.
    struct All([u8; 32], [u8; 32]);

    impl VectorTask for All {
        type Output = [[u8; 32]; 9];

        #[inline(always)]
        fn run<B: Bits>(self) -> [[u8; 32]; 9] {
            let (a, b) = (B::Bytes32::from_array(self.0), B::Bytes32::from_array(self.1));
            [
                a.plus(b).to_array(),
                a.minus(b).to_array(),
                a.minus_to_zero(b.and(B::Bytes32::splat(1))).to_array(),
                a.equals(b).to_array(),
                a.at_least(b).to_array(),
                a.and(b).to_array(),
                a.or(b).to_array(),
                a.equals(b).not().to_array(),
                a.at_least(b).choose(a, b).to_array(),
            ]
        }
    }

    /// The same, byte by byte.
    fn plain(a: u8, b: u8) -> [u8; 9] {
        let condition = |holds| if holds { 0xFF } else { 0 };
        let (equal, at_least) = (condition(a == b), condition(a >= b));
        [
            a.wrapping_add(b),
            a.wrapping_sub(b),
            a.saturating_sub(b & 1),
            equal,
            at_least,
            a & b,
            a | b,
            !equal,
            a.max(b),
        ]
    }

    #[test]
    fn every_operation_does_the_same_to_every_byte() {
        let mut rng = Pcg64Mcg::new(1);
        for shift in 0..=255u8 {
            let a: [u8; 32] = std::array::from_fn(|_| rng.next_u32() as u8);
            let b = a.map(|byte| byte.wrapping_add(shift & rng.next_u32() as u8));
            let wanted: [[u8; 32]; 9] =
                std::array::from_fn(|at| std::array::from_fn(|lane| plain(a[lane], b[lane])[at]));
            assert_eq!(All(a, b).run::<Portable>(), wanted);
            assert_eq!(dispatch(All(a, b)), wanted);
        }
    }
}
