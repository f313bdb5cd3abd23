//! The starts of a program's processes: only some at once, so that they do not make each other late.

use std::sync::{Condvar, Mutex};
use std::thread;

/// Starts for each core: a start also waits for disks and networks.
const PER_CORE: usize = 2;
/// Starts at once on a machine with few cores.
const AT_LEAST: usize = 4;

/// The starts in progress.
#[derive(Debug, Default)]
pub(super) struct Starts {
    running: Mutex<usize>,
    ended: Condvar,
}

/// The right to start a process, until it is dropped.
pub(super) struct StartTurn<'a>(&'a Starts);

impl Starts {
    /// Waits until a process may start.
    pub(super) fn turn(&self) -> StartTurn<'_> {
        self.turn_of(at_once())
    }

    fn turn_of(&self, most: usize) -> StartTurn<'_> {
        let running = self.running.lock().expect("counting never panics");
        let mut running = self
            .ended
            .wait_while(running, |running| *running >= most)
            .expect("counting never panics");
        *running += 1;
        StartTurn(self)
    }
}

impl Drop for StartTurn<'_> {
    fn drop(&mut self) {
        if let Ok(mut running) = self.0.running.lock() {
            *running -= 1;
        }
        self.0.ended.notify_one();
    }
}

fn at_once() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (PER_CORE * cores).max(AT_LEAST)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_some_start_at_once_and_all_start() {
        let starts = Starts::default();
        let [now, most, all] = [(); 3].map(|()| AtomicUsize::new(0));
        let start = || {
            let _turn = starts.turn_of(3);
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(2));
            now.fetch_sub(1, Ordering::SeqCst);
            all.fetch_add(1, Ordering::SeqCst);
        };
        thread::scope(|scope| (0..20).for_each(|_| drop(scope.spawn(start))));
        assert!((1..=3).contains(&most.into_inner()));
        assert_eq!(all.into_inner(), 20);
    }
}
