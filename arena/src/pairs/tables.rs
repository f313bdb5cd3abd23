//! Tables: the hands of programs side by side. Each table is a worker with processes of its own, on a thread that
//! mostly waits.
//!
//! If a program outside a sandbox takes part, all first plays of a stretch of deals come before the second ones, and
//! these in an order that no program can know: its processes may tell each other of hands. Otherwise jobs come in the
//! order of the deals, so that a stop or a failure in a stretch loses only the sets in play.
//!
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
/// after each stretch, and when a run ends early.
const STRETCH: u64 = MOST_IN_FLIGHT;

/// The tables of a duel in which a program takes part.
pub(super) struct Tables<'a> {
    duel: &'a Duel<'a>,
    /// A thread for each table.
    workers: &'a Workers,
    /// Tables at which nobody plays.
    free: Mutex<Vec<Worker<'a>>>,
}

/// One play of a set, with its totals.
struct Job {
    /// The place of the set in the stretch.
    set: usize,
    /// The play.
    number: usize,
    found: Totals,
    /// Whether it was played to its end.
    over: bool,
}

/// What was played of a stretch.
struct Played {
    /// Its first deals, of which all plays are over.
    deals: Range<u64>,
    found: Totals,
    /// Whether these are all deals of the stretch; else `watch` stopped it, or the error of a table.
    whole: Result<bool, ArenaError>,
}

/// Plays of a stretch that are side by side.
struct Round<'r> {
    sets: &'r [Mutex<OpenSet>],
    jobs: Vec<Mutex<Job>>,
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
            let Played { deals, found, whole } = self.play_stretch(deals, before, watch)?;
            if !deals.is_empty() {
                queue.add(Stretch { deals, found })?;
            }
            match whole {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    if queue.sums.tally.sets() > 0 {
                        // The error that came first is the one to tell.
                        let _ = watch.keep_last(&queue.sums);
                    }
                    return Err(error);
                }
            }
            watch.keep(&queue.sums)?;
            watch.progress(self.duel.progress(&queue.sums));
        }
        Ok(())
    }

    /// Plays a stretch, until `watch` stops it or a table fails.
    ///
    /// # Errors
    /// Fails if the totals of its hands cannot be added.
    fn play_stretch(
        &self,
        deals: Range<u64>,
        before: Progress,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Played, ArenaError> {
        let duel = self.duel;
        let sets: Vec<_> = deals.clone().map(|index| Mutex::new(OpenSet::new(duel, index))).collect();
        let played = AtomicU64::new(0);
        let (mut done, mut whole) = (Vec::new(), Ok(true));
        for jobs in self.rounds(deals.clone()) {
            let jobs = jobs.into_iter().map(Mutex::new).collect();
            let round = Round { sets: &sets, jobs, next: AtomicUsize::new(0), before, played: &played };
            let ended = self.workers.run(|failed| {
                let mut ended = Ok(());
                duel.within(&mut || ended = self.sit(&round, failed, watch));
                ended
            });
            let jobs = round.jobs.into_iter().map(|job| job.into_inner().expect("no table panicked"));
            done.extend(jobs);
            whole = ended.map(|()| done.iter().all(|job| job.over));
            if !matches!(whole, Ok(true)) {
                break;
            }
        }
        let sets: Vec<_> = sets
            .into_iter()
            .map(|set| set.into_inner().expect("no table panicked"))
            .collect();
        let count = match whole {
            Ok(true) => sets.len(),
            // The plays of a free program must stay in their rounds.
            _ if duel.has_free_program => 0,
            _ => whole_sets(&done, sets.len()),
        };
        let deals = deals.start..deals.start + count as u64;
        let found = self.totals(deals.clone(), done, &sets[..count])?;
        Ok(Played { deals, found, whole })
    }

    /// The totals of `deals`, whose sets are `sets`.
    fn totals(&self, deals: Range<u64>, mut jobs: Vec<Job>, sets: &[OpenSet]) -> Result<Totals, ArenaError> {
        let mut totals = Totals::default();
        if deals.is_empty() {
            return Ok(totals);
        }
        totals.deals.add(deals).expect("the first deals");
        jobs.sort_by_key(|job| job.set);
        let jobs = jobs.into_iter().filter(|job| job.set < sets.len());
        jobs.map(|job| job.found).try_for_each(|found| totals.merge(found))?;
        self.duel.close(sets, &mut totals);
        Ok(totals)
    }

    /// The plays of a stretch: those of each round are side by side.
    fn rounds(&self, deals: Range<u64>) -> Vec<Vec<Job>> {
        let duel = self.duel;
        let round = |turn: usize| {
            let job =
                |(set, index)| Job { set, number: duel.play_after(index, turn), found: Totals::default(), over: false };
            let mut jobs: Vec<Job> = deals.clone().enumerate().map(job).collect();
            if turn > 0 {
                jobs.shuffle(&mut order_rng(duel.config.agents_seed(), [deals.start, turn as u64]));
            }
            jobs
        };
        let rounds = (0..duel.plays() as usize).map(round);
        if duel.has_free_program {
            return rounds.collect();
        }
        let mut jobs: Vec<Job> = rounds.flatten().collect();
        jobs.sort_by_key(|job| job.set);
        vec![jobs]
    }

    /// Plays jobs of a round at one table until none is left.
    fn sit(&self, round: &Round<'_>, failed: &Failed, watch: &dyn Watch<Progress, Totals>) -> Result<(), ArenaError> {
        let mut table = None;
        while !failed.is_set() && !watch.stopped() {
            let Some(job) = round.jobs.get(round.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let table = match &mut table {
                Some(table) => table,
                none => none.insert(self.take_free().map_or_else(|| Worker::new(self.duel), Ok)?),
            };
            // Nobody else takes the job, and another play of its set waits only while this one is counted.
            let Job { set, number, found, over } = &mut *job.lock().expect("no table panicked");
            let set = || round.sets[*set].lock().expect("no table panicked");
            let (index, deal) = {
                let set = set();
                (set.index, set.deal)
            };
            let outcome = table.play((index, &deal), *number, found, watch)?;
            table.count((&mut *set(), *number), &outcome, found, watch);
            *over = true;
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

/// The number of sets before the first one with a play that is not over.
fn whole_sets(jobs: &[Job], sets: usize) -> usize {
    let open = jobs.iter().filter(|job| !job.over).map(|job| job.set);
    open.min().unwrap_or(sets)
}
