//! Random streams named by numbers.
//!
//! The generator of a deal of a contest has an even seed, that of a deal for match equity an odd one. So no deal is both,
//! for any seeds of the runs.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::mix;

/// The purpose of a stream; keeps the streams of deals and of agents apart.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Stream {
    Deal = 1,
    Seat = 2,
    MatchDeal = 5,
    MatchSeat = 6,
    EquityDeal = 7,
    EquitySeat = 8,
    Pair = 10,
    Gain = 11,
}

/// The generator of the deal of a hand.
#[must_use]
pub fn deal_rng(seed: u64, deal: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::Deal, [deal, 0, 0]) & !1)
}

/// The seed of a seat's agent in a play of a deal.
#[must_use]
pub fn seat_seed(seed: u64, [deal, play, seat]: [u64; 3]) -> u64 {
    derive(seed, Stream::Seat, [deal, play, seat])
}

/// The seed of the deals of a pair that shares them with no other pair of the run.
#[must_use]
pub fn pair_seed(seed: u64, [first, second]: [usize; 2]) -> u64 {
    derive(seed, Stream::Pair, [first as u64, second as u64, 0])
}

/// The generator of everything random in hand `index` of a measurement of one-step gains.
#[must_use]
pub fn gain_rng(seed: u64, index: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::Gain, [index, 0, 0]))
}

/// The generator of the deal of a match's hand.
#[must_use]
pub(crate) fn match_deal_rng(seed: u64, [number, hand]: [u64; 2]) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::MatchDeal, [number, hand, 0]) & !1)
}

/// The seed of a seat's agent in a hand of one play of a match.
#[must_use]
pub(crate) fn match_seat_seed(seed: u64, [number, play, hand, seat]: [u64; 4]) -> u64 {
    derive(derive(seed, Stream::MatchSeat, [number, play, hand]), Stream::Seat, [seat, 0, 0])
}

/// The generator of a deal for match equity; its seed is odd, so no deal of a contest is among them.
#[must_use]
pub fn equity_deal_rng(seed: u64, index: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(derive(seed, Stream::EquityDeal, [index, 0, 0]) | 1)
}

/// The seed of a seat's agent in a hand for match equity.
#[must_use]
pub fn equity_seat_seed(seed: u64, [index, seat]: [u64; 2]) -> u64 {
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
    use super::{Stream, derive};
    use std::collections::HashSet;

    #[test]
    fn neighbouring_coordinates_have_different_seeds() {
        let mut seeds = HashSet::new();
        for seed in 0..4 {
            for deal in 0..50 {
                for play in 0..3 {
                    for seat in 0..6 {
                        assert!(seeds.insert(derive(seed, Stream::Seat, [deal, play, seat])));
                    }
                }
                assert!(seeds.insert(derive(seed, Stream::Deal, [deal, 0, 0])));
            }
        }
    }
}
