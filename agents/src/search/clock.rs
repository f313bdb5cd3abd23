//! Time of a decision: processor time of the thread that decides, so that a busy machine does not make an agent weaker.
//! Where a platform does not tell it, wall-clock time.

use std::time::Duration;

/// A point in the thread's time.
#[derive(Copy, Clone, Debug)]
pub struct Clock {
    start: Duration,
    /// What other threads had spent before.
    before: Duration,
}

impl Clock {
    /// Now.
    #[must_use]
    pub fn start() -> Clock {
        Clock::started_before(Duration::ZERO)
    }

    /// Now, with what another thread has already spent.
    pub(super) fn started_before(spent: Duration) -> Clock {
        Clock {
            start: now(),
            before: spent,
        }
    }

    /// Time of this thread since the start, which must have been taken on it.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        now().saturating_sub(self.start) + self.before
    }

    /// As [`Clock::elapsed`], in milliseconds.
    #[must_use]
    pub fn millis(self) -> f32 {
        self.elapsed().as_secs_f32() * 1e3
    }
}

#[cfg(any(
    target_os = "linux",
    target_os = "android",
    target_vendor = "apple",
    target_os = "freebsd"
))]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_vendor = "apple",
    target_os = "freebsd"
)))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}
