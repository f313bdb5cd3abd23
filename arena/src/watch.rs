//! Watching a run: receives progress while it plays, and can stop it.
//!
//! A closure that receives progress is a [`Watch`]; it never stops the run.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use spariglio_agents::Hand;

use crate::error::ArenaError;
use spariglio_stats::Estimate;
use spariglio_stats::moments::LEAST_SETS;

/// Receives events of a run; called from the workers.
///
/// `News` is the progress; `Kept` is the state from which a killed run resumes.
pub trait Watch<News, Kept = ()>: Sync {
    /// Receives progress, about twenty times per second.
    fn progress(&self, _: News) {}

    /// Receives the state so far, to save it.
    ///
    /// # Errors
    /// Fails if the state cannot be saved; this ends the run.
    fn keep(&self, _: &Kept) -> Result<(), ArenaError> {
        Ok(())
    }

    /// Receives the state at an error, which then ends the run. To be saved however short ago it was saved before.
    ///
    /// # Errors
    /// As [`Watch::keep`].
    fn keep_last(&self, state: &Kept) -> Result<(), ArenaError> {
        self.keep(state)
    }

    /// Receives a hand of a pair that ended, by the rules or by an offence.
    fn hand(&self, _: &PairHand<'_>) {}

    /// Receives an agent's first offence of this run.
    fn offence(&self, _: &FirstOffence) {}

    /// Whether the run should end when the sets in play are done.
    fn stopped(&self) -> bool {
        false
    }
}

/// Least time between two saves of a run.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The clock of saves; all workers of a run share it.
#[derive(Debug, Default)]
pub(crate) struct SaveClock(Mutex<Option<Instant>>);

impl SaveClock {
    /// Whether a save is due now, as the first one is; if so, restarts the clock.
    pub fn is_due(&self) -> bool {
        let mut last = self.0.lock().expect("no worker panicked");
        let is_due = last.is_none_or(|last| last.elapsed() >= SAVE_EVERY);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }
}

/// Passes the events of one pair of a run on to the run's `watch`.
pub(crate) struct PairWatch<'a, Totals, Kept> {
    pub watch: &'a dyn Watch<Step, Kept>,
    /// Names of all agents.
    pub names: &'a [String],
    /// The places of the pair's agents among them.
    pub places: [usize; 2],
    /// The number of the pair in the run, from 1, and that of all pairs.
    pub number: [usize; 2],
    pub saves: &'a SaveClock,
    /// The state of the run with these totals of the pair.
    pub state: &'a (dyn Fn(&Totals) -> Kept + Sync),
}

impl<Totals, Kept> Watch<Progress, Totals> for PairWatch<'_, Totals, Kept> {
    fn progress(&self, done: Progress) {
        let (names, [pair, pairs]) = (self.places.map(|place| self.names[place].clone()), self.number);
        self.watch.progress(Step { names, pair, pairs, done });
    }

    fn keep(&self, totals: &Totals) -> Result<(), ArenaError> {
        if !self.saves.is_due() {
            return Ok(());
        }
        self.keep_last(totals)
    }

    fn keep_last(&self, totals: &Totals) -> Result<(), ArenaError> {
        self.watch.keep(&(self.state)(totals))
    }

    fn hand(&self, played: &PairHand<'_>) {
        self.watch.hand(&PairHand { pair: self.places, ..*played });
    }

    fn offence(&self, first: &FirstOffence) {
        let name = self.names[self.places[first.agent]].clone();
        self.watch.offence(&FirstOffence { name, ..first.clone() });
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }
}

/// Ignores all events.
#[derive(Copy, Clone, Debug)]
pub struct Nobody;

impl<News, Kept> Watch<News, Kept> for Nobody {}

impl<News, Kept, F: Fn(News) + Sync> Watch<News, Kept> for F {
    fn progress(&self, news: News) {
        self(news);
    }
}

/// A hand of a pair.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct PairHand<'a> {
    /// The places of the two agents in the list of all agents.
    pub pair: [usize; 2],
    /// The number of the deal.
    pub deal: u64,
    /// The number of the play of the deal.
    pub play: usize,
    /// By seat: the agent of the pair (0 or 1) and its instance.
    pub seats: &'a [(usize, usize)],
    /// The hand.
    pub hand: &'a Hand<'a>,
    /// Words of players about their decisions: the number of actions before each, and its text.
    pub thoughts: &'a [(usize, String)],
}

/// The first offence of an agent in a run of a pair.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct FirstOffence {
    /// The agent of the pair, 0 or 1.
    pub agent: usize,
    /// Its name.
    pub name: String,
    /// Place and kind of the offence, and the program's last words.
    pub what: String,
}

/// Progress of a pair.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Hands or matches played.
    pub played: u64,
    /// Hands or matches to play.
    pub of: u64,
    /// The estimate so far, first agent's point of view: points per hand, or percent of matches won.
    pub mean: f64,
    /// Its standard error; 0 if there are too few sets for one ([`LEAST_SETS`]).
    pub standard_error: f64,
    /// The log-likelihood ratios at the last look, if there is a sequential test.
    pub llrs: Option<[f64; 2]>,
}

impl Progress {
    /// The progress of a pair with this estimate from `sets` sets of `plays` hands or matches, of which `of` are wanted.
    pub(crate) fn new([sets, of]: [u64; 2], plays: u64, estimate: &Estimate) -> Progress {
        let is_enough = sets >= LEAST_SETS;
        Progress {
            played: sets * plays,
            of: of * plays,
            mean: estimate.mean,
            standard_error: if is_enough { estimate.standard_error } else { 0.0 },
            llrs: None,
        }
    }
}

/// Progress of a run of several pairs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// Names of the two agents that play.
    pub names: [String; 2],
    /// The number of the pair in the run, from 1.
    pub pair: usize,
    /// Number of pairs to play.
    pub pairs: usize,
    /// Progress of the pair.
    pub done: Progress,
}
