//! The vector as an array, for any processor.

use crate::net::vector::{LANES, Vector};

/// Sixteen numbers in an array.
#[derive(Copy, Clone)]
pub(in crate::net) struct Portable([f32; LANES]);

impl Vector for Portable {
    #[inline(always)]
    fn splat(value: f32) -> Portable {
        Portable([value; LANES])
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Portable {
        Portable(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        *to = self.0;
    }

    #[inline(always)]
    fn add(mut self, other: Portable) -> Portable {
        for (sum, lane) in self.0.iter_mut().zip(other.0) {
            *sum += lane;
        }
        self
    }

    #[inline(always)]
    fn mul(mut self, factor: Portable) -> Portable {
        for (product, lane) in self.0.iter_mut().zip(factor.0) {
            *product *= lane;
        }
        self
    }

    #[inline(always)]
    fn mul_add(self, factor: Portable, mut sum: Portable) -> Portable {
        for (i, lane) in sum.0.iter_mut().enumerate() {
            *lane = self.0[i].mul_add(factor.0[i], *lane);
        }
        sum
    }

    #[inline(always)]
    fn relu(mut self) -> Portable {
        for lane in &mut self.0 {
            let bits = lane.to_bits();
            *lane = f32::from_bits(bits & !((bits as i32 >> 31) as u32));
        }
        self
    }

    #[inline(always)]
    fn gated(mut self, active: Portable) -> Portable {
        for (lane, active) in self.0.iter_mut().zip(active.0) {
            *lane = if active.to_bits() as i32 > 0 { *lane } else { 0.0 };
        }
        self
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let mut lanes = self.0;
        for half in [8, 4, 2, 1] {
            for i in 0..half {
                lanes[i] += lanes[i + half];
            }
        }
        lanes[0]
    }
}
