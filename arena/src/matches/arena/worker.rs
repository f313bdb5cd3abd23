//! One worker's players.

use std::ops::Range;

use spariglio_agents::Player;
use spariglio_agents::table::{Foul, FoulKind};

use super::Matches;
use super::tally::{MatchTally, PlayedMatch};
use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::matches::{FailedHand, Table, play_match};
use crate::pairs::duel::{Duel, PlayStretch};
use crate::pairs::instances::Instances;
use crate::pairs::totals::Totals;
use crate::watch::{Progress, Watch};
use spariglio_agents::draws::Fixture;

/// Instances of both agents, one per seat.
pub(super) struct MatchWorker<'a> {
    duel: &'a Duel<'a, Matches>,
    agents: [Instances; 2],
}

/// A hand of a match of a set.
#[derive(Copy, Clone)]
struct Place {
    /// The number of the set.
    set: u64,
    /// The hand of the match, from 0.
    hand: usize,
}

impl PlayStretch<MatchTally> for MatchWorker<'_> {
    fn play_stretch(
        &mut self,
        sets: Range<u64>,
        sums: &mut Totals<MatchTally>,
        watch: &dyn Watch<Progress, Totals<MatchTally>>,
    ) -> Result<bool, ArenaError> {
        for number in sets {
            let plays = self.duel.plays_of(number);
            let matches = plays
                .map(|play| self.play_match(number, play, sums, watch))
                .collect::<Result<Vec<PlayedMatch>, ArenaError>>()?;
            sums.tally.push(&matches);
        }
        Ok(true)
    }
}

impl<'a> MatchWorker<'a> {
    pub fn new(duel: &'a Duel<'a, Matches>) -> Result<MatchWorker<'a>, ArenaError> {
        Ok(MatchWorker { duel, agents: [duel.instances(0)?, duel.instances(1)?] })
    }

    /// Plays the match `play` of set `number`.
    fn play_match(
        &mut self,
        number: u64,
        play: usize,
        sums: &mut Totals<MatchTally>,
        watch: &dyn Watch<Progress, Totals<MatchTally>>,
    ) -> Result<PlayedMatch, ArenaError> {
        let MatchWorker { duel, agents } = self;
        let seating = &duel.set[play];
        let fixture = Fixture {
            secret: duel.config.secret,
            ..Fixture::new(duel.game, duel.config.deals_seed(), number).playing(play as u64)
        };
        let seats = seated(agents.each_mut().map(|agent| agent.of(play)), seating);
        let mut table = Table::new(duel.game, seats, duel.config.partners_open);
        let failed = |FailedHand { hand, failure }| {
            let (agent, _) = seating.seats[failure.seat];
            duel.foul(agent, failure.to_string(), Place { set: number, hand }, failure.seat)
        };
        let result = play_match(&mut table, &fixture, |_, _| ()).map_err(failed)?;
        if let Err(foul) = &result.end {
            let place = Place { set: number, hand: result.state.hands };
            duel.note(foul, place, seating, sums, watch)?;
        }
        Ok(PlayedMatch::new(duel.game, seating, fixture.first_dealer, &result))
    }
}

impl Duel<'_, Matches> {
    /// The error of an agent in a hand.
    fn foul(&self, agent: usize, problem: String, Place { set, hand }: Place, seat: usize) -> ArenaError {
        ArenaError::Foul {
            agent: self.agents[agent].to_string(),
            problem,
            id: set.to_string(),
            seed: self.config.seed,
            hand: hand as u64,
            seat,
        }
    }

    /// Records an offence in `sums` and reports it.
    ///
    /// # Errors
    /// Fails if the foul does not forfeit the match: an illegal action of an agent that is no program.
    fn note(
        &self,
        foul: &Foul,
        place: Place,
        seating: &Seating,
        sums: &mut Totals<MatchTally>,
        watch: &dyn Watch<Progress, Totals<MatchTally>>,
    ) -> Result<(), ArenaError> {
        let (agent, _) = seating.seats[foul.seat];
        let problem = foul.kind.text(self.game);
        if let FoulKind::IllegalAction(_) = foul.kind {
            return Err(self.foul(agent, problem, place, foul.seat));
        }
        let sentence = format!("match {}, hand {}, seat {}: {problem}", place.set, place.hand, foul.seat);
        self.offence(agent, sentence, sums, watch);
        Ok(())
    }
}

/// The player of every seat.
fn seated<'p>(agents: [&'p mut [Player]; 2], seating: &Seating) -> Vec<&'p mut Player> {
    let mut free = agents.map(|players| players.iter_mut().map(Some).collect::<Vec<_>>());
    let seats = seating.seats.iter();
    seats
        .map(|&(agent, instance)| free[agent][instance].take().expect("an instance a seat"))
        .collect()
}
