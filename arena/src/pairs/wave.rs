//! A worker with many hands in flight: an agent that decides in waves answers all waiting hands at once.
//!
//! A hand is the same as when hands are played one after another. If an agent does not decide in waves, it has its own
//! players in each hand or is memoryless.

use std::ops::Range;
use std::time::Instant;

use spariglio_agents::custom::ask;
use spariglio_agents::table::{Failure, Foul, FoulKind};
use spariglio_agents::{BatchAgent, Hand, Player, Turn, play_hand};
use spariglio_engine::{Action, Deal};

use super::duel::{Duel, PlayStretch};
use super::figures::Hands;
use super::open::{CountedHand, Counter, OpenSet};
use super::place::PlayPlace;
use super::seated::{Pause, Seated, Waiting};
use super::supply::Supply;
use super::tally::PairTally;
use super::totals::Totals;
use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::pairs::behaviour::Plays;
use crate::pairs::outcome::Outcome;
use crate::pairs::timing::Stopwatch;
use crate::watch::{Progress, Watch};

/// The tables of one worker, and the agents that decide in waves.
pub(super) struct Wave<'a> {
    duel: &'a Duel<'a, Hands>,
    agents: [Way<'a>; 2],
    /// As many tables as hands were ever in flight.
    tables: Vec<WaveTable<'a>>,
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
struct WaveTable<'a> {
    /// The play; `None` if the table is free.
    job: Option<OpenPlay>,
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
struct OpenPlay {
    /// The index of its set among those in progress.
    set: usize,
    place: PlayPlace,
}

impl PlayStretch<PairTally> for Wave<'_> {
    fn play_stretch(
        &mut self,
        deals: Range<u64>,
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError> {
        let duel = self.duel;
        let mut open: Vec<OpenSet> = deals.map(|index| OpenSet::new(duel, index)).collect();
        let jobs = jobs(duel, &open);
        while self.tables.len() < self.width.min(jobs.len()) {
            self.tables.push(WaveTable::new(duel, &self.agents)?);
        }
        let mut jobs = jobs.into_iter();
        self.play_on(&mut jobs, &mut open, sums, watch)?;
        while self.tables.iter().any(|table| table.job.is_some()) {
            if watch.stopped() {
                return Ok(false);
            }
            for agent in 0..2 {
                self.ask(agent, sums)?;
                self.play_on(&mut jobs, &mut open, sums, watch)?;
            }
        }
        open.iter().for_each(|set| sums.tally.push(set.index, &set.count));
        Ok(true)
    }
}

/// All plays of `sets`, in the order of their starts.
fn jobs(duel: &Duel<'_, Hands>, sets: &[OpenSet]) -> Vec<OpenPlay> {
    let plays = |(set, open): (usize, &OpenSet)| {
        let deal = open.index;
        duel.plays_of(deal)
            .map(move |play| OpenPlay { set, place: PlayPlace { deal, play } })
    };
    sets.iter().enumerate().flat_map(plays).collect()
}

impl<'a> Wave<'a> {
    /// A worker with at most `width` hands in flight.
    pub fn new(duel: &'a Duel<'a, Hands>, width: usize) -> Result<Wave<'a>, ArenaError> {
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
        jobs: &mut impl Iterator<Item = OpenPlay>,
        open: &mut [OpenSet],
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<(), ArenaError> {
        for table in self.tables.iter_mut().filter(|table| !table.waits()) {
            while let Some(job) = table.job.or_else(|| jobs.next()) {
                if table.job.is_none() {
                    table.start(self.duel, job, &open[job.set].deal);
                }
                let Some(outcome) = table.play_on(self.duel, job, &self.stopwatch, sums, watch)? else {
                    break;
                };
                let played = CountedHand { hand: &table.hand, plays: &table.plays, outcome: &outcome, thoughts: &[] };
                self.counter.count(&mut open[job.set], job.place.play, played, sums, watch);
                table.job = None;
            }
        }
        Ok(())
    }

    /// Asks an agent for its decisions in all hands that wait for it, if it decides in waves.
    fn ask(&mut self, agent: usize, sums: &mut Totals) -> Result<(), ArenaError> {
        let duel = self.duel;
        let Way::Waves(batched) = &mut self.agents[agent] else {
            return Ok(());
        };
        let waiting = self.tables.iter().filter(|table| table.waits_for(duel, agent));
        let turns: Vec<Turn<'_>> = waiting.map(WaveTable::turn).collect();
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
                let clocked = sums.clocked.get_or_insert_default();
                clocked.agents[agent].push(each);
            }
        }
        Ok(())
    }

    /// The error of an agent that failed in a wave, at the first of its hands.
    fn failed(&self, agent: usize, message: String) -> ArenaError {
        let waiting = || self.tables.iter().filter(|table| table.waits_for(self.duel, agent));
        let first = waiting().next().expect("an agent is asked for a hand");
        let words = match waiting().count() {
            1 => message,
            count => format!("{message}; asked for {count} decisions at once, the first of them here"),
        };
        let seat = first.hand.seat();
        let deal = first.job.expect("a hand that waits").place.deal;
        self.duel.failed(agent, deal, Failure { seat, said: words })
    }
}

impl<'a> WaveTable<'a> {
    fn new(duel: &'a Duel<'a, Hands>, agents: &[Way<'_>; 2]) -> Result<WaveTable<'a>, ArenaError> {
        let seats = Seating::instances(&duel.set);
        let players = |agent: usize| match &agents[agent] {
            Way::Waves(_) => Ok(Vec::new()),
            Way::Players(supply) => (0..seats[agent]).map(|_| supply.player()).collect::<Result<Vec<_>, _>>(),
        };
        Ok(WaveTable {
            job: None,
            hand: duel.hand(),
            plays: Plays::default(),
            agents: [players(0)?, players(1)?],
            seeds: Vec::new(),
            answer: None,
        })
    }

    /// Prepares the table and its players for a hand of `deal`.
    fn start(&mut self, duel: &Duel<'_, Hands>, job: OpenPlay, deal: &Deal) {
        self.job = Some(job);
        self.hand.restart(deal);
        self.plays = Plays::default();
        let place = job.place;
        let seats = &duel.set[place.play].seats;
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
        duel: &Duel<'_, Hands>,
        job: OpenPlay,
        stopwatch: &Stopwatch,
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Option<Outcome>, ArenaError> {
        let ended = if duel.timed(job.place.deal) {
            self.play::<true>(duel, job, stopwatch, sums)
        } else {
            self.play::<false>(duel, job, stopwatch, sums)
        };
        let Err(Foul { seat, kind }) = ended else {
            return Ok(Some(Outcome::new(duel.game, *self.hand.state(), None)));
        };
        let kind = match kind {
            FoulKind::NoAction(Pause::Waits) => return Ok(None),
            FoulKind::NoAction(Pause::Refuses(refusal)) => FoulKind::NoAction(refusal),
            FoulKind::IllegalAction(action) => FoulKind::IllegalAction(action),
        };
        let outcome = duel.forfeited(job.place, Foul { seat, kind }, &self.hand, sums, watch);
        outcome.map(Some)
    }

    fn play<const TIMED: bool>(
        &mut self,
        duel: &Duel<'_, Hands>,
        job: OpenPlay,
        stopwatch: &Stopwatch,
        sums: &mut Totals,
    ) -> Result<(), Foul<Pause>> {
        let mut seats = Waiting::<TIMED> {
            seated: Seated {
                agents: self.agents.each_mut().map(Vec::as_mut_slice),
                play: &duel.set[job.place.play],
                stopwatch,
                sums,
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
    fn waits_for(&self, duel: &Duel<'_, Hands>, agent: usize) -> bool {
        let job = self.job.filter(|_| self.waits());
        job.is_some_and(|job| duel.set[job.place.play].seats[self.hand.seat()].0 == agent)
    }

    /// Whether the pending decision is timed.
    fn is_timed(&self, duel: &Duel<'_, Hands>) -> bool {
        self.job.is_some_and(|job| duel.timed(job.place.deal)) && self.hand.state().count_actions(duel.game) > 1
    }

    /// The pending decision.
    fn turn(&self) -> Turn<'_> {
        Turn { view: self.hand.view(), seed: self.seeds[self.hand.seat()], standing: None }
    }
}
