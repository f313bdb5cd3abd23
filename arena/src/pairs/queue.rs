//! What the workers of a pair share: the deals not yet taken, and the sum of the finished ones.
//!
//! Stretches are added in the order of their deals, whoever finishes first: the sum always covers a run of deals without a
//! gap, so it can be kept at any moment, and a sequential test sees the same data for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;

use super::sprt::{Sprt, look_after};
use super::totals::Totals;
use crate::error::ArenaError;

/// The state of a run of one pair over a range of deals.
pub(super) struct Queue {
    /// What was played before and up to `added`.
    pub totals: Totals,
    /// The first deal that no worker has taken.
    next: u64,
    /// The first deal whose stretch is not added yet.
    added: u64,
    end: u64,
    /// Finished stretches whose predecessors are not, by their first deal.
    waiting: BTreeMap<u64, Stretch>,
    sprt: Option<Sprt>,
}

/// What a worker has played at a stretch.
pub(super) struct Stretch {
    pub deals: Range<u64>,
    pub found: Totals,
}

impl Queue {
    pub fn new(totals: Totals, deals: Range<u64>, sprt: Option<Sprt>) -> Queue {
        Queue {
            totals,
            next: deals.start,
            added: deals.start,
            end: deals.end,
            waiting: BTreeMap::new(),
            sprt,
        }
    }

    /// The next `length` deals or fewer: a stretch never goes past a look of the sequential test.
    pub fn take(&mut self, length: u64) -> Option<Range<u64>> {
        let look = self.sprt.as_ref().map_or(self.end, |_| look_after(self.next));
        let end = self.end.min(look).min(self.next.saturating_add(length));
        let deals = self.next..end;
        self.next = end;
        (!deals.is_empty() && !self.is_decided()).then_some(deals)
    }

    /// Adds a finished stretch, and those that waited for it.
    ///
    /// # Errors
    /// A deal that was played before.
    pub fn add(&mut self, stretch: Stretch) -> Result<(), ArenaError> {
        self.waiting.insert(stretch.deals.start, stretch);
        while let Some(stretch) = self.waiting.remove(&self.added) {
            if self.is_decided() {
                break;
            }
            // A stretch that cannot be added stays the last: what comes after it is never judged.
            self.totals.merge(stretch.found)?;
            self.added = stretch.deals.end;
            if let Some(sprt) = self.sprt.as_ref().filter(|_| self.is_look()) {
                sprt.look(&mut self.totals);
            }
        }
        Ok(())
    }

    fn is_look(&self) -> bool {
        look_after(self.added - 1) == self.added
    }

    /// Has the sequential test come to a verdict?
    pub fn is_decided(&self) -> bool {
        self.totals.is_decided()
    }
}
