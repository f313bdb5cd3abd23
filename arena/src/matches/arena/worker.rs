//! One worker's players.

use spariglio_agents::{Foul, FoulKind, Player};

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
    /// Whether each agent has given an action here. From then on its offences forfeit matches.
    has_acted: [bool; 2],
}

impl<'a> Worker<'a> {
    pub fn new(duel: &'a Duel<'a>) -> Result<Worker<'a>, ArenaError> {
        let build = |agent: usize| {
            let spec = &duel.arena.entrants[duel.places[agent]].spec;
            Instances::new(spec, duel.arena.game, &duel.set, agent)
        };
        Ok(Worker { duel, agents: [build(0)?, build(1)?], has_acted: [false; 2] })
    }

    /// Plays the matches of one set, in turn from the one whose turn it is to be first.
    pub fn play_set(&mut self, number: u64, watch: &dyn Watch<Progress>) -> Result<Vec<PlayedMatch>, ArenaError> {
        let duel = self.duel;
        let first = Seating::first(duel.arena.game, &duel.set, number);
        let order = (0..duel.set.len()).map(|before| (first + before) % duel.set.len());
        order
            .map(|play| self.play_match([number, play as u64], &duel.set[play], watch))
            .collect()
    }

    fn play_match(
        &mut self,
        [number, play]: [u64; 2],
        seating: &Seating,
        watch: &dyn Watch<Progress>,
    ) -> Result<PlayedMatch, ArenaError> {
        let Worker { duel, agents, has_acted } = self;
        let arena = duel.arena;
        let fixture = Fixture {
            secret: arena.config.secret,
            ..Fixture::new(arena.game, duel.deals_seed(), number).playing(play)
        };
        let seats = seated(agents.each_mut().map(|agent| agent.of(play as usize)), seating);
        let mut table = Table::new(arena.game, seats, arena.config.partners_open).with_equity(arena.equity.clone());
        let played = play_match(&mut table, &fixture, |_, hand| {
            for &(seat, _) in &hand.turns {
                has_acted[seating.seats[seat].0] = true;
            }
        });
        let failed = |FailedHand { hand, failure }| {
            let (agent, _) = seating.seats[failure.seat];
            duel.foul(agent, failure.to_string(), [number, hand as u64], failure.seat)
        };
        let result = played.map_err(failed)?;
        if let Err(foul) = &result.end {
            let (agent, _) = seating.seats[foul.seat];
            let hand = result.state.hands as u64;
            self.check(foul, agent, [number, hand])?;
            let what = foul.kind.text(arena.game);
            let what = format!("match {number}, hand {hand}, seat {}: {what}", foul.seat);
            self.duel.note(agent, number, what, watch);
        }
        Ok(PlayedMatch::new(arena.game, seating, fixture.first_dealer, &result))
    }

    /// Fails if the foul does not forfeit the match. That is an illegal action of an agent that is no program, or an
    /// offence of a program before its first action, more likely a wrong command than a bad player.
    fn check(&self, foul: &Foul, agent: usize, [number, hand]: [u64; 2]) -> Result<(), ArenaError> {
        let arena = self.duel.arena;
        if matches!(foul.kind, FoulKind::NoAction(_)) && self.has_acted[agent] {
            return Ok(());
        }
        let problem = foul.kind.text(arena.game);
        Err(self.duel.foul(agent, problem, [number, hand], foul.seat))
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
