//! Random streams named by numbers: the same names give the same stream on any machine and thread.
//!
//! The generator of a test deal has an even seed, that of a tuning deal an odd one. So no tuning deal is also a test
//! deal, for any seeds of the runs.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::mix;

/// The purpose of a stream; keeps the streams of deals and of agents apart.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Stream {
    Deal = 1,
    Seat = 2,
    TuningDeal = 3,
    TuningSeat = 4,
    MatchDeal = 5,
    MatchSeat = 6,
    EquityDeal = 7,
    EquitySeat = 8,
    Order = 9,
    Pair = 10,
    Gain = 11,
}

/// The deals to play.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Source {
    /// Test deals, to compare agents.
    Test,
    /// Tuning deals, to choose options; a separate series for every step of the search.
    Tuning { step: u64 },
}

impl Source {
    /// The generator that deals the `index`-th deal of a run.
    pub(crate) fn deal_rng(self, seed: u64, index: u64) -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(self.deal_seed(seed, index))
    }

    /// The seed of a seat's agent in a play of a deal.
    pub(crate) fn seat_seed(self, seed: u64, [deal, play, seat]: [u64; 3]) -> u64 {
        match self {
            Source::Test => derive(seed, Stream::Seat, [deal, play, seat]),
            Source::Tuning { step } => {
                derive(derive(seed, Stream::TuningSeat, [step, 0, 0]), Stream::Seat, [deal, play, seat])
            }
        }
    }

    /// The seed of the generator that deals the `index`-th deal of a run.
    pub(crate) fn deal_seed(self, seed: u64, index: u64) -> u64 {
        match self {
            Source::Test => derive(seed, Stream::Deal, [index, 0, 0]) & !1,
            Source::Tuning { step } => derive(seed, Stream::TuningDeal, [index, step, 0]) | 1,
        }
    }
}

/// The seed of the deals of a pair that shares them with no other pair of the run.
pub(crate) fn pair_seed(seed: u64, [first, second]: [usize; 2]) -> u64 {
    derive(seed, Stream::Pair, [first as u64, second as u64, 0])
}

/// The generator of everything random in hand `index` of a measurement of one-step gains.
pub(crate) fn gain_rng(seed: u64, index: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::Gain, [index, 0, 0]))
}

/// The generator that orders the plays `play` within the stretch of sets that begins with deal `deal`.
pub(crate) fn order_rng(seed: u64, [deal, play]: [u64; 2]) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::Order, [deal, play, 0]))
}

/// The generator of the deal of a match's hand; its seed is even, as for all test deals.
pub(crate) fn match_deal_rng(seed: u64, [number, hand]: [u64; 2]) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(match_deal_seed(seed, [number, hand]))
}

fn match_deal_seed(seed: u64, [number, hand]: [u64; 2]) -> u64 {
    derive(seed, Stream::MatchDeal, [number, hand, 0]) & !1
}

/// The seed of a match's first deal, which stands for all deals of its set.
pub(crate) fn match_set_seed(seed: u64, number: u64) -> u64 {
    match_deal_seed(seed, [number, 0])
}

/// The seed of a seat's agent in a hand of one play of a match.
pub(crate) fn match_seat_seed(seed: u64, [number, play, hand, seat]: [u64; 4]) -> u64 {
    derive(derive(seed, Stream::MatchSeat, [number, play, hand]), Stream::Seat, [seat, 0, 0])
}

/// The generator of a deal for match equity; its seed is odd, so no test deal is among them.
pub(crate) fn equity_deal_rng(seed: u64, index: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::EquityDeal, [index, 0, 0]) | 1)
}

/// The seed of a seat's agent in a hand for match equity.
pub(crate) fn equity_seat_seed(seed: u64, [index, seat]: [u64; 2]) -> u64 {
    derive(seed, Stream::EquitySeat, [index, seat, 0])
}

/// A seed from the run's seed, the purpose and the coordinates (deal, play of the set, seat).
fn derive(seed: u64, stream: Stream, coordinates: [u64; 3]) -> u64 {
    let start = mix(mix(seed) ^ stream as u64);
    // Mixed after each coordinate, so that neighbours and swapped coordinates get unrelated seeds.
    coordinates.iter().fold(start, |hash, &part| mix(hash ^ part))
}

#[cfg(test)]
mod tests {
    use super::{Source, Stream, derive};
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

    #[test]
    fn no_tuning_deal_is_a_test_deal() {
        let seeds = [0, 1, 2, 3, 1 << 63, u64::MAX];
        let places = || seeds.into_iter().flat_map(|seed| (0..500).map(move |index| (seed, index)));
        let test: HashSet<u64> = places().map(|(seed, index)| Source::Test.deal_seed(seed, index)).collect();
        assert_eq!(test.len(), 3000);
        assert!(test.iter().all(|seed| seed % 2 == 0));
        let mut tuning = HashSet::new();
        for (seed, index) in places() {
            for step in 0..4 {
                let seed = Source::Tuning { step }.deal_seed(seed, index);
                assert!(seed % 2 == 1 && tuning.insert(seed));
            }
        }
    }
}
