//! The state shared by the workers of a pair: the deals not yet taken, and the sum of the finished ones.
//!
//! Stretches are added in the order of their deals, even if later ones finish first. So the sum always covers deals
//! without a gap and can be saved at any moment. A sequential test also sees the same data for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;

use super::sprt::{Sprt, look_after};
use super::totals::Totals;
use crate::error::ArenaError;

/// The state of a run of one pair over a range of deals.
pub(super) struct Queue {
    /// All deals before the run, and those of this run below `added`.
    pub totals: Totals,
    /// The first deal that no worker has taken.
    next: u64,
    /// The first deal whose stretch is not added yet.
    added: u64,
    end: u64,
    /// Finished stretches, by first deal, that wait for an earlier stretch.
    waiting: BTreeMap<u64, Stretch>,
    sprt: Option<Sprt>,
}

/// A finished stretch of deals, with its totals.
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

    /// Takes the next `length` deals or fewer: a stretch never crosses a look of the sequential test. `None` if no
    /// deals remain or the test is decided.
    pub fn take(&mut self, length: u64) -> Option<Range<u64>> {
        let look = self.sprt.as_ref().map_or(self.end, |_| look_after(self.next));
        let end = self.end.min(look).min(self.next.saturating_add(length));
        let deals = self.next..end;
        self.next = end;
        (!deals.is_empty() && !self.is_decided()).then_some(deals)
    }

    /// Takes the deals up to the next multiple of `length`. So stretches are the same if a run resumes.
    pub fn take_to_multiple(&mut self, length: u64) -> Option<Range<u64>> {
        self.take(length - self.next % length)
    }

    /// Adds a finished stretch, and the stretches that waited for it.
    ///
    /// # Errors
    /// Fails if a deal was played before.
    pub fn add(&mut self, stretch: Stretch) -> Result<(), ArenaError> {
        self.waiting.insert(stretch.deals.start, stretch);
        while let Some(stretch) = self.waiting.remove(&self.added) {
            if self.is_decided() {
                break;
            }
            // If a stretch cannot be added, `added` stays: later stretches are never judged.
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

    /// Whether the sequential test has a verdict.
    pub fn is_decided(&self) -> bool {
        self.totals.is_decided()
    }
}
