//! Vector code: work compiled for several instruction-set levels of the processor, chosen at run time.
//!
//! Invariant: all levels give the same bits. [`Work`] is written once over [`Vector`]. A level implements loading,
//! multiplying and adding 16 numbers, each exact to the last bit.
//!
//! Unsafe code calls functions compiled for a level only if the processor has it. The only other unsafe code of the
//! crate does the same for the search (`search/level.rs`).

#![allow(unsafe_code)]

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "kernel/wasm.rs"]
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use spariglio_engine::vector::Level;

use super::vector::Vector;
pub(super) use portable::Portable;

/// A level that this processor is known to have.
#[derive(Copy, Clone, Debug)]
pub(super) struct Checked(Level);

impl Checked {
    /// The best level of this processor.
    #[inline]
    pub(super) fn best() -> Checked {
        Checked(Level::detect())
    }

    /// `level`, or the best one below it that the processor has.
    #[cfg(test)]
    pub(super) fn new(level: Level) -> Checked {
        Checked(level.min(Level::detect()))
    }
}

/// Work on vectors. Mark `run`, and every function that it calls with vectors, `inline(always)`.
pub(super) trait Work {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run<V: Vector>(self) -> Self::Output;
}

/// Does some work on the given level.
#[inline(always)]
pub(super) fn run<W: Work>(level: Checked, work: W) -> W::Output {
    match level.0 {
        Level::Portable => work.run::<Portable>(),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Checked` level is one that the processor has.
        Level::Avx2 => unsafe { x86::run_avx2(work) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { x86::run_avx512(work) },
    }
}
