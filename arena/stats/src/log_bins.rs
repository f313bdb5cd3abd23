//! Logarithmic bins over the whole numbers: `2^FINE_BITS` per octave, and one per number below that.
//!
//! The bounds do not depend on the data, so counts of separate runs can be added.

/// The bin of `value`.
#[must_use]
pub fn bin<const FINE_BITS: u32>(value: u64) -> usize {
    let octave = (64 - FINE_BITS).saturating_sub(value.leading_zeros());
    if octave == 0 {
        return value as usize;
    }
    let fine = (value >> (octave - 1)) as usize & ((1 << FINE_BITS) - 1);
    ((octave as usize) << FINE_BITS) + fine
}

/// The least value of a bin.
#[must_use]
pub fn start<const FINE_BITS: u32>(bin: usize) -> u64 {
    let (octave, fine) = (bin >> FINE_BITS, bin & ((1 << FINE_BITS) - 1));
    match octave {
        0 => fine as u64,
        _ => (((1 << FINE_BITS) + fine) as u64) << (octave - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{bin, start};

    #[test]
    fn every_value_lies_in_its_bin() {
        let octaves = (5..62).flat_map(|octave| (40..80u64).map(move |part| (1u64 << octave) / 40 * part));
        for value in (0..5000).chain(octaves) {
            let place = bin::<3>(value);
            assert!(start::<3>(place) <= value && value < start::<3>(place + 1), "{value}");
            let place = bin::<4>(value);
            assert!(start::<4>(place) <= value && value < start::<4>(place + 1), "{value}");
        }
    }

    #[test]
    fn bins_are_as_fine_as_they_say() {
        let bounds: Vec<u64> = (6..12).map(start::<2>).collect();
        assert_eq!(bounds, [6, 7, 8, 10, 12, 14]);
    }
}
