//! One worker's table: its own instances of both agents. Plays sets one hand after another.

use std::ops::Range;

use spariglio_agents::{Hand, play_hand};
use spariglio_engine::Deal;

use super::duel::{Duel, PlayStretch};
use super::open::{Counter, OpenSet};
use super::seated::Seated;
use super::totals::Totals;
use crate::error::ArenaError;
use crate::pairs::behaviour::Plays;
use crate::pairs::instances::Instances;
use crate::pairs::outcome::Outcome;
use crate::pairs::timing::Stopwatch;
use crate::watch::{Progress, Watch};

/// Two agents, one instance per seat, and the state of a hand.
pub(super) struct Worker<'a> {
    duel: &'a Duel<'a>,
    agents: [Instances; 2],
    /// The hand in progress.
    pub hand: Hand<'a>,
    plays: Plays,
    stopwatch: Stopwatch,
    counter: Counter<'a>,
}

impl PlayStretch for Worker<'_> {
    fn play_stretch(
        &mut self,
        deals: Range<u64>,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError> {
        let duel = self.duel;
        for index in deals {
            let mut set = OpenSet::new(duel, index);
            for number in (0..duel.set.len()).filter(|&number| duel.is_played(index, number)) {
                let outcome = self.play((index, &set.deal), number, found, watch)?;
                self.count((&mut set, number), &outcome, found, watch);
            }
            duel.close(&[set], found);
        }
        Ok(true)
    }
}

impl<'a> Worker<'a> {
    pub fn new(duel: &'a Duel<'a>) -> Result<Worker<'a>, ArenaError> {
        let build = |agent: usize| Instances::new(duel.agents[agent], duel.game, &duel.set, agent);
        Ok(Worker {
            duel,
            agents: [build(0)?, build(1)?],
            hand: duel.hand(),
            plays: Plays::default(),
            stopwatch: Stopwatch::new(),
            counter: Counter::new(duel),
        })
    }

    /// Plays deal `index` in the seating `number`.
    pub fn play(
        &mut self,
        (index, deal): (u64, &Deal),
        number: usize,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Outcome, ArenaError> {
        self.start(index, number);
        self.hand.restart(deal);
        let place = [index, number as u64];
        if self.duel.timed(index) {
            self.play_hand::<true>(place, found, watch)
        } else {
            self.play_hand::<false>(place, found, watch)
        }
    }

    /// Counts the hand played last, play `number` of `set`.
    pub fn count(
        &mut self,
        (set, number): (&mut OpenSet, usize),
        outcome: &Outcome,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) {
        let mut thoughts = Vec::new();
        if self.duel.has_program {
            for (agent, tally) in self.agents.iter_mut().zip(&mut found.tally.agents) {
                for player in agent.of(number).iter_mut() {
                    tally.usage.merge(&player.take_usage());
                    thoughts.extend(player.take_thoughts());
                }
            }
        }
        let played = (&self.hand, &self.plays, outcome, &thoughts[..]);
        self.counter.count(set, number, played, found, watch);
    }

    /// Prepares the agents for the play `number` of a deal.
    pub fn start(&mut self, index: u64, number: usize) {
        let duel = self.duel;
        for (seat, &(agent, instance)) in duel.set[number].seats.iter().enumerate() {
            let seed = duel.seat_seed([index, number as u64], seat);
            self.agents[agent].of(number)[instance].start_hand(seed);
        }
    }

    /// Plays the restarted hand, play `number` of deal `index`, to its end or to an offence; `plays` then holds it.
    pub fn play_hand<const TIMED: bool>(
        &mut self,
        [index, number]: [u64; 2],
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Outcome, ArenaError> {
        let duel = self.duel;
        self.plays = Plays::default();
        let mut seats = Seated::<TIMED> {
            agents: self.agents.each_mut().map(|agent| agent.of(number as usize)),
            play: &duel.set[number as usize],
            stopwatch: &self.stopwatch,
            found,
        };
        match play_hand(&mut self.hand, &mut seats, &mut self.plays) {
            Ok(()) => Ok(Outcome::new(duel.game, *self.hand.state(), None)),
            Err(foul) => duel.forfeited([index, number], foul, &self.hand, found, watch),
        }
    }
}
