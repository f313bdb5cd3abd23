//! Limits of the system on files.

/// Lets a write beyond the limit on the size of files (`ulimit -f`) fail with an error, as on a full disk. Without this a
/// signal ends the program. Call it before the first thread starts, since threads inherit it.
pub fn survive_file_limit() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // If the signal cannot be blocked, it still ends the program, and files are whole all the same.
        let _ = signals.thread_block();
    }
}
