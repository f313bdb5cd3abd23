//! Pools of threads.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Threads that cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {source}")]
pub struct ThreadsError {
    threads: usize,
    source: ThreadPoolBuildError,
}

/// A pool of `threads` threads; 0 = one per core.
///
/// # Errors
/// The system cannot start that many.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadsError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|source| ThreadsError { threads, source })
}
