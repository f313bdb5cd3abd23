//! One worker's players.

use spariglio_agents::{Foul, FoulKind, Player};

use super::totals::MatchTotals;
use super::{Duel, PlayedMatch};
use crate::deals::seating::Seating;
use crate::deals::seeds::match_set_seed;
use crate::error::ArenaError;
use crate::matches::{FailedHand, Fixture, Table, play_match};
use crate::pairs::instances::Instances;
use crate::watch::{Progress, Watch};

/// Instances of both agents, one per seat.
pub(super) struct Worker<'a> {
    duel: &'a Duel<'a>,
    agents: [Instances; 2],
}

impl<'a> Worker<'a> {
    pub fn new(duel: &'a Duel<'a>) -> Result<Worker<'a>, ArenaError> {
        let build = |agent: usize| {
            let spec = &duel.arena.entrants[duel.places[agent]].spec;
            Instances::new(spec, duel.arena.game, &duel.set, agent)
        };
        Ok(Worker { duel, agents: [build(0)?, build(1)?] })
    }

    /// Plays the matches of one set, in turn from the one whose turn it is to be first, and adds them to `found`.
    pub fn play_set(
        &mut self,
        number: u64,
        found: &mut MatchTotals,
        watch: &dyn Watch<Progress, MatchTotals>,
    ) -> Result<(), ArenaError> {
        let duel = self.duel;
        let first = Seating::first(duel.arena.game, &duel.set, number);
        let order = (0..duel.set.len()).map(|before| (first + before) % duel.set.len());
        let set = order
            .map(|play| self.play_match([number, play as u64], &duel.set[play], found, watch))
            .collect::<Result<Vec<PlayedMatch>, ArenaError>>()?;
        found.tally.push(match_set_seed(duel.deals_seed, number), &set);
        Ok(())
    }

    fn play_match(
        &mut self,
        [number, play]: [u64; 2],
        seating: &Seating,
        found: &mut MatchTotals,
        watch: &dyn Watch<Progress, MatchTotals>,
    ) -> Result<PlayedMatch, ArenaError> {
        let Worker { duel, agents } = self;
        let arena = duel.arena;
        let fixture = Fixture {
            secret: arena.config.secret,
            ..Fixture::new(arena.game, duel.deals_seed, number).playing(play)
        };
        let seats = seated(agents.each_mut().map(|agent| agent.of(play as usize)), seating);
        let mut table = Table::new(arena.game, seats, arena.config.partners_open);
        let played = play_match(&mut table, &fixture, |_, _| ());
        let failed = |FailedHand { hand, failure }| {
            let (agent, _) = seating.seats[failure.seat];
            duel.foul(agent, failure.to_string(), [number, hand as u64], failure.seat)
        };
        let result = played.map_err(failed)?;
        if let Err(foul) = &result.end {
            let (agent, _) = seating.seats[foul.seat];
            self.note(foul, agent, [number, result.state.hands as u64], found, watch)?;
        }
        Ok(PlayedMatch::new(arena.game, seating, fixture.first_dealer, &result))
    }

    /// Records an offence of `agent` in `found` and reports it.
    ///
    /// # Errors
    /// Fails if the foul does not forfeit the match: an illegal action of an agent that is no program.
    fn note(
        &self,
        foul: &Foul,
        agent: usize,
        place: [u64; 2],
        found: &mut MatchTotals,
        watch: &dyn Watch<Progress, MatchTotals>,
    ) -> Result<(), ArenaError> {
        let duel = self.duel;
        let what = foul.kind.text(duel.arena.game);
        if let FoulKind::IllegalAction(_) = foul.kind {
            return Err(duel.foul(agent, what, place, foul.seat));
        }
        let [number, hand] = place;
        let what = format!("match {number}, hand {hand}, seat {}: {what}", foul.seat);
        duel.told
            .tell(agent, &duel.arena.entrants[duel.places[agent]].spec.to_string(), &what, watch);
        found.first_offence[agent].get_or_insert(what);
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
