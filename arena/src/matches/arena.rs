//! Duplicate matches: agents against each other over whole matches.
//!
//! A set is one series of deals; every seating ([`Seating::set`]) plays one match on it. With two sides the match is
//! played both ways round, on the same deals and with the same dealers for as long as both last. All errors come from
//! sets. A match depends only on (seed, number, play), sums are exact, and finished sets are added in the order of their
//! numbers. So a result is the same for any number of threads, and a killed run resumes.
//!
//! An offence of a program loses the match (`docs/reference/rules.md` E.6, TO2).

mod check;
mod merge;
mod result;
mod tally;
#[cfg(test)]
mod tests;
mod totals;
mod worker;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;

use spariglio_engine::Game;

pub use result::{MATCHES_KIND, MatchPair, MatchesResult};
pub use tally::{MatchTally, PlayedMatch};
use totals::MatchTotals;
use worker::Worker;

use crate::contests::pairings;
use crate::deals::part::Part;
use crate::deals::seating::Seating;
use crate::deals::secret::Secret;
use crate::error::ArenaError;
use crate::in_flight::in_flight;
use crate::pairs::deals_of;
use crate::pairs::entrant::Entrant;
use crate::pairs::known_deals::deals_seed;
use crate::pairs::offences::Reported;
use crate::pairs::queue::{Queue, Stretch};
use crate::watch::{PairWatch, Progress, SaveClock, Step, Watch};
use crate::workers::{Failed, Workers};

/// Agents, and the settings of their matches.
pub struct MatchArena<'a> {
    /// The game, with the end of its matches.
    pub game: &'a Game,
    /// The agents; every pair plays.
    pub entrants: &'a [Entrant],
    /// The settings.
    pub config: MatchConfig,
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
    /// The part of the sets to play here; other parts may be played elsewhere and merged.
    pub part: Part,
}

impl MatchArena<'_> {
    /// Plays the pairs and sets that `kept` lacks, or all without it. Stops early if `watch` asks for it.
    ///
    /// # Errors
    /// Fails if there are fewer than two entrants, if `kept` is of another arena, or if the part has no set. Also fails
    /// if an agent cannot be built or plays an illegal action, if a program does not answer its greeting, if threads
    /// cannot be started, or if `watch` cannot keep the result.
    pub fn play(
        &self,
        kept: Option<MatchesResult>,
        watch: &dyn Watch<Step, MatchesResult>,
    ) -> Result<MatchesResult, ArenaError> {
        let fresh = self.fresh()?;
        if let Some(difference) = kept.as_ref().and_then(|kept| kept.difference(&fresh)) {
            return Err(ArenaError::OtherArena(difference));
        }
        let kept = kept.map_or(Vec::new(), |kept| kept.pairs);
        let played = kept.iter().map(|pair| (pair.places, MatchTotals::from(pair))).collect();
        let mut run = Run { arena: self, fresh, played, watch, saves: SaveClock::default() };
        let complete = run.play()?;
        Ok(run.result(complete, None))
    }

    /// The result before any play.
    ///
    /// # Errors
    /// Fails if there are fewer than two entrants, if the part has no set, or if an agent's file cannot be read.
    pub fn fresh(&self) -> Result<MatchesResult, ArenaError> {
        if self.entrants.len() < 2 {
            return Err(ArenaError::TooFewAgents(self.entrants.len()));
        }
        if self.sets().is_empty() {
            return Err(ArenaError::EmptyPart(self.config.part));
        }
        MatchesResult::new(self)
    }

    /// The sets of this part.
    fn sets(&self) -> Range<u64> {
        self.config
            .part
            .of_deals(deals_of(self.config.matches, Seating::count(self.game)))
    }
}

/// An arena of matches in progress.
struct Run<'a> {
    arena: &'a MatchArena<'a>,
    /// The result without its pairs.
    fresh: MatchesResult,
    played: BTreeMap<[usize; 2], MatchTotals>,
    watch: &'a dyn Watch<Step, MatchesResult>,
    saves: SaveClock,
}

impl Run<'_> {
    /// Plays all pairs; returns `false` if `watch` stopped it.
    fn play(&mut self) -> Result<bool, ArenaError> {
        let MatchConfig { in_flight: asked, threads, .. } = self.arena.config;
        for (place, (first, second)) in pairings(self.arena.entrants.len()).enumerate() {
            let places = [first, second];
            let agents = places.map(|place| &self.arena.entrants[place].spec);
            let workers = Workers::new(in_flight(agents, asked, threads))?;
            for sets in self.missing(places) {
                if self.watch.stopped() {
                    return Ok(false);
                }
                let totals = self.played.remove(&places).unwrap_or_default();
                let duel = Duel::new(self.arena, places, sets);
                let watch = PairWatch {
                    watch: self.watch,
                    names: &self.fresh.names,
                    places,
                    number: [place + 1, pairings(self.arena.entrants.len()).count()],
                    saves: &self.saves,
                    state: &|totals| self.result(false, Some((places, totals))),
                };
                let totals = duel.play(totals, &workers, &watch)?;
                self.played.insert(places, totals);
                self.watch.keep(&self.result(false, None))?;
            }
        }
        let mut pairs = pairings(self.arena.entrants.len());
        Ok(pairs.all(|(first, second)| self.missing([first, second]).is_empty()))
    }

    /// The sets that a pair lacks.
    fn missing(&self, places: [usize; 2]) -> Vec<Range<u64>> {
        let sets = self.arena.sets();
        match self.played.get(&places) {
            Some(totals) => totals.played.missing(sets),
            None => vec![sets],
        }
    }

    /// The result so far; `playing` is the pair in progress, which is not in `played`.
    fn result(&self, complete: bool, playing: Option<([usize; 2], &MatchTotals)>) -> MatchesResult {
        let plays = Seating::count(self.arena.game) as u64;
        let pair = |(places, totals): ([usize; 2], &MatchTotals)| {
            let agents = places.map(|place| self.fresh.agents[place].clone());
            MatchPair::new(places, agents, plays, totals)
        };
        let played = self.played.iter().map(|(&places, totals)| (places, totals)).chain(playing);
        let played = played.filter(|(_, totals)| totals.tally.sets() > 0);
        let mut pairs: Vec<MatchPair> = played.map(pair).collect();
        pairs.sort_by_key(|pair| pair.places);
        MatchesResult { complete, pairs, ..self.fresh.clone() }.signed()
    }
}

/// One pair over a range of sets, and the state that its workers share.
struct Duel<'a> {
    arena: &'a MatchArena<'a>,
    places: [usize; 2],
    set: Vec<Seating>,
    sets: Range<u64>,
    /// The seed of the pair's deals.
    deals_seed: u64,
    told: Reported,
}

impl<'a> Duel<'a> {
    fn new(arena: &'a MatchArena<'a>, places: [usize; 2], sets: Range<u64>) -> Duel<'a> {
        let agents = places.map(|place| arena.entrants[place].spec.to_string());
        let deals_seed = deals_seed(arena.config.seed, &agents, places, arena.entrants.len());
        Duel {
            arena,
            places,
            set: Seating::set(arena.game),
            sets,
            deals_seed,
            told: Reported::default(),
        }
    }

    /// Returns `totals` with the duel's sets added; if `watch` stops the run, with the sets finished before. At an error
    /// `watch` gets these to keep.
    fn play(
        &self,
        totals: MatchTotals,
        workers: &Workers,
        watch: &dyn Watch<Progress, MatchTotals>,
    ) -> Result<MatchTotals, ArenaError> {
        let queue = Mutex::new(Queue::new(totals, self.sets.clone(), None));
        let finished = workers.run(|failed| self.work(&queue, failed, watch));
        let totals = queue.into_inner().expect("no worker panicked").sums;
        if finished.is_err() && totals.tally.sets() > 0 {
            // The error that came first is the one to tell.
            let _ = watch.keep_last(&totals);
        }
        finished.map(|()| totals)
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
    fn work(
        &self,
        queue: &Mutex<Queue<MatchTotals>>,
        failed: &Failed,
        watch: &dyn Watch<Progress, MatchTotals>,
    ) -> Result<(), ArenaError> {
        let mut worker = Worker::new(self)?;
        let take = || queue.lock().expect("no worker panicked").take(1);
        while !failed.is_set() && !watch.stopped() {
            let Some(sets) = take() else { break };
            let mut found = MatchTotals::default();
            found.played.add(sets.clone()).expect("the first sets");
            worker.play_set(sets.start, &mut found, watch)?;
            let mut queue = queue.lock().expect("no worker panicked");
            queue.add(Stretch { deals: sets, found })?;
            watch.keep(&queue.sums)?;
            watch.progress(self.progress(&queue.sums.tally));
        }
        Ok(())
    }

    fn progress(&self, tally: &MatchTally) -> Progress {
        let plays = self.set.len() as u64;
        let sets = self.arena.sets();
        Progress::new([tally.sets(), sets.end - sets.start], plays, &tally.score(plays))
    }
}
