//! The one module of vector code: sixteen byte lanes in an SSE2 register, which every x86-64 machine has.
#![allow(unsafe_code)]

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

    /// The lanes that hold `byte`, a bit each.
    #[inline(always)]
    pub(crate) fn equal_to(self, byte: u8) -> u32 {
        // SAFETY: SSE2 is part of the x86-64 baseline.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte as i8))) as u32 }
    }
}
