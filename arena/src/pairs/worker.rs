//! One worker's table: its own instances of both agents. Plays sets one hand after another.

use std::ops::Range;

use rand::seq::SliceRandom;
use spariglio_agents::{Hand, play_hand};

use super::duel::{Duel, PlayStretch};
use super::open::{Counter, OpenSet};
use super::seated::Seated;
use super::totals::Totals;
use crate::deals::seeds::order_rng;
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
    /// The sets in progress.
    open: Vec<OpenSet>,
    stopwatch: Stopwatch,
    counter: Counter<'a>,
}

impl PlayStretch for Worker<'_> {
    /// Plays set after set. If a program takes part, plays the first plays of all sets, then the second ones in another
    /// order, and so on.
    fn play_stretch(
        &mut self,
        deals: Range<u64>,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError> {
        if self.duel.has_program {
            return self.play_sets(deals, found, watch);
        }
        for deal in deals {
            self.play_sets(deal..deal + 1, found, watch)?;
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
            open: Vec::new(),
            stopwatch: Stopwatch::new(),
            counter: Counter::new(duel),
        })
    }

    fn play_sets(
        &mut self,
        deals: Range<u64>,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError> {
        let duel = self.duel;
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.extend(deals.map(|index| OpenSet::new(duel, index)));
        for before in 0..duel.plays() as usize {
            if before > 0 {
                self.shuffle(&mut open, before);
            }
            for set in &mut open {
                if duel.has_program && watch.stopped() {
                    return Ok(false);
                }
                self.play(duel.play_after(set.index, before), set, found, watch)?;
            }
        }
        open.sort_unstable_by_key(|set| set.index);
        self.counter.close(&open, found);
        self.open = open;
        Ok(true)
    }

    /// Shuffles the sets before their plays that come after `before` others, in an order that no program can know.
    fn shuffle(&self, open: &mut [OpenSet], before: usize) {
        let Some(first) = open.first().filter(|_| open.len() > 1) else {
            return;
        };
        let seed = self.duel.config.agents_seed();
        open.shuffle(&mut order_rng(seed, [first.index, before as u64]));
    }

    /// Plays the deal of `set` in the seating `number` and counts it.
    fn play(
        &mut self,
        number: usize,
        set: &mut OpenSet,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<(), ArenaError> {
        self.start(set.index, number);
        self.hand.restart(&set.deal);
        let place = [set.index, number as u64];
        let outcome = if self.duel.timed(set.index) {
            self.play_hand::<true>(place, found, watch)?
        } else {
            self.play_hand::<false>(place, found, watch)?
        };
        let played = (&self.hand, &self.plays, &outcome);
        self.counter.count(set, number, played, found, watch);
        Ok(())
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
