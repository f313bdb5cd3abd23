//! A worker with many hands in flight: an agent that decides in waves answers all waiting hands at once.
//!
//! A hand is the same as when hands are played one after another. If an agent does not decide in waves, it has its own
//! players in each hand or is memoryless.

use std::ops::Range;
use std::time::Instant;

use spariglio_agents::external::custom::ask;
use spariglio_agents::{BatchAgent, Failure, Foul, FoulKind, Hand, Player, Turn, play_hand};
use spariglio_engine::{Action, Deal};

use super::duel::{Duel, PlayStretch};
use super::open::{Counter, OpenSet};
use super::seated::{Pause, Seated, Waiting};
use super::supply::Supply;
use super::totals::Totals;
use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::pairs::behaviour::Plays;
use crate::pairs::outcome::Outcome;
use crate::pairs::timing::Stopwatch;
use crate::watch::{Progress, Watch};

/// The tables of one worker, and the agents that decide in waves.
pub(super) struct Wave<'a> {
    duel: &'a Duel<'a>,
    agents: [Way<'a>; 2],
    /// As many tables as hands were ever in flight.
    tables: Vec<Table<'a>>,
    width: usize,
    stopwatch: Stopwatch,
    counter: Counter<'a>,
}

/// How an agent decides.
enum Way<'a> {
    /// In waves.
    Waves(Box<dyn BatchAgent>),
    /// With players at every table.
    Players(Supply<'a>),
}

/// A hand in flight, or a free table.
struct Table<'a> {
    /// The play; `None` if the table is free.
    job: Option<Job>,
    hand: Hand<'a>,
    plays: Plays,
    /// The players of each agent; empty if it decides in waves.
    agents: [Vec<Player>; 2],
    /// The seed of each seat in this hand.
    seeds: Vec<u64>,
    /// The answer for the seat to act.
    answer: Option<Action>,
}

/// One play of a set.
#[derive(Copy, Clone)]
struct Job {
    /// The index of its set among those in progress.
    set: usize,
    /// The deal.
    index: u64,
    /// The play.
    number: usize,
}

impl PlayStretch for Wave<'_> {
    fn play_stretch(
        &mut self,
        deals: Range<u64>,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError> {
        let duel = self.duel;
        let mut open: Vec<OpenSet> = deals.map(|index| OpenSet::new(duel, index)).collect();
        let jobs = jobs(duel, &open);
        while self.tables.len() < self.width.min(jobs.len()) {
            self.tables.push(Table::new(duel, &self.agents)?);
        }
        let mut jobs = jobs.into_iter();
        self.play_on(&mut jobs, &mut open, found, watch)?;
        while self.tables.iter().any(|table| table.job.is_some()) {
            if watch.stopped() {
                return Ok(false);
            }
            for agent in 0..2 {
                self.ask(agent, found)?;
                self.play_on(&mut jobs, &mut open, found, watch)?;
            }
        }
        duel.close(&open, found);
        Ok(true)
    }
}

/// All plays of `sets`, in the order of their starts.
fn jobs(duel: &Duel<'_>, sets: &[OpenSet]) -> Vec<Job> {
    let plays = |(set, open): (usize, &OpenSet)| {
        let index = open.index;
        let numbers = (0..duel.set.len()).filter(move |&number| duel.is_played(index, number));
        numbers.map(move |number| Job { set, index, number })
    };
    sets.iter().enumerate().flat_map(plays).collect()
}

impl<'a> Wave<'a> {
    /// A worker with at most `width` hands in flight.
    pub fn new(duel: &'a Duel<'a>, width: usize) -> Result<Wave<'a>, ArenaError> {
        let way = |agent: usize| {
            let spec = duel.agents[agent];
            let batched = spec.build_batch(duel.game);
            match batched.map_err(|source| ArenaError::agent(spec, source))? {
                Some(batched) => Ok(Way::Waves(batched)),
                None => Supply::new(spec, duel.game).map(Way::Players),
            }
        };
        Ok(Wave {
            duel,
            agents: [way(0)?, way(1)?],
            tables: Vec::new(),
            width,
            stopwatch: Stopwatch::new(),
            counter: Counter::new(duel),
        })
    }

    /// Plays every hand until it waits for an answer, and starts the next job when a table is free.
    fn play_on(
        &mut self,
        jobs: &mut impl Iterator<Item = Job>,
        open: &mut [OpenSet],
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<(), ArenaError> {
        for table in self.tables.iter_mut().filter(|table| !table.waits()) {
            while let Some(job) = table.job.or_else(|| jobs.next()) {
                if table.job.is_none() {
                    table.start(self.duel, job, &open[job.set].deal);
                }
                let Some(outcome) = table.play_on(self.duel, job, &self.stopwatch, found, watch)? else {
                    break;
                };
                let played = (&table.hand, &table.plays, &outcome, &[][..]);
                self.counter.count(&mut open[job.set], job.number, played, found, watch);
                table.job = None;
            }
        }
        Ok(())
    }

    /// Asks an agent for its decisions in all hands that wait for it, if it decides in waves.
    fn ask(&mut self, agent: usize, found: &mut Totals) -> Result<(), ArenaError> {
        let duel = self.duel;
        let Way::Waves(batched) = &mut self.agents[agent] else {
            return Ok(());
        };
        let waiting = self.tables.iter().filter(|table| table.waits_for(duel, agent));
        let turns: Vec<Turn<'_>> = waiting.map(Table::turn).collect();
        if turns.is_empty() {
            return Ok(());
        }
        let began = Instant::now();
        let actions = ask(batched.as_mut(), &turns).map_err(|said| self.failed(agent, said))?;
        let each = began.elapsed() / actions.len() as u32;
        let waiting = self.tables.iter_mut().filter(|table| table.waits_for(duel, agent));
        for (table, action) in waiting.zip(actions) {
            table.answer = Some(action);
            if table.is_timed(duel) {
                let clocked = found.clocked.get_or_insert_default();
                clocked.agents[agent].push(each);
            }
        }
        Ok(())
    }

    /// The error of an agent that failed in a wave, at the first of its hands.
    fn failed(&self, agent: usize, said: String) -> ArenaError {
        let waiting = || self.tables.iter().filter(|table| table.waits_for(self.duel, agent));
        let first = waiting().next().expect("an agent is asked for a hand");
        let said = match waiting().count() {
            1 => said,
            asked => format!("{said}; asked for {asked} decisions at once, the first of them here"),
        };
        let seat = first.hand.seat();
        let deal = first.job.expect("a hand that waits").index;
        self.duel.failed(agent, deal, Failure { seat, said })
    }
}

impl<'a> Table<'a> {
    fn new(duel: &'a Duel<'a>, agents: &[Way<'_>; 2]) -> Result<Table<'a>, ArenaError> {
        let seats = Seating::instances(&duel.set);
        let players = |agent: usize| match &agents[agent] {
            Way::Waves(_) => Ok(Vec::new()),
            Way::Players(supply) => (0..seats[agent]).map(|_| supply.player()).collect::<Result<Vec<_>, _>>(),
        };
        Ok(Table {
            job: None,
            hand: duel.hand(),
            plays: Plays::default(),
            agents: [players(0)?, players(1)?],
            seeds: Vec::new(),
            answer: None,
        })
    }

    /// Prepares the table and its players for a hand of `deal`.
    fn start(&mut self, duel: &Duel<'_>, job: Job, deal: &Deal) {
        self.job = Some(job);
        self.hand.restart(deal);
        self.plays = Plays::default();
        let place = [job.index, job.number as u64];
        let seats = &duel.set[job.number].seats;
        self.seeds.clear();
        self.seeds.extend((0..seats.len()).map(|seat| duel.seat_seed(place, seat)));
        for (&(agent, instance), &seed) in seats.iter().zip(&self.seeds) {
            if let Some(player) = self.agents[agent].get_mut(instance) {
                player.start_hand(seed);
            }
        }
    }

    /// Plays until the hand waits; returns its outcome if it is over.
    fn play_on(
        &mut self,
        duel: &Duel<'_>,
        job: Job,
        stopwatch: &Stopwatch,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Option<Outcome>, ArenaError> {
        let ended = if duel.timed(job.index) {
            self.play::<true>(duel, job, stopwatch, found)
        } else {
            self.play::<false>(duel, job, stopwatch, found)
        };
        let Err(Foul { seat, kind }) = ended else {
            return Ok(Some(Outcome::new(duel.game, *self.hand.state(), None)));
        };
        let kind = match kind {
            FoulKind::NoAction(Pause::Waits) => return Ok(None),
            FoulKind::NoAction(Pause::Refuses(refusal)) => FoulKind::NoAction(refusal),
            FoulKind::IllegalAction(action) => FoulKind::IllegalAction(action),
        };
        let place = [job.index, job.number as u64];
        let outcome = duel.forfeited(place, Foul { seat, kind }, &self.hand, found, watch);
        outcome.map(Some)
    }

    fn play<const TIMED: bool>(
        &mut self,
        duel: &Duel<'_>,
        job: Job,
        stopwatch: &Stopwatch,
        found: &mut Totals,
    ) -> Result<(), Foul<Pause>> {
        let mut seats = Waiting::<TIMED> {
            seated: Seated {
                agents: self.agents.each_mut().map(Vec::as_mut_slice),
                play: &duel.set[job.number],
                stopwatch,
                found,
            },
            answer: self.answer.take(),
        };
        play_hand(&mut self.hand, &mut seats, &mut self.plays)
    }

    /// Whether its hand waits for an answer.
    fn waits(&self) -> bool {
        self.job.is_some() && self.answer.is_none()
    }

    /// Whether its hand waits for an answer of `agent`.
    fn waits_for(&self, duel: &Duel<'_>, agent: usize) -> bool {
        let job = self.job.filter(|_| self.waits());
        job.is_some_and(|job| duel.set[job.number].seats[self.hand.seat()].0 == agent)
    }

    /// Whether the pending decision is timed.
    fn is_timed(&self, duel: &Duel<'_>) -> bool {
        self.job.is_some_and(|job| duel.timed(job.index)) && self.hand.state().count_actions(duel.game) > 1
    }

    /// The pending decision.
    fn turn(&self) -> Turn<'_> {
        Turn { view: self.hand.view(), seed: self.seeds[self.hand.seat()], standing: None }
    }
}
