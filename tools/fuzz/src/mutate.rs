//! Mutations without guidance, for tests without instrumentation.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use spariglio_engine::random::below;

/// Most bytes that one change moves.
const LONGEST: usize = 16;

/// Bytes with a meaning in the formats.
const TELLING: &[u8] = b"\0\n\"\\[]{}:=,. -0917xA\x7f\x80\xff";

/// An input with some changes; they may insert pieces of `other`.
#[must_use]
pub fn mutated(input: &[u8], other: &[u8], rng: &mut Pcg64Mcg) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=below(rng, 4) {
        change(&mut bytes, other, rng);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Pcg64Mcg) {
    let place = below(rng, bytes.len() as u32 + 1) as usize;
    let end = bytes.len().min(place + 1 + below(rng, LONGEST as u32) as usize);
    match below(rng, 6) {
        0 if place < bytes.len() => bytes[place] ^= 1 << below(rng, 8),
        1 if place < bytes.len() => bytes[place] = TELLING[below(rng, TELLING.len() as u32) as usize],
        2 => drop(bytes.drain(place..end)),
        3 => bytes.insert(place, rng.next_u64() as u8),
        4 => {
            let from = below(rng, other.len() as u32 + 1) as usize;
            let piece = &other[from..other.len().min(from + LONGEST)];
            bytes.splice(place..place, piece.iter().copied());
        }
        _ => {
            let piece = bytes[place..end].to_vec();
            bytes.splice(place..place, piece);
        }
    }
}
