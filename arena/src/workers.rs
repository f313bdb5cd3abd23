//! Worker threads: one pool per run, and a flag by which the first error stops all workers.

use std::sync::atomic::{AtomicBool, Ordering};

use spariglio_files::pool;

use crate::error::ArenaError;

/// Threads that play.
pub(crate) struct Workers {
    pool: rayon::ThreadPool,
}

/// Tells workers to stop because one of them has failed.
#[derive(Debug, Default)]
pub(crate) struct Failed(AtomicBool);

impl Failed {
    /// Has a worker failed?
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The number of workers that `threads` asks for; 0 = one per core.
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
    /// Threads that cannot be started.
    pub fn new(threads: usize) -> Result<Workers, ArenaError> {
        Ok(Workers { pool: pool(threads)? })
    }

    /// Runs `work` once on every worker, until it has ended on all of them.
    ///
    /// # Errors
    /// The first error of a worker; the others see it in the flag.
    pub fn run(&self, work: impl Fn(&Failed) -> Result<(), ArenaError> + Sync) -> Result<(), ArenaError> {
        let failed = Failed::default();
        let ended = self.pool.broadcast(|_| {
            let ended = work(&failed);
            failed.0.fetch_or(ended.is_err(), Ordering::Relaxed);
            ended
        });
        ended.into_iter().collect()
    }

    /// Runs `work`, whose parallel iterators then use these workers.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}
