//! Random streams named by numbers: the same names give the same stream on any machine and thread.
//!
//! The mixing step is the finalizer of SplitMix64 (Steele, Lea, Flood 2014).

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// What a stream is for; keeps the streams of deals and of agents apart.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Stream {
    Deal = 1,
    Seat = 2,
}

/// A seed from the run's seed, the purpose and the coordinates (deal, play of the set, seat).
pub(crate) fn derive(seed: u64, stream: Stream, coordinates: [u64; 3]) -> u64 {
    let start = mix(mix(seed) ^ stream as u64);
    coordinates.iter().fold(start, |hash, &part| mix(hash ^ part))
}

/// The generator that deals the `index`-th deal of a run.
pub(crate) fn deal_rng(seed: u64, index: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::Deal, [index, 0, 0]))
}

fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Stream, derive};
    use std::collections::HashSet;

    #[test]
    fn neighbouring_coordinates_have_different_seeds() {
        let mut seen = HashSet::new();
        for seed in 0..4 {
            for deal in 0..50 {
                for play in 0..3 {
                    for seat in 0..6 {
                        assert!(seen.insert(derive(seed, Stream::Seat, [deal, play, seat])));
                    }
                }
                assert!(seen.insert(derive(seed, Stream::Deal, [deal, 0, 0])));
            }
        }
    }
}
