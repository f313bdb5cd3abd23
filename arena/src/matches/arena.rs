//! Duplicate matches: agents against each other over whole matches.
//!
//! A set is one series of deals; every seating ([`Seating::set`]) plays one match on it. With two sides the match is
//! played both ways round, on the same deals and with the same dealers for as long as both last. All errors come from
//! sets. A match depends only on (seed, number, play) and sums are exact, so a result is the same for any number of
//! threads.
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
use crate::deals::secret::Secret;
use crate::deals::seeds::pair_seed;
use crate::error::ArenaError;
use crate::in_flight::in_flight;
use crate::pairs::entrant::Entrant;
use crate::pairs::offences::Reported;
use crate::watch::{FirstOffence, Progress, Step, Watch};
use crate::workers::{Failed, Workers};

/// Agents, and the settings of their matches.
pub struct MatchArena<'a> {
    /// The game, with the end of its matches.
    pub game: &'a Game,
    /// The agents; every pair plays.
    pub entrants: &'a [Entrant],
    /// The settings.
    pub config: MatchConfig,
    /// The match equity that agents are given, a table of `game`.
    pub equity: Option<Arc<MatchEquity>>,
}

/// How matches are played.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct MatchConfig {
    /// Matches per pair; rounded up to whole sets, and to at least two.
    pub matches: u64,
    /// Seed of the deals and of the agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived. Required if programs take part.
    pub secret: Option<Secret>,
    /// Worker threads; 0 = one per core.
    pub threads: usize,
    /// Sets to play side by side if a program takes part, as in [`ArenaConfig`](crate::ArenaConfig).
    pub in_flight: usize,
    /// Partners see each other's hand cards.
    pub partners_open: bool,
}

impl MatchArena<'_> {
    /// Plays every pair; stops early if `watch` asks for it.
    ///
    /// # Errors
    /// Fails if there are fewer than two entrants, if an agent cannot be built or plays an illegal action, if a program
    /// does not answer its greeting, or if threads cannot be started.
    pub fn play(&self, watch: &dyn Watch<Step>) -> Result<MatchesResult, ArenaError> {
        if self.entrants.len() < 2 {
            return Err(ArenaError::TooFewAgents(self.entrants.len()));
        }
        let mut result = MatchesResult::new(self)?;
        let pairs: Vec<(usize, usize)> = pairings(self.entrants.len()).collect();
        for (number, &(first, second)) in pairs.iter().enumerate() {
            let places = [first, second];
            let duel = Duel {
                arena: self,
                places,
                set: Seating::set(self.game),
                next: AtomicU64::new(0),
                tally: Mutex::new(MatchTally::default()),
                told: Reported::default(),
                first: Mutex::default(),
            };
            let pair_watch = PairWatch {
                watch,
                names: places.map(|place| result.names[place].clone()),
                pair: number + 1,
                pairs: pairs.len(),
            };
            let agents = places.map(|place| &self.entrants[place].spec);
            let workers = Workers::new(in_flight(agents, self.config.in_flight, self.config.threads))?;
            let tally = duel.play(&workers, &pair_watch)?;
            let complete = tally.sets() == duel.sets();
            if tally.sets() > 0 {
                let first = duel.first.into_inner().expect("no worker panicked");
                let first = first.map(|first| first.map(|(_, what)| what));
                result.pairs.push(MatchPair::new(self, places, tally, first));
            }
            if !complete {
                return Ok(result);
            }
        }
        Ok(MatchesResult { complete: true, ..result })
    }
}

/// Passes the progress of one pair on to the arena's `watch`.
struct PairWatch<'a> {
    watch: &'a dyn Watch<Step>,
    names: [String; 2],
    pair: usize,
    pairs: usize,
}

impl Watch<Progress> for PairWatch<'_> {
    fn progress(&self, done: Progress) {
        self.watch
            .progress(Step { names: self.names.clone(), pair: self.pair, pairs: self.pairs, done });
    }

    fn offence(&self, first: &FirstOffence) {
        self.watch
            .offence(&FirstOffence { name: self.names[first.agent].clone(), ..first.clone() });
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }
}

/// One pair, and the state that its workers share.
struct Duel<'a> {
    arena: &'a MatchArena<'a>,
    places: [usize; 2],
    set: Vec<Seating>,
    /// The first set that no worker has taken.
    next: AtomicU64,
    tally: Mutex<MatchTally>,
    told: Reported,
    /// Each agent's first offence, with the number of its set.
    first: Mutex<[Option<(u64, String)>; 2]>,
}

impl Duel<'_> {
    fn sets(&self) -> u64 {
        self.arena.config.matches.div_ceil(self.set.len() as u64).max(2)
    }

    fn play(&self, workers: &Workers, watch: &dyn Watch<Progress>) -> Result<MatchTally, ArenaError> {
        workers.run(|failed| self.work(failed, watch))?;
        Ok(*self.tally.lock().expect("no worker panicked"))
    }

    /// The seed of the pair's deals. A program outside a sandbox could remember the deals of an earlier pair, so its
    /// pairs share none if there are several.
    fn deals_seed(&self) -> u64 {
        let MatchArena { entrants, config, .. } = self.arena;
        let is_free = self.places.iter().any(|&place| entrants[place].spec.is_free_program());
        if is_free && entrants.len() > 2 {
            return pair_seed(config.seed, self.places);
        }
        config.seed
    }

    /// Records an offence of an agent in set `number`, and reports it if it is the first.
    fn note(&self, agent: usize, number: u64, what: String, watch: &dyn Watch<Progress>) {
        let name = self.arena.entrants[self.places[agent]].spec.to_string();
        self.told.tell(agent, &name, &what, watch);
        let first = &mut self.first.lock().expect("no worker panicked")[agent];
        if first.as_ref().is_none_or(|(other, _)| number < *other) {
            *first = Some((number, what));
        }
    }

    /// The error of an agent in hand `hand` of set `number`.
    fn foul(&self, agent: usize, problem: String, [number, hand]: [u64; 2], seat: usize) -> ArenaError {
        ArenaError::Foul {
            agent: self.arena.entrants[self.places[agent]].spec.to_string(),
            problem,
            id: number.to_string(),
            seed: self.arena.config.seed,
            hand,
            seat,
        }
    }

    /// Plays sets until none is left.
    fn work(&self, failed: &Failed, watch: &dyn Watch<Progress>) -> Result<(), ArenaError> {
        let plays = self.set.len() as u64;
        let mut worker = Worker::new(self)?;
        while !failed.is_set() && !watch.stopped() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.sets() {
                break;
            }
            let set = worker.play_set(number, watch)?;
            let mut tally = self.tally.lock().expect("no worker panicked");
            tally.push(&set);
            let score = tally.score(plays);
            watch.progress(Progress {
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
