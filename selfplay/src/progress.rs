//! The progress of a data set, counted by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use spariglio_files::Stop;

use crate::error::SelfplayError;

/// The progress of a data set.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Hands of the whole data set, if their number is known.
    pub hands_total: Option<u64>,
    /// Hands that existed at the start.
    pub hands_kept: u64,
    /// Bytes of their shards.
    pub bytes_kept: u64,
    /// Hands played, or replayed, since the start.
    pub hands_played: u64,
    /// Rows of these hands.
    pub rows_played: u64,
}

/// Counts hands and reports the progress.
pub(crate) struct ProgressCounter<'a> {
    total: Option<u64>,
    /// Hands and bytes that existed at the start.
    kept: [u64; 2],
    hands: AtomicU64,
    rows: AtomicU64,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> ProgressCounter<'a> {
    /// Starts at 0 new hands. `progress` is called after every hand, from any thread.
    pub(crate) fn new(
        total: Option<u64>,
        kept: [u64; 2],
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> ProgressCounter<'a> {
        ProgressCounter { total, kept, hands: AtomicU64::new(0), rows: AtomicU64::new(0), progress }
    }

    /// Counts a hand of `rows` rows.
    ///
    /// # Errors
    /// The work was asked to stop.
    pub(crate) fn count(&self, rows: usize) -> Result<(), SelfplayError> {
        stopped()?;
        let rows = self.rows.fetch_add(rows as u64, Ordering::Relaxed) + rows as u64;
        let hands = self.hands.fetch_add(1, Ordering::Relaxed) + 1;
        (self.progress)(Progress {
            hands_total: self.total,
            hands_kept: self.kept[0],
            bytes_kept: self.kept[1],
            hands_played: hands,
            rows_played: rows,
        });
        Ok(())
    }
}

/// Fails if the work was asked to stop: the last decisions are hasty then, and the hand does not count.
pub(crate) fn stopped() -> Result<(), SelfplayError> {
    if Stop::is_due_here() {
        Err(SelfplayError::Stopped)
    } else {
        Ok(())
    }
}
