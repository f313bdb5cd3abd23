//! Random numbers for hands in step: as many generators, advanced by the same vector instructions.

use crate::random::mix;
use rand::TryRng;
use std::convert::Infallible;

/// Hands that are played in step.
pub const LANES: usize = 32;

/// [`LANES`] generators xoshiro128++ (Blackman, Vigna 2021).
#[derive(Clone, Eq, PartialEq, Debug)]
#[repr(align(64))]
pub(super) struct LaneRng {
    /// The words of the generators' states, each for all lanes.
    words: [[u32; LANES]; 4],
}

impl LaneRng {
    /// The generators of a seed.
    pub(super) fn new(seed: u64) -> LaneRng {
        let start = mix(seed);
        let word = |word: usize, lane: usize| mix(start.wrapping_add((4 * lane + word) as u64)) as u32;
        LaneRng {
            words: std::array::from_fn(|at| std::array::from_fn(|lane| word(at, lane))),
        }
    }

    /// The generator of one lane: what it draws, the lane draws.
    pub(super) fn lane(&mut self, lane: usize) -> Lane<'_> {
        assert!(lane < LANES, "lane {lane}: expected a lane below {LANES}");
        Lane {
            words: self.words.map(|word| word[lane]),
            lanes: self,
            lane,
        }
    }

    /// Lets a lane draw again what it drew since `earlier`.
    pub(super) fn restore(&mut self, lane: usize, earlier: &LaneRng) {
        for (words, earlier) in self.words.iter_mut().zip(&earlier.words) {
            words[lane] = earlier[lane];
        }
    }

    /// The next number of every lane.
    #[inline(always)]
    pub(super) fn draw(&mut self) -> [u32; LANES] {
        let [a, b, c, d] = &mut self.words;
        let mut drawn = [0; LANES];
        for lane in 0..LANES {
            (drawn[lane], [a[lane], b[lane], c[lane], d[lane]]) = step([a[lane], b[lane], c[lane], d[lane]]);
        }
        drawn
    }
}

/// The 64-bit number that is drawn with a lane's 32 bits: they are its high half. A choice among `n` is uniform but for
/// `n / 2^32`.
#[inline(always)]
pub(super) fn wide(draw: u32) -> u64 {
    u64::from(draw) << 32
}

/// The numbers below `n` that the lanes' random numbers stand for.
#[inline(always)]
pub(super) fn scale_all(draws: &[u32; LANES], n: u32) -> [u64; LANES] {
    let mut scaled = [0; LANES];
    for (scaled, &draw) in scaled.iter_mut().zip(draws) {
        *scaled = scale_one(draw, n);
    }
    scaled
}

/// [`scale_all`] where every lane has an `n` of its own.
#[inline(always)]
pub(super) fn scale_each(draws: &[u32; LANES], n: &[u8; LANES]) -> [u8; LANES] {
    let mut scaled = [0; LANES];
    for lane in 0..LANES {
        scaled[lane] = scale_one(draws[lane], u32::from(n[lane])) as u8;
    }
    scaled
}

#[inline(always)]
fn scale_one(draw: u32, n: u32) -> u64 {
    (u64::from(draw) * u64::from(n)) >> 32
}

/// One lane of a [`LaneRng`], to which its state goes back in the end.
#[derive(Debug)]
pub(super) struct Lane<'a> {
    words: [u32; 4],
    lanes: &'a mut LaneRng,
    lane: usize,
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        for (words, word) in self.lanes.words.iter_mut().zip(self.words) {
            words[self.lane] = word;
        }
    }
}

impl TryRng for Lane<'_> {
    type Error = Infallible;

    #[inline(always)]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let (number, next) = step(self.words);
        self.words = next;
        Ok(number)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.try_next_u32().map(wide)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            let number = self.try_next_u32()?.to_le_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
        Ok(())
    }
}

/// One step of a generator: its number and its next state.
#[inline(always)]
fn step([a, b, c, d]: [u32; 4]) -> (u32, [u32; 4]) {
    let number = a.wrapping_add(d).rotate_left(7).wrapping_add(a);
    let (c, d) = (c ^ a, d ^ b);
    (number, [a ^ d, b ^ c, c ^ b << 9, d.rotate_left(11)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::scale;
    use rand::rngs::Xoshiro128PlusPlus;
    use rand::{Rng, SeedableRng};

    #[test]
    fn every_lane_draws_the_numbers_of_the_library_s_generator() {
        let mut lanes = LaneRng::new(7);
        let mut singly = lanes.clone();
        let mut library: Vec<Xoshiro128PlusPlus> = (0..LANES)
            .map(|lane| {
                let words = lanes.words.map(|word| word[lane].to_le_bytes());
                Xoshiro128PlusPlus::from_seed(words.concat().try_into().expect("16 bytes"))
            })
            .collect();
        for _ in 0..100 {
            let drawn = lanes.draw();
            for (lane, library) in library.iter_mut().enumerate() {
                let number = library.next_u32();
                assert_eq!(drawn[lane], number);
                assert_eq!(singly.lane(lane).next_u32(), number);
            }
            assert_eq!(lanes, singly);
        }
    }

    #[test]
    fn numbers_are_scaled_as_one_by_one() {
        let mut rng = LaneRng::new(3);
        for n in 1..=52 {
            for draws in [rng.draw(), [0; LANES], [!0; LANES]] {
                let singly = draws.map(|draw| u64::from(scale(wide(draw), n)));
                assert_eq!(scale_all(&draws, n), singly);
                assert_eq!(scale_each(&draws, &[n as u8; LANES]).map(u64::from), singly);
            }
        }
    }
}
