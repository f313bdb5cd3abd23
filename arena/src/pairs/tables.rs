//! Tables: the hands of programs side by side. Each table is a worker with processes of its own, on a thread that
//! mostly waits.
//!
//! All first plays of a stretch of deals come before the second ones, and these in an order that no program can know.
//! Stretches depend only on the deals, and totals are added in the order of the deals. So a result is the same for any
//! number of tables, unless a program's answers depend on the hands that its process played before.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rand::seq::SliceRandom;

use super::duel::Duel;
use super::open::OpenSet;
use super::queue::{Queue, Stretch};
use super::totals::Totals;
use super::worker::Worker;
use crate::deals::seeds::order_rng;
use crate::error::ArenaError;
use crate::in_flight::MOST_IN_FLIGHT;
use crate::watch::{Progress, Watch};
use crate::workers::{Failed, Workers};

/// Deals of a stretch: enough for the most hands in flight, and for an order that is hard to guess. The sums are saved
/// after each stretch.
const STRETCH: u64 = MOST_IN_FLIGHT;

/// The tables of a duel in which a program takes part.
pub(super) struct Tables<'a> {
    duel: &'a Duel<'a>,
    /// A thread for each table.
    workers: &'a Workers,
    /// Tables at which nobody plays.
    free: Mutex<Vec<Worker<'a>>>,
}

/// A set in progress, with the totals of its plays.
struct Job {
    set: OpenSet,
    found: Totals,
}

/// One play of every deal of a stretch.
struct Round<'r> {
    /// Plays of each set before this one.
    turn: usize,
    /// The sets in the order of their plays. A table locks its set, so nobody waits.
    jobs: &'r [Mutex<Job>],
    /// The first job that no table has taken.
    next: AtomicUsize,
    /// Progress before the stretch, and the hands played since.
    before: Progress,
    played: &'r AtomicU64,
}

impl<'a> Tables<'a> {
    pub fn new(duel: &'a Duel<'a>, workers: &'a Workers) -> Tables<'a> {
        Tables { duel, workers, free: Mutex::default() }
    }

    /// Plays the deals of `queue`, stretch by stretch; stops early if `watch` asks for it. Ends all processes.
    ///
    /// # Errors
    /// As [`continue_pair`](super::continue_pair).
    pub fn play(&self, queue: &mut Queue<Totals>, watch: &dyn Watch<Progress, Totals>) -> Result<(), ArenaError> {
        let played = self.play_all(queue, watch);
        // Programs may take a while to leave, so they leave side by side.
        let left = self.workers.run(|_| {
            while let Some(table) = self.take_free() {
                drop(table);
            }
            Ok(())
        });
        played.and(left)
    }

    fn play_all(&self, queue: &mut Queue<Totals>, watch: &dyn Watch<Progress, Totals>) -> Result<(), ArenaError> {
        while !watch.stopped() {
            let Some(deals) = queue.take_to_multiple(STRETCH) else {
                break;
            };
            let before = self.duel.progress(&queue.sums);
            let Some(found) = self.play_stretch(deals.clone(), before, watch)? else {
                break;
            };
            queue.add(Stretch { deals, found })?;
            watch.keep(&queue.sums)?;
            watch.progress(self.duel.progress(&queue.sums));
        }
        Ok(())
    }

    /// The totals of a stretch; `None` if `watch` stopped it.
    fn play_stretch(
        &self,
        deals: Range<u64>,
        before: Progress,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Option<Totals>, ArenaError> {
        let duel = self.duel;
        let open = |index| Mutex::new(Job { set: OpenSet::new(duel, index), found: Totals::default() });
        let mut jobs: Vec<Mutex<Job>> = deals.clone().map(open).collect();
        let played = AtomicU64::new(0);
        for turn in 0..duel.plays() as usize {
            if turn > 0 {
                jobs.shuffle(&mut order_rng(duel.config.agents_seed(), [deals.start, turn as u64]));
            }
            let round = Round { turn, jobs: &jobs, next: AtomicUsize::new(0), before, played: &played };
            self.workers.run(|failed| {
                let mut ended = Ok(());
                duel.within(&mut || ended = self.sit(&round, failed, watch));
                ended
            })?;
            if round.next.into_inner() < jobs.len() {
                return Ok(None);
            }
        }
        let done = jobs.into_iter().map(|job| job.into_inner().expect("no table panicked"));
        let mut done: Vec<Job> = done.collect();
        done.sort_unstable_by_key(|job| job.set.index);
        let mut totals = Totals::default();
        totals.deals.add(deals).expect("the first deals");
        for Job { set, found } in done {
            totals.merge(found)?;
            duel.close(&[set], &mut totals);
        }
        Ok(Some(totals))
    }

    /// Plays jobs of a round at one table until none is left.
    fn sit(&self, round: &Round<'_>, failed: &Failed, watch: &dyn Watch<Progress, Totals>) -> Result<(), ArenaError> {
        let mut table = None;
        while !failed.is_set() && !watch.stopped() {
            let Some(job) = round.jobs.get(round.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let mut job = job.lock().expect("no table panicked");
            let Job { set, found } = &mut *job;
            let table = match &mut table {
                Some(table) => table,
                none => none.insert(self.take_free().map_or_else(|| Worker::new(self.duel), Ok)?),
            };
            table.play(self.duel.play_after(set.index, round.turn), set, found, watch)?;
            let played = round.before.played + 1 + round.played.fetch_add(1, Ordering::Relaxed);
            watch.progress(Progress { played, ..round.before });
        }
        self.free.lock().expect("no table panicked").extend(table);
        Ok(())
    }

    fn take_free(&self) -> Option<Worker<'a>> {
        self.free.lock().expect("no table panicked").pop()
    }
}
