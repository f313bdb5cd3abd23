//! The state shared by the workers of a run: the deals not yet taken, and the sum of the finished ones.
//!
//! Stretches are added in the order of their deals, even if later ones finish first. So the sum covers deals
//! without a gap until a stop, and can be saved at any moment. A sequential test also sees the same data for any number
//! of threads.

use std::collections::BTreeMap;
use std::ops::Range;

use super::set_sums::Tally;
use super::sprt::{Sprt, look_after};
use super::totals::Totals;
use crate::error::ArenaError;

/// Sums over deals.
pub(crate) trait Sums: Sized {
    /// Adds the sums of later deals.
    ///
    /// # Errors
    /// Fails if the deals cannot be added, for example if one was played before.
    fn add(&mut self, later: Self) -> Result<(), ArenaError>;

    /// Whether a sequential test has a verdict, so that no more deals are needed.
    fn is_decided(&self) -> bool {
        false
    }

    /// Lets a sequential test look at the sums.
    fn look(&mut self, _: &Sprt) {}
}

impl<T: Tally> Sums for Totals<T> {
    fn add(&mut self, later: Totals<T>) -> Result<(), ArenaError> {
        self.merge(later)
    }

    fn is_decided(&self) -> bool {
        Totals::is_decided(self)
    }

    fn look(&mut self, sprt: &Sprt) {
        sprt.look(self);
    }
}

/// The state of a run over a range of deals.
pub(crate) struct Queue<S> {
    /// All deals before the run, and those of this run below `added`.
    pub sums: S,
    /// The first deal that no worker has taken.
    next: u64,
    /// The first deal whose stretch is not added yet.
    added: u64,
    end: u64,
    /// Finished stretches, by first deal, that wait for an earlier stretch.
    waiting: BTreeMap<u64, Stretch<S>>,
    sprt: Option<Sprt>,
}

/// A finished stretch of deals, with its sums.
pub(crate) struct Stretch<S> {
    pub deals: Range<u64>,
    pub sums: S,
}

impl<S: Sums> Queue<S> {
    pub fn new(sums: S, deals: Range<u64>, sprt: Option<Sprt>) -> Queue<S> {
        Queue {
            sums,
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

    /// Adds a finished stretch, and the stretches that waited for it.
    ///
    /// # Errors
    /// Fails if a stretch cannot be added.
    pub fn add(&mut self, stretch: Stretch<S>) -> Result<(), ArenaError> {
        self.waiting.insert(stretch.deals.start, stretch);
        while let Some(stretch) = self.waiting.remove(&self.added) {
            if self.is_decided() {
                break;
            }
            // If a stretch cannot be added, `added` stays: later stretches are never judged.
            self.sums.add(stretch.sums)?;
            self.added = stretch.deals.end;
            if let Some(sprt) = self.sprt.as_ref().filter(|_| self.is_look()) {
                self.sums.look(sprt);
            }
        }
        Ok(())
    }

    /// The sums in the end, with those of stretches that wait for an earlier one that a stop has dropped: their deals may
    /// have cost much. A sequential test looks at all deals in order, so it leaves them out.
    ///
    /// # Errors
    /// Fails if a stretch cannot be added.
    pub fn into_sums(self) -> Result<S, ArenaError> {
        let mut sums = self.sums;
        if self.sprt.is_none() {
            self.waiting.into_values().try_for_each(|stretch| sums.add(stretch.sums))?;
        }
        Ok(sums)
    }

    fn is_look(&self) -> bool {
        look_after(self.added - 1) == self.added
    }

    /// Whether the sequential test has a verdict.
    pub fn is_decided(&self) -> bool {
        self.sums.is_decided()
    }
}
