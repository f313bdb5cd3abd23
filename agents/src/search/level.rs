//! The machine's vector level: the loop of a search is compiled for several, and the best one that the machine has is
//! chosen at run time. All give the same results: nothing in them is fused or reordered.
#![allow(unsafe_code)]

use super::descent::Search;
use super::leaf::Leaf;
use super::worlds::Worlds;

impl Search {
    /// Runs simulations.
    pub(super) fn run<L: Leaf>(&mut self, worlds: &mut Worlds<'_>, leaf: &mut L, simulations: u32) {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && has_avx2()
            {
                // SAFETY: the machine has all features that the function is compiled for.
                return unsafe { run_avx512(self, worlds, leaf, simulations) };
            }
            if has_avx2() {
                // SAFETY: as above.
                return unsafe { run_avx2(self, worlds, leaf, simulations) };
            }
        }
        self.run_portable(worlds, leaf, simulations);
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
fn run_avx512<L: Leaf>(search: &mut Search, worlds: &mut Worlds<'_>, leaf: &mut L, simulations: u32) {
    search.run_portable(worlds, leaf, simulations);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<L: Leaf>(search: &mut Search, worlds: &mut Worlds<'_>, leaf: &mut L, simulations: u32) {
    search.run_portable(worlds, leaf, simulations);
}
