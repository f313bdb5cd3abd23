//! Pools of threads.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::Stop;

/// Threads that cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {source}")]
pub struct ThreadsError {
    threads: usize,
    source: ThreadPoolBuildError,
}

/// A pool of `threads` threads; 0 = one per core. They have the stop of this thread.
///
/// # Errors
/// The system cannot start that many.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadsError> {
    let stop = Stop::current();
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .start_handler(move |_| Stop::hand_on(stop.as_ref()))
        .build();
    pool.map_err(|source| ThreadsError { threads, source })
}
