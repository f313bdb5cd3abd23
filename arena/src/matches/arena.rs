//! Duplicate matches: agents against each other over whole matches.
//!
//! A set is one series of deals, of which every seating ([`Seating::set`]) plays a match: with two sides the match is
//! played both ways round, on the same deals and with the same dealers for as long as both last. All errors come from
//! sets. What happens in a match depends on (seed, number, play) only and sums are exact, so a result is the same for
//! any number of threads.
//!
//! An offence of a program loses the match (`docs/rules.md` E.6, TO2).

mod result;
mod tally;
#[cfg(test)]
mod tests;
mod worker;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use spariglio_agents::MatchEquity;
use spariglio_engine::Game;

pub use result::{EquitySource, MATCHES_KIND, MatchPair, MatchesResult};
pub use tally::{MatchTally, PlayedMatch};
use worker::Worker;

use crate::contests::pairings;
use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::pairs::entrant::Entrant;
use crate::watch::{Progress, Step, Watch};
use crate::workers::{Failed, Workers};

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

impl MatchArena<'_> {
    /// Plays every pair; stops early if `watch` says so.
    ///
    /// # Errors
    /// Fewer than two entrants, an agent that cannot be built or plays an illegal action, a program that never acts,
    /// threads that cannot be started.
    pub fn play(&self, watch: &dyn Watch<Step>) -> Result<MatchesResult, ArenaError> {
        if self.entrants.len() < 2 {
            return Err(ArenaError::TooFewAgents(self.entrants.len()));
        }
        let workers = Workers::new(self.config.threads)?;
        let mut result = MatchesResult::new(self);
        let pairs: Vec<(usize, usize)> = pairings(self.entrants.len()).collect();
        for (number, &(first, second)) in pairs.iter().enumerate() {
            let places = [first, second];
            let duel = Duel {
                arena: self,
                places,
                set: Seating::set(self.game),
                next: AtomicU64::new(0),
                tally: Mutex::new(MatchTally::default()),
            };
            let names = places.map(|place| result.names[place].clone());
            let tell = |done: Progress| {
                watch.progress(Step {
                    names: names.clone(),
                    pair: number + 1,
                    pairs: pairs.len(),
                    done,
                });
            };
            let tally = duel.play(&workers, &tell, &|| watch.stopped())?;
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
    tally: Mutex<MatchTally>,
}

impl Duel<'_> {
    fn sets(&self) -> u64 {
        self.arena.config.matches.div_ceil(self.set.len() as u64).max(2)
    }

    fn play(
        &self,
        workers: &Workers,
        tell: &(dyn Fn(Progress) + Sync),
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<MatchTally, ArenaError> {
        workers.run(|failed| self.work(failed, tell, stopped))?;
        Ok(*self.tally.lock().expect("no worker panicked"))
    }

    /// Plays sets until there are no more.
    fn work(
        &self,
        failed: &Failed,
        tell: &(dyn Fn(Progress) + Sync),
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), ArenaError> {
        let plays = self.set.len() as u64;
        let mut worker = Worker::new(self)?;
        while !failed.is_set() && !stopped() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.sets() {
                break;
            }
            let set = worker.play_set(number)?;
            let mut tally = self.tally.lock().expect("no worker panicked");
            tally.push(&set);
            let score = tally.score(plays);
            tell(Progress {
                played: tally.sets() * plays,
                of: self.sets() * plays,
                mean: score.mean,
                standard_error: score.standard_error,
                llr: None,
            });
        }
        Ok(())
    }
}
