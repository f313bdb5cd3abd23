//! Time of a decision: processor time of the thread that decides, so that a busy machine does not make an agent weaker.
//! It is wall-clock time if the platform has no such clock.

use std::time::Duration;

/// A point in the thread's time.
#[derive(Copy, Clone, Debug)]
pub struct Clock {
    start: Duration,
    /// Time that another thread had spent before.
    before: Duration,
}

impl Clock {
    /// Starts a clock now.
    #[must_use]
    pub fn start() -> Clock {
        Clock::started_before(Duration::ZERO)
    }

    /// Starts a clock now that counts the time `spent` by another thread too.
    pub(super) fn started_before(spent: Duration) -> Clock {
        Clock { start: now(), before: spent }
    }

    /// Time since the start, which must be on the same thread, and the time spent before.
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

#[cfg(all(
    feature = "system",
    any(target_os = "linux", target_os = "android", target_vendor = "apple", target_os = "freebsd")
))]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(any(
    target_family = "wasm",
    all(
        feature = "system",
        any(target_os = "linux", target_os = "android", target_vendor = "apple", target_os = "freebsd")
    )
)))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

#[cfg(target_family = "wasm")]
use host::host_time as now;
#[cfg(target_family = "wasm")]
pub use host::{host_time, set_clock};

/// The clock of the host of a WebAssembly module, which has none of its own.
#[cfg(target_family = "wasm")]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock of the host, which budgets of time use. The first one stays.
    pub fn set_clock(now: fn() -> Duration) {
        CLOCK.get_or_init(|| now);
    }

    /// The time on the clock of the host.
    pub fn host_time() -> Duration {
        CLOCK.get().map_or(Duration::ZERO, |now| now())
    }
}
