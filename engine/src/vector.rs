//! The one module of vector code and of run-time detection.
//!
//! [`dispatch`] runs a [`VectorTask`] compiled for the instructions of the machine. `Bytes16` is sixteen byte lanes in
//! an SSE2 register, which every x86-64 machine has. All paths give identical results.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
pub(crate) use bytes::Bytes16;

use std::sync::atomic::{AtomicU8, Ordering};

/// The instruction level of a machine. All crates detect it here.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Level {
    /// Only the instructions of the build target.
    Portable,
    /// x86-64-v3: AVX2, FMA, BMI1, BMI2, LZCNT, POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64-v4: these, and AVX-512 F, VL, BW, DQ.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// The best level's index in [`Level::ALL`] plus one; 0 if it is unknown. Racing threads all store the same value.
static BEST: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// All levels of this architecture, in rising order.
    pub const ALL: &[Level] = &[
        Level::Portable,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2,
        #[cfg(target_arch = "x86_64")]
        Level::Avx512,
    ];

    /// The best level of this machine; every level below it can be used too.
    #[inline]
    pub fn detect() -> Level {
        match BEST.load(Ordering::Relaxed) {
            0 => Level::look(),
            place => Level::ALL[usize::from(place) - 1],
        }
    }

    /// All levels of this machine, the best last.
    pub fn available() -> impl Iterator<Item = Level> {
        let best = Level::detect();
        Level::ALL.iter().copied().take_while(move |&level| level <= best)
    }

    #[cold]
    fn look() -> Level {
        let level = machine_level();
        BEST.store(level as u8 + 1, Ordering::Relaxed);
        level
    }
}

/// Prefetches the memory of `value`, which must start on a cache line, if the machine supports it. Affects only time.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of::<T>()).step_by(64) {
        let start = std::ptr::from_ref(value).cast::<i8>().wrapping_add(line);
        // SAFETY: every x86-64 machine has the instruction, and it reads nothing: an address may be any number.
        unsafe { std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(start) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(target_arch = "x86_64")]
fn machine_level() -> Level {
    let v3 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let v4 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq");
    match (v3, v4) {
        (true, true) => Level::Avx512,
        (true, false) => Level::Avx2,
        (false, _) => Level::Portable,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn machine_level() -> Level {
    Level::Portable
}

/// Bit operations that have an instruction on some machines.
pub trait Bits: Copy {
    /// The place of the `k`-th set bit, from 0. `k` is below the number of set bits.
    fn select(bits: u64, k: u32) -> u32;

    /// Puts the low bits of `bits` at the places of the set bits of `mask`, the lowest first.
    fn deposit(bits: u64, mask: u64) -> u64;

    /// The places of the nonzero numbers, one bit each. There are at most 64 numbers, a multiple of 4.
    fn nonzero(numbers: &[u64]) -> u64;
}

/// Bit operations in plain code.
#[derive(Copy, Clone, Debug)]
pub struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn select(bits: u64, k: u32) -> u32 {
        let mut rest = bits;
        for _ in 0..k {
            rest &= rest - 1;
        }
        rest.trailing_zeros()
    }

    #[inline(always)]
    fn deposit(bits: u64, mask: u64) -> u64 {
        let mut left = bits;
        let mut rest = mask;
        let mut placed = 0;
        while left != 0 && rest != 0 {
            if left & 1 != 0 {
                placed |= rest & rest.wrapping_neg();
            }
            left >>= 1;
            rest &= rest - 1;
        }
        placed
    }

    #[inline(always)]
    fn nonzero(numbers: &[u64]) -> u64 {
        let bit = |(place, &number): (usize, &u64)| u64::from(number != 0) << place;
        numbers.iter().enumerate().map(bit).sum()
    }
}

/// Work that is compiled once per instruction level. Mark `run` and the functions in its loops `inline(always)`.
pub trait VectorTask {
    /// The result of the work.
    type Output;

    /// Does the work with the machine's bit operations.
    fn run<B: Bits>(self) -> Self::Output;
}

/// Runs a task with the fastest instructions that this machine has.
#[inline(always)]
pub fn dispatch<T: VectorTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if Level::detect() >= Level::Avx2 {
        // SAFETY: the machine has the instructions that `fast::run` is compiled for.
        return unsafe { fast::run(task) };
    }
    task.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
mod fast {
    use super::{Bits, VectorTask};
    use std::arch::x86_64::{
        _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_movemask_pd, _mm256_setzero_si256,
    };

    /// Bit operations of x86-64-v3.
    #[derive(Copy, Clone, Debug)]
    struct Bmi;

    impl Bits for Bmi {
        #[inline(always)]
        fn select(bits: u64, k: u32) -> u32 {
            // SAFETY: `Bmi` is used by `run` alone, on machines that have BMI2 and AVX2.
            unsafe { std::arch::x86_64::_pdep_u64(1 << k, bits) }.trailing_zeros()
        }

        #[inline(always)]
        fn deposit(bits: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
        }

        #[inline(always)]
        fn nonzero(numbers: &[u64]) -> u64 {
            let mut places = 0;
            for (at, four) in numbers.as_chunks::<4>().0.iter().enumerate() {
                // SAFETY: as above, and `four` is as long as a vector.
                let zeros = unsafe {
                    let four = _mm256_loadu_si256(four.as_ptr().cast());
                    _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(four, _mm256_setzero_si256())))
                };
                places |= u64::from(!zeros as u32 & 0xF) << (4 * at);
            }
            places
        }
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    pub(super) fn run<T: VectorTask>(task: T) -> T::Output {
        task.run::<Bmi>()
    }
}

#[cfg(target_arch = "x86_64")]
mod bytes {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_and_si128, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8,
    };

    /// Sixteen bytes.
    #[derive(Copy, Clone, Debug)]
    pub(crate) struct Bytes16(__m128i);

    impl Bytes16 {
        /// The same byte in all lanes.
        #[inline(always)]
        pub(crate) fn splat(byte: u8) -> Bytes16 {
            // SAFETY: SSE2 is part of the x86-64 baseline.
            Bytes16(unsafe { _mm_set1_epi8(byte as i8) })
        }

        /// Adds `byte` (wrapping) in the lanes whose mask byte is 0xFF, and 0 in those whose mask byte is 0.
        #[inline(always)]
        pub(crate) fn add_where(self, mask: [u64; 2], byte: u8) -> Bytes16 {
            // SAFETY: SSE2 is part of the x86-64 baseline.
            Bytes16(unsafe {
                let mask = _mm_set_epi64x(mask[1] as i64, mask[0] as i64);
                _mm_add_epi8(self.0, _mm_and_si128(mask, _mm_set1_epi8(byte as i8)))
            })
        }

        /// The lanes that hold `byte`, one bit per lane.
        #[inline(always)]
        pub(crate) fn equal_to(self, byte: u8) -> u32 {
            // SAFETY: SSE2 is part of the x86-64 baseline.
            unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte as i8))) as u32 }
        }
    }
}

#[cfg(test)]
#[path = "../tests/support/skips.rs"]
mod skips;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_pcg::Pcg64Mcg;

    /// Runs each operation with the machine's own instructions.
    struct All(u64, u32, u64);

    impl VectorTask for All {
        type Output = (u32, u64, u64);

        #[inline(always)]
        fn run<B: Bits>(self) -> (u32, u64, u64) {
            let numbers: [u64; 64] = std::array::from_fn(|place| self.0 & 1 << place);
            (B::select(self.0, self.1), B::deposit(self.2, self.0), B::nonzero(&numbers))
        }
    }

    /// Tests here and in other crates run only the available levels.
    #[test]
    fn levels_that_this_machine_lacks_are_reported() {
        for level in Level::ALL.iter().filter(|&&level| level > Level::detect()) {
            skips::skipped(&format!("vector code for {level:?}"), "this processor has no such instructions");
        }
    }

    #[test]
    fn every_level_of_machine_gives_the_same() {
        let mut rng = Pcg64Mcg::new(1);
        for _ in 0..10_000 {
            let mask = rng.next_u64() & rng.next_u64() | 1;
            let k = (rng.next_u64() % u64::from(mask.count_ones())) as u32;
            let bits = rng.next_u64() & ((1u128 << mask.count_ones()) - 1) as u64;
            let plain = (Portable::select(mask, k), Portable::deposit(bits, mask), mask);
            assert_eq!(All(mask, k, bits).run::<Portable>(), plain);
            assert_eq!(dispatch(All(mask, k, bits)), plain);
            assert_eq!(plain.1.count_ones(), bits.count_ones());
            assert_eq!(mask & ((1u128 << plain.0) - 1) as u64, Portable::deposit((1u128 << k) as u64 - 1, mask));
        }
    }
}
