//! The machine's vector level: a search's loop is compiled for two, and the better one that the machine supports is
//! chosen at run time. Both give the same results: nothing is fused or reordered. AVX-512 is slower
//! (`docs/lab/speed.md`).
#![allow(unsafe_code)]

use spariglio_engine::vector::Level;

use super::evaluator::Evaluator;
use super::run::TreeSearch;
use super::worlds::Worlds;

impl TreeSearch {
    /// Runs simulations with an evaluator that answers at once.
    pub(super) fn run<E: Evaluator>(&mut self, worlds: &mut Worlds<'_>, evaluator: &mut E, simulations: u32) {
        match Level::detect() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has what the function is compiled for.
            Level::Avx2 | Level::Avx512 => unsafe { run_avx2(self, worlds, evaluator, simulations) },
            Level::Portable => self.run_portable(worlds, evaluator, simulations),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<E: Evaluator>(search: &mut TreeSearch, worlds: &mut Worlds<'_>, evaluator: &mut E, simulations: u32) {
    search.run_portable(worlds, evaluator, simulations);
}
