//! Moments on the wall clock. In WebAssembly the host has the clock.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant as Moment;

#[cfg(target_family = "wasm")]
pub use host::Moment;

#[cfg(target_family = "wasm")]
mod host {
    use std::ops::{Add, AddAssign, Sub};
    use std::time::Duration;

    use spariglio_agents::search::host_time;

    /// A moment on the host's clock, with the operations of [`std::time::Instant`] that tables need.
    #[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
    pub struct Moment(Duration);

    impl Moment {
        /// This moment.
        #[must_use]
        pub fn now() -> Moment {
            Moment(host_time())
        }

        /// The time since then.
        #[must_use]
        pub fn elapsed(self) -> Duration {
            Moment::now() - self
        }

        /// The time since `earlier`; none if that is later.
        #[must_use]
        pub fn saturating_duration_since(self, earlier: Moment) -> Duration {
            self - earlier
        }
    }

    impl Add<Duration> for Moment {
        type Output = Moment;

        fn add(self, time: Duration) -> Moment {
            Moment(self.0 + time)
        }
    }

    impl AddAssign<Duration> for Moment {
        fn add_assign(&mut self, time: Duration) {
            self.0 += time;
        }
    }

    impl Sub for Moment {
        type Output = Duration;

        fn sub(self, earlier: Moment) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
