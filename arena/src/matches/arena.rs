//! Duplicate matches: agents against each other over whole matches.
//!
//! A set is one series of deals, of which every seating ([`Seating::set`]) plays a match: with two sides the match is
//! played both ways round, on the same deals and with the same dealers for as long as both last. All errors come from
//! sets. What happens in a match depends on (seed, number, play) only and sums are exact, so a result is the same for
//! any number of threads.
//!
//! An offence of a program loses the match (`rules.md` E.6, TO2).

mod result;
mod tally;
#[cfg(test)]
mod tests;
mod text;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rayon::{ThreadPool, ThreadPoolBuilder};
use spariglio_agents::MatchEquity;
use spariglio_engine::Game;

pub use result::{EquitySource, MATCHES_KIND, MatchPair, MatchesResult};
pub use tally::{MatchTally, PlayedMatch};
pub use text::text;
use worker::Worker;

use crate::entrant::Entrant;
use crate::error::ArenaError;
use crate::seating::Seating;
use crate::stats::Estimate;

/// Agents and how they meet.
pub struct MatchArena<'a> {
    /// The game, with the end of its matches.
    pub game: &'a Game,
    /// Who plays: every pair of them.
    pub entrants: &'a [Entrant],
    /// How.
    pub config: MatchConfig,
    /// The chances that agents are told, a table of `game`.
    pub equity: Option<Arc<MatchEquity>>,
}

/// How matches are played.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct MatchConfig {
    /// Matches of a pair; rounded up to whole sets, and to at least two.
    pub matches: u64,
    /// Seed of the deals and of the agents.
    pub seed: u64,
    /// Worker threads; 0 = one a core.
    pub threads: usize,
    /// Partners see each other's hand cards.
    pub partners_open: bool,
}

/// How far a pair has come.
#[derive(Copy, Clone, Debug)]
pub struct MatchStep<'a> {
    /// Names of the two agents.
    pub names: [&'a str; 2],
    /// Which pair it is, from 1.
    pub pair: usize,
    /// Pairs that play.
    pub pairs: usize,
    /// Matches played.
    pub matches: u64,
    /// Matches to play.
    pub of: u64,
    /// Percent of matches that the first agent has won, a level one half.
    pub score: Estimate,
}

/// Who looks on. Called from the workers.
pub trait MatchAudience: Sync {
    /// Takes the news after every set.
    fn progress(&self, _: MatchStep<'_>) {}

    /// Should the arena end as soon as the sets in play are done?
    fn stopped(&self) -> bool {
        false
    }
}

impl MatchArena<'_> {
    /// Plays every pair; less than all where `audience` stops it.
    ///
    /// # Errors
    /// Fewer than two entrants, an agent that cannot be built or plays an illegal action, a program that never acts,
    /// threads that cannot be started.
    pub fn play(&self, audience: &dyn MatchAudience) -> Result<MatchesResult, ArenaError> {
        if self.entrants.len() < 2 {
            return Err(ArenaError::TooFewAgents(self.entrants.len()));
        }
        let threads = self.config.threads;
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|source| ArenaError::Threads { threads, source })?;
        let mut result = MatchesResult::new(self);
        let places = 0..self.entrants.len();
        let pairs: Vec<[usize; 2]> = places
            .clone()
            .flat_map(|first| (first + 1..places.end).map(move |second| [first, second]))
            .collect();
        for (number, &places) in pairs.iter().enumerate() {
            let duel = Duel {
                arena: self,
                places,
                set: Seating::set(self.game),
                next: AtomicU64::new(0),
                failed: AtomicBool::new(false),
                tally: Mutex::new(MatchTally::default()),
            };
            let names = places.map(|place| result.names[place].as_str());
            let tell = |matches: u64, score: Estimate| {
                audience.progress(MatchStep {
                    names,
                    pair: number + 1,
                    pairs: pairs.len(),
                    matches,
                    of: duel.sets() * duel.set.len() as u64,
                    score,
                });
            };
            let tally = duel.play(&pool, &tell, &|| audience.stopped())?;
            let complete = tally.sets() == duel.sets();
            if tally.sets() > 0 {
                result.pairs.push(MatchPair::new(self, places, tally));
            }
            if !complete {
                return Ok(result);
            }
        }
        Ok(MatchesResult {
            complete: true,
            ..result
        })
    }
}

/// One pair, and what its workers share.
struct Duel<'a> {
    arena: &'a MatchArena<'a>,
    places: [usize; 2],
    set: Vec<Seating>,
    /// The first set that no worker has taken.
    next: AtomicU64,
    failed: AtomicBool,
    tally: Mutex<MatchTally>,
}

impl Duel<'_> {
    fn sets(&self) -> u64 {
        self.arena.config.matches.div_ceil(self.set.len() as u64).max(2)
    }

    fn play(
        &self,
        pool: &ThreadPool,
        tell: &(dyn Fn(u64, Estimate) + Sync),
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<MatchTally, ArenaError> {
        let done = pool.broadcast(|_| {
            let done = self.work(tell, stopped);
            self.failed.fetch_or(done.is_err(), Ordering::Relaxed);
            done
        });
        done.into_iter().collect::<Result<(), _>>()?;
        Ok(*self.tally.lock().expect("no worker panicked"))
    }

    /// Plays sets until there are no more.
    fn work(
        &self,
        tell: &(dyn Fn(u64, Estimate) + Sync),
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), ArenaError> {
        let plays = self.set.len() as u64;
        let mut worker = Worker::new(self)?;
        while !self.failed.load(Ordering::Relaxed) && !stopped() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.sets() {
                break;
            }
            let set = worker.play_set(number)?;
            let mut tally = self.tally.lock().expect("no worker panicked");
            tally.push(&set);
            tell(tally.sets() * plays, tally.score(plays));
        }
        Ok(())
    }
}
