//! The vector of WebAssembly: four registers of four numbers.
//!
//! There is no multiplication and addition with one rounding. Products are exact in double precision; the sum is rounded
//! twice, to 53 and then to 24 bits. That is one rounding unless the first result lies halfway between two short numbers,
//! or is smaller than the normal ones: then the lanes are computed one by one.

use std::arch::wasm32::*;

use crate::net::vector::{LANES, Vector};

/// Registers of a vector.
const PARTS: usize = 4;

/// Sixteen numbers in four registers.
#[derive(Copy, Clone)]
pub(in crate::net) struct Portable([v128; PARTS]);

impl Portable {
    #[inline(always)]
    fn each(self, other: Portable, work: impl Fn(v128, v128) -> v128) -> Portable {
        let mut parts = self.0;
        for i in 0..PARTS {
            parts[i] = work(parts[i], other.0[i]);
        }
        Portable(parts)
    }
}

impl Vector for Portable {
    #[inline(always)]
    fn splat(value: f32) -> Portable {
        Portable([f32x4_splat(value); PARTS])
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Portable {
        let from = from.as_ptr();
        // SAFETY: all four parts are inside the array.
        let part = |i: usize| unsafe { v128_load(from.add(4 * i).cast()) };
        Portable([part(0), part(1), part(2), part(3)])
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        let to = to.as_mut_ptr();
        for i in 0..PARTS {
            // SAFETY: all four parts are inside the array.
            unsafe { v128_store(to.add(4 * i).cast(), self.0[i]) };
        }
    }

    #[inline(always)]
    fn add(self, other: Portable) -> Portable {
        self.each(other, |one, other| f32x4_add(one, other))
    }

    #[inline(always)]
    fn mul(self, factor: Portable) -> Portable {
        self.each(factor, |one, other| f32x4_mul(one, other))
    }

    #[inline(always)]
    fn mul_add(self, factor: Portable, sum: Portable) -> Portable {
        let mut parts = sum.0;
        for i in 0..PARTS {
            parts[i] = fused(self.0[i], factor.0[i], parts[i]);
        }
        Portable(parts)
    }

    #[inline(always)]
    fn relu(self) -> Portable {
        Portable(self.0.map(|part| v128_andnot(part, i32x4_shr(part, 31))))
    }

    #[inline(always)]
    fn gated(self, active: Portable) -> Portable {
        self.each(active, |part, active| v128_and(part, i32x4_gt(active, i32x4_splat(0))))
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let [a, b, c, d] = self.0;
        let quarter = f32x4_add(f32x4_add(a, c), f32x4_add(b, d));
        let [first, second] = [f32x4_extract_lane::<0>(quarter), f32x4_extract_lane::<1>(quarter)];
        let [third, fourth] = [f32x4_extract_lane::<2>(quarter), f32x4_extract_lane::<3>(quarter)];
        (first + third) + (second + fourth)
    }
}

/// `one * other + sum` with one rounding, in four lanes.
#[inline(always)]
fn fused(one: v128, other: v128, sum: v128) -> v128 {
    let upper = |part: v128| i32x4_shuffle::<2, 3, 2, 3>(part, part);
    let low = in_double(one, other, sum);
    let high = in_double(upper(one), upper(other), upper(sum));
    if v128_any_true(v128_or(is_unsure(low), is_unsure(high))) {
        return one_by_one(one, other, sum);
    }
    i32x4_shuffle::<0, 1, 4, 5>(f32x4_demote_f64x2_zero(low), f32x4_demote_f64x2_zero(high))
}

#[inline(always)]
fn in_double(one: v128, other: v128, sum: v128) -> v128 {
    let long = f64x2_promote_low_f32x4;
    f64x2_add(f64x2_mul(long(one), long(other)), long(sum))
}

/// Whether a second rounding may go wrong: the dropped bits are one half, or the number is smaller than normal ones.
#[inline(always)]
fn is_unsure(long: v128) -> v128 {
    let dropped = v128_and(long, i64x2_splat(0x1FFF_FFFF));
    let is_half = i64x2_eq(dropped, i64x2_splat(0x1000_0000));
    let is_small = f64x2_lt(f64x2_abs(long), f64x2_splat(f64::from(f32::MIN_POSITIVE)));
    let is_zero = f64x2_eq(long, f64x2_splat(0.0));
    v128_or(is_half, v128_andnot(is_small, is_zero))
}

#[cold]
#[inline(never)]
fn one_by_one(one: v128, other: v128, sum: v128) -> v128 {
    let numbers = |part: v128| {
        [
            f32x4_extract_lane::<0>(part),
            f32x4_extract_lane::<1>(part),
            f32x4_extract_lane::<2>(part),
            f32x4_extract_lane::<3>(part),
        ]
    };
    let (one, other, sum) = (numbers(one), numbers(other), numbers(sum));
    let lane = |i: usize| one[i].mul_add(other[i], sum[i]);
    f32x4(lane(0), lane(1), lane(2), lane(3))
}
