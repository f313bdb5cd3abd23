//! One worker's players.

use spariglio_agents::{Foul, FoulKind, Player};

use super::totals::MatchTotals;
use super::{Duel, PlayedMatch};
use crate::deals::seating::Seating;
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

    /// Plays the matches of one set and adds them to `found`.
    pub fn play_set(
        &mut self,
        number: u64,
        found: &mut MatchTotals,
        watch: &dyn Watch<Progress, MatchTotals>,
    ) -> Result<(), ArenaError> {
        let duel = self.duel;
        let plays = duel.set.iter().enumerate();
        let set = plays
            .map(|(play, seating)| self.play_match([number, play as u64], seating, found, watch))
            .collect::<Result<Vec<PlayedMatch>, ArenaError>>()?;
        found.tally.push(&set);
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
            ..Fixture::new(arena.game, arena.config.seed, number).playing(play)
        };
        let seats = seated(agents.each_mut().map(|agent| agent.of(play as usize)), seating);
        let mut table = Table::new(arena.game, seats, arena.config.partners_open).with_equity(arena.equity.clone());
        let played = play_match(&mut table, &fixture, |_, hand| {
            for &(seat, _) in &hand.turns {
                found.acted[seating.seats[seat].0] = true;
            }
        });
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
        let problem = foul.kind.text(duel.arena.game);
        let [number, hand] = place;
        let what = format!("match {number}, hand {hand}, seat {}: {problem}", foul.seat);
        let error = duel.foul(agent, problem, place, foul.seat);
        if !matches!(foul.kind, FoulKind::NoAction(_)) {
            return Err(error);
        }
        duel.told
            .tell(agent, &duel.arena.entrants[duel.places[agent]].spec.to_string(), &what, watch);
        found.first_offence[agent].get_or_insert(what);
        if !found.acted[agent] && found.unacted.is_none() {
            found.unacted = Some((agent, error));
        }
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
