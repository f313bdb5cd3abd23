//! Worker threads: one pool per run, and a flag by which the first error stops all workers.

use std::sync::atomic::{AtomicBool, Ordering};

use spariglio_files::pool;

use crate::error::ArenaError;

/// The worker threads.
pub(crate) struct Workers {
    pool: rayon::ThreadPool,
}

/// Tells workers to stop because one of them has failed.
#[derive(Debug, Default)]
pub(crate) struct Failed(AtomicBool);

impl Failed {
    /// Whether a worker has failed.
    pub fn is_set(&self) -> bool {
        // Relaxed: the flag only saves work; `broadcast` itself synchronizes the results.
        self.0.load(Ordering::Relaxed)
    }
}

/// The number of workers for the setting `threads`; 0 = one per core.
pub(crate) fn count(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

impl Workers {
    /// `threads` workers; 0 = one per core.
    ///
    /// # Errors
    /// Fails if threads cannot be started.
    pub fn new(threads: usize) -> Result<Workers, ArenaError> {
        Ok(Workers { pool: pool(threads)? })
    }

    /// Runs `work` once on every worker; returns when all have ended.
    ///
    /// # Errors
    /// Returns the first error of a worker; `work` should end if its flag is set.
    pub fn run(&self, work: impl Fn(&Failed) -> Result<(), ArenaError> + Sync) -> Result<(), ArenaError> {
        let failed = Failed::default();
        let ended = self.pool.broadcast(|_| {
            let ended = work(&failed);
            failed.0.fetch_or(ended.is_err(), Ordering::Relaxed);
            ended
        });
        ended.into_iter().collect()
    }

    /// Runs `work` on these workers; its parallel iterators use them.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}
