//! Vector code: the forward pass compiled for several levels of the processor, chosen at run time.
//!
//! Invariant: all levels give the same bits. [`forward`] is written once over [`Lanes`]; a level says
//! how 16 numbers are loaded, multiplied and added, and each of these is exact to the last bit.
//! This is the only module of the crate with unsafe code: it calls functions compiled for a level
//! after the processor has been found to have it.

#![allow(unsafe_code)]

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::forward::{Heads, Input, Scratch, forward};
use super::network::Network;
use portable::Portable;

/// Numbers that are worked on at once; every width is padded to a multiple of it.
pub(super) const LANES: usize = 16;

/// Sixteen numbers.
pub(super) trait Lanes: Copy {
    /// Sixteen times `value`.
    fn splat(value: f32) -> Self;
    /// Reads sixteen numbers.
    fn load(from: &[f32; LANES]) -> Self;
    /// Writes sixteen numbers.
    fn store(self, to: &mut [f32; LANES]);
    /// `self + other`, lane by lane.
    fn add(self, other: Self) -> Self;
    /// `self * factor + sum` with one rounding, lane by lane.
    fn mul_add(self, factor: Self, sum: Self) -> Self;
    /// The larger of each lane and 0.
    fn relu(self) -> Self;
    /// The sum of all lanes: halves are added (lane `i` and `i + 8`), then quarters, and so on.
    fn sum(self) -> f32;
}

/// What the processor can do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Level {
    /// No more than the target of the build has.
    Portable,
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 (F and VL).
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// The best level of this processor.
    pub fn detect() -> Level {
        Level::available().last().copied().unwrap_or(Level::Portable)
    }

    /// All levels of this processor, the best last.
    pub fn available() -> Vec<Level> {
        #[allow(unused_mut)]
        let mut levels = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                levels.push(Level::Avx2);
                if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                    levels.push(Level::Avx512);
                }
            }
        }
        levels
    }

    fn is_available(self) -> bool {
        Level::available().contains(&self)
    }
}

/// A level that this processor is known to have.
#[derive(Copy, Clone, Debug)]
pub(super) struct Checked(Level);

impl Checked {
    /// `level`, or the portable one where the processor lacks it.
    pub(super) fn new(level: Level) -> Checked {
        Checked(if level.is_available() { level } else { Level::Portable })
    }
}

/// The forward pass of `network` on the given level. `bias` replaces that of the first layer.
pub(super) fn run(
    level: Checked,
    network: &Network,
    bias: &[f32],
    input: Input<'_>,
    scratch: &mut Scratch,
    heads: Heads<'_>,
) {
    match level.0 {
        Level::Portable => forward::<Portable, 4, 1, 1>(network, bias, input, scratch, heads),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Checked` level is one that the processor has.
        Level::Avx2 => unsafe { x86::run_avx2(network, bias, input, scratch, heads) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { x86::run_avx512(network, bias, input, scratch, heads) },
    }
}
