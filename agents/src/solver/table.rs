//! The transposition table: lower and upper bounds on the values of positions.
//!
//! Invariant: an entry's bounds hold for every position of its key. Keys cover everything that the value depends on, so
//! entries stay valid across searches and hands. Small tables are fastest, since they fit in the processor's cache.

use super::endgame::INFINITE;

/// Entries of a bucket: one cache line.
const WAYS: usize = 4;

/// Bounds and the best move of a position. Bounds are points still to come, for the side to act. A bound that does not
/// fit in 16 bits is stored as a weaker one.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Entry {
    key: u64,
    lower: i16,
    upper: i16,
    /// The name of its best move in [`Endgame`](super::endgame::Endgame); 0 if there is none.
    pub best: u16,
    /// Plays left; 0 if the entry is empty.
    depth: u8,
    age: u8,
}

impl Entry {
    /// Lower bound on the value.
    #[inline(always)]
    pub(super) fn lower(&self) -> i32 {
        if self.lower == i16::MIN {
            -INFINITE
        } else {
            self.lower.into()
        }
    }

    /// Upper bound on the value.
    #[inline(always)]
    pub(super) fn upper(&self) -> i32 {
        if self.upper == i16::MAX {
            INFINITE
        } else {
            self.upper.into()
        }
    }
}

#[derive(Copy, Clone, Default, Debug)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// A table whose number of buckets is a power of two.
#[derive(Clone, Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// Number of buckets in use minus 1.
    mask: usize,
    age: u8,
}

/// The binary logarithm of the number of buckets for a search with `plays` plays left.
fn size_log(plays: usize) -> u32 {
    match plays {
        0..=12 => 8,
        13..=16 => 10,
        17..=20 => 11,
        21..=24 => 13,
        25..=28 => 16,
        _ => 19,
    }
}

impl Table {
    pub(super) fn new() -> Table {
        Table {
            buckets: vec![Bucket::default(); 1 << size_log(0)],
            mask: (1 << size_log(0)) - 1,
            age: 0,
        }
    }

    /// Prepares for a search with `plays` plays left; never shrinks the table.
    pub(super) fn prepare(&mut self, plays: usize) {
        let len = 1 << size_log(plays);
        if self.buckets.len() < len {
            self.buckets.resize(len, Bucket::default());
        }
        self.mask = len - 1;
        self.age = self.age.wrapping_add(1);
    }

    /// The entry of a key.
    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.0.iter().find(|entry| entry.key == key && entry.depth != 0).copied()
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & self.mask
    }

    /// Stores bounds. Replaces the bucket's entry for the same key; if there is none, an old one or else the one with
    /// fewest plays left.
    #[inline(always)]
    pub(super) fn keep(&mut self, key: u64, depth: usize, bounds: (i32, i32), best: u16) {
        let (age, place) = (self.age, self.place(key));
        let bucket = &mut self.buckets[place].0;
        let mut at = 0;
        let mut least = u16::MAX;
        for (i, entry) in bucket.iter().enumerate() {
            if entry.key == key {
                at = i;
                break;
            }
            let worth = u16::from(entry.depth) | u16::from(entry.age == age) << 8;
            if worth < least {
                least = worth;
                at = i;
            }
        }
        bucket[at] = Entry {
            key,
            lower: bounds.0.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            upper: bounds.1.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            best,
            depth: depth as u8,
            age,
        };
    }
}
