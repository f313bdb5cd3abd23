//! An input as random draws: if a byte changes, one draw changes.

use std::convert::Infallible;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng, TryRng};

/// A generator that takes one byte of the input per draw. After the end of the input its draws are pseudo-random,
/// seeded with the input's hash.
pub struct Draws<'a> {
    bytes: std::slice::Iter<'a, u8>,
    rest: Pcg64Mcg,
}

impl<'a> Draws<'a> {
    /// The draws of an input.
    pub fn new(bytes: &'a [u8]) -> Draws<'a> {
        Draws {
            bytes: bytes.iter(),
            rest: Pcg64Mcg::seed_from_u64(spariglio_engine::format::fnv1a(bytes)),
        }
    }
}

impl TryRng for Draws<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|draw| (draw >> 32) as u32)
    }

    /// The byte is the highest one, so it decides a uniform number below any bound up to 256.
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let rest = self.rest.next_u64();
        Ok(match self.bytes.next() {
            Some(byte) => u64::from(*byte) << 56 | rest >> 8,
            None => rest,
        })
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| (self.try_next_u64().unwrap_or_default() >> 56) as u8);
        Ok(())
    }
}
