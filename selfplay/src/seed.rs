//! Seeds derived from names: every random stream of a run is a function of the run seed and its purpose.
//!
//! A stream does not depend on the thread, machine or attempt that computes it.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::mix;

/// The purpose of a stream. It separates streams with equal numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The deal of a hand.
    Deal = 1,
    /// Exploration: the choice of actions and of full searches.
    Explore = 2,
    /// Random numbers of the agents in a hand.
    Agent = 3,
    /// The duplicate match of a gate.
    Gate = 4,
    /// The duplicate match of an evaluation.
    Evaluation = 5,
    /// The training of a generation.
    Train = 6,
}

/// Derives the seed of `purpose` and `path` (generation, shard, hand, ...) from the run seed.
pub fn derive(run_seed: u64, purpose: Purpose, path: &[u64]) -> u64 {
    let start = mix(mix(run_seed) ^ purpose as u64);
    path.iter().fold(start, |seed, part| mix(mix(seed) ^ *part))
}

/// The generator for a derived seed.
pub(crate) fn stream(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::new((u128::from(mix(seed ^ 0x5bf0_3635)) << 64) | u128::from(mix(seed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_matters() {
        let base = derive(1, Purpose::Deal, &[2, 3]);
        assert_eq!(base, derive(1, Purpose::Deal, &[2, 3]));
        for other in [
            derive(2, Purpose::Deal, &[2, 3]),
            derive(1, Purpose::Agent, &[2, 3]),
            derive(1, Purpose::Deal, &[3, 2]),
            derive(1, Purpose::Deal, &[2, 3, 0]),
            derive(1, Purpose::Deal, &[2]),
        ] {
            assert_ne!(base, other);
        }
    }
}
