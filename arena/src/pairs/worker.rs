//! One worker's table: its own instances of both agents. Plays sets one hand after another.

use std::ops::Range;

use spariglio_agents::{Hand, play_hand};

use super::duel::{Duel, PlayStretch};
use super::figures::Hands;
use super::open::{CountedHand, Counter, OpenSet};
use super::place::PlayPlace;
use super::seated::Seated;
use super::tally::PairTally;
use super::totals::Totals;
use crate::error::ArenaError;
use crate::pairs::behaviour::Plays;
use crate::pairs::instances::Instances;
use crate::pairs::outcome::Outcome;
use crate::pairs::timing::Stopwatch;
use crate::watch::{Progress, Watch};

/// Two agents, one instance per seat, and the state of a hand.
pub(super) struct Worker<'a> {
    duel: &'a Duel<'a, Hands>,
    agents: [Instances; 2],
    /// The hand in progress.
    pub hand: Hand<'a>,
    plays: Plays,
    stopwatch: Stopwatch,
    counter: Counter<'a>,
}

impl PlayStretch<PairTally> for Worker<'_> {
    fn play_stretch(
        &mut self,
        deals: Range<u64>,
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError> {
        let duel = self.duel;
        for deal in deals {
            let mut set = OpenSet::new(duel, deal);
            for play in duel.plays_of(deal) {
                let place = PlayPlace { deal, play };
                self.start(place);
                self.hand.restart(&set.deal);
                let outcome = if duel.timed(deal) {
                    self.play_hand::<true>(place, sums, watch)
                } else {
                    self.play_hand::<false>(place, sums, watch)
                };
                self.count(&mut set, play, &outcome?, sums, watch);
            }
            sums.tally.push(deal, &set.count);
        }
        Ok(true)
    }
}

impl<'a> Worker<'a> {
    pub fn new(duel: &'a Duel<'a, Hands>) -> Result<Worker<'a>, ArenaError> {
        Ok(Worker {
            duel,
            agents: [duel.instances(0)?, duel.instances(1)?],
            hand: duel.hand(),
            plays: Plays::default(),
            stopwatch: Stopwatch::new(),
            counter: Counter::new(duel),
        })
    }

    /// Counts the hand played last, play `number` of `set`.
    fn count(
        &mut self,
        set: &mut OpenSet,
        number: usize,
        outcome: &Outcome,
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) {
        let mut thoughts = Vec::new();
        if self.duel.has_program {
            for (agent, tally) in self.agents.iter_mut().zip(&mut sums.tally.agents) {
                for player in agent.of(number).iter_mut() {
                    tally.usage.merge(&player.take_usage());
                    thoughts.extend(player.take_thoughts());
                }
            }
        }
        let played = CountedHand { hand: &self.hand, plays: &self.plays, outcome, thoughts: &thoughts };
        self.counter.count(set, number, played, sums, watch);
    }

    /// Prepares the agents for a play.
    pub fn start(&mut self, place: PlayPlace) {
        let duel = self.duel;
        for (seat, &(agent, instance)) in duel.set[place.play].seats.iter().enumerate() {
            self.agents[agent].of(place.play)[instance].start_hand(duel.seat_seed(place, seat));
        }
    }

    /// Plays the restarted hand to its end or to an offence; `plays` then holds it.
    pub fn play_hand<const TIMED: bool>(
        &mut self,
        place: PlayPlace,
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Outcome, ArenaError> {
        let duel = self.duel;
        self.plays = Plays::default();
        let mut seats = Seated::<TIMED> {
            agents: self.agents.each_mut().map(|agent| agent.of(place.play)),
            play: &duel.set[place.play],
            stopwatch: &self.stopwatch,
            sums,
        };
        match play_hand(&mut self.hand, &mut seats, &mut self.plays) {
            Ok(()) => Ok(Outcome::new(duel.game, *self.hand.state(), None)),
            Err(foul) => duel.forfeited(place, foul, &self.hand, sums, watch),
        }
    }
}
