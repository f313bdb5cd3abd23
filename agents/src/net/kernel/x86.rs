//! The vector of x86-64: two AVX registers, or one of AVX-512.
//!
//! Safety: every method of [`Avx2`] and [`Avx512`] runs instructions of its level. The types are private, and all code
//! that uses them is inlined into [`run_avx2`] and [`run_avx512`]. These are compiled for the level and may be called
//! only if the processor has it.

use std::arch::x86_64::*;

use super::Work;
use crate::net::vector::{LANES, Vector};

/// Work for AVX2.
///
/// # Safety
/// The processor must have AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn run_avx2<W: Work>(work: W) -> W::Output {
    work.run::<Avx2>()
}

/// Work for AVX-512.
///
/// # Safety
/// The processor must have AVX-512 F and VL, AVX2 and FMA.
#[target_feature(enable = "avx512f,avx512vl,avx2,fma")]
pub(super) unsafe fn run_avx512<W: Work>(work: W) -> W::Output {
    work.run::<Avx512>()
}

/// Sixteen numbers in two registers.
#[derive(Copy, Clone)]
struct Avx2(__m256, __m256);

impl Vector for Avx2 {
    #[inline(always)]
    fn splat(value: f32) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(_mm256_set1_ps(value), _mm256_set1_ps(value)) }
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Avx2 {
        // SAFETY: see the module; both halves are inside the array.
        unsafe {
            let from = from.as_ptr();
            Avx2(_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8)))
        }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: see the module; both halves are inside the array.
        unsafe {
            let to = to.as_mut_ptr();
            _mm256_storeu_ps(to, self.0);
            _mm256_storeu_ps(to.add(8), self.1);
        }
    }

    #[inline(always)]
    fn add(self, other: Avx2) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn mul(self, factor: Avx2) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(_mm256_mul_ps(self.0, factor.0), _mm256_mul_ps(self.1, factor.1)) }
    }

    #[inline(always)]
    fn mul_add(self, factor: Avx2, sum: Avx2) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(_mm256_fmadd_ps(self.0, factor.0, sum.0), _mm256_fmadd_ps(self.1, factor.1, sum.1)) }
    }

    #[inline(always)]
    fn relu(self) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(relu_of_eight(self.0), relu_of_eight(self.1)) }
    }

    #[inline(always)]
    fn gated(self, active: Avx2) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(gated_of_eight(self.0, active.0), gated_of_eight(self.1, active.1)) }
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: see the module.
        unsafe { sum_of_eight(_mm256_add_ps(self.0, self.1)) }
    }
}

/// Sixteen numbers in one register.
#[derive(Copy, Clone)]
struct Avx512(__m512);

impl Vector for Avx512 {
    #[inline(always)]
    fn splat(value: f32) -> Avx512 {
        // SAFETY: see the module.
        unsafe { Avx512(_mm512_set1_ps(value)) }
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Avx512 {
        // SAFETY: see the module; the array has sixteen numbers.
        unsafe { Avx512(_mm512_loadu_ps(from.as_ptr())) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: see the module; the array has sixteen numbers.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn add(self, other: Avx512) -> Avx512 {
        // SAFETY: see the module.
        unsafe { Avx512(_mm512_add_ps(self.0, other.0)) }
    }

    #[inline(always)]
    fn mul(self, factor: Avx512) -> Avx512 {
        // SAFETY: see the module.
        unsafe { Avx512(_mm512_mul_ps(self.0, factor.0)) }
    }

    #[inline(always)]
    fn mul_add(self, factor: Avx512, sum: Avx512) -> Avx512 {
        // SAFETY: see the module.
        unsafe { Avx512(_mm512_fmadd_ps(self.0, factor.0, sum.0)) }
    }

    #[inline(always)]
    fn relu(self) -> Avx512 {
        // SAFETY: see the module.
        unsafe {
            let bits = _mm512_castps_si512(self.0);
            let negative = _mm512_srai_epi32::<31>(bits);
            Avx512(_mm512_castsi512_ps(_mm512_andnot_si512(negative, bits)))
        }
    }

    #[inline(always)]
    fn gated(self, active: Avx512) -> Avx512 {
        // SAFETY: see the module.
        unsafe {
            let active = _mm512_cmpgt_epi32_mask(_mm512_castps_si512(active.0), _mm512_setzero_si512());
            Avx512(_mm512_maskz_mov_ps(active, self.0))
        }
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: see the module.
        unsafe {
            let low = _mm512_castps512_ps256(self.0);
            let high = _mm512_extractf64x4_pd::<1>(_mm512_castps_pd(self.0));
            sum_of_eight(_mm256_add_ps(low, _mm256_castpd_ps(high)))
        }
    }
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn relu_of_eight(lanes: __m256) -> __m256 {
    // SAFETY: as for the function.
    unsafe {
        let bits = _mm256_castps_si256(lanes);
        _mm256_castsi256_ps(_mm256_andnot_si256(_mm256_srai_epi32::<31>(bits), bits))
    }
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn gated_of_eight(lanes: __m256, active: __m256) -> __m256 {
    // SAFETY: as for the function.
    unsafe {
        let active = _mm256_cmpgt_epi32(_mm256_castps_si256(active), _mm256_setzero_si256());
        _mm256_and_ps(lanes, _mm256_castsi256_ps(active))
    }
}

/// # Safety
/// The processor must have AVX.
#[inline(always)]
unsafe fn sum_of_eight(lanes: __m256) -> f32 {
    // SAFETY: as for the function.
    unsafe {
        let four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps::<1>(lanes));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
    }
}
