//! One worker's table: its own instances of both agents, and how a deal's set is played on it.

use spariglio_agents::solver::Solver;
use spariglio_agents::{FoulKind, Hand, Offence, Player, Seats, play_hand};
use spariglio_engine::Action;

use super::Duel;
use super::totals::{Totals, Unacted};
use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::pairs::behaviour::{ENDGAME_CARDS, ENDGAME_DEALS, Plays};
use crate::pairs::entrant::players;
use crate::pairs::outcome::Outcome;
use crate::pairs::tally::SetCount;
use crate::pairs::timing::Stopwatch;

/// Two agents, an instance a seat, and what a hand needs.
pub(super) struct Worker<'a> {
    duel: &'a Duel<'a>,
    agents: [Vec<Player>; 2],
    /// The hand in progress.
    pub hand: Hand<'a>,
    plays: Plays,
    stopwatch: Stopwatch,
    /// For endgames; none where the game is not one of two sides.
    solver: Option<Solver>,
}

impl<'a> Worker<'a> {
    pub fn new(duel: &'a Duel<'a>) -> Result<Worker<'a>, ArenaError> {
        let instances = Seating::instances(&duel.set);
        let build = |agent: usize| players(duel.agents[agent], duel.game, instances[agent]);
        Ok(Worker {
            duel,
            agents: [build(0)?, build(1)?],
            hand: Hand::new(duel.game, &duel.deal(duel.deals.start), duel.config.partners_open),
            plays: Plays::default(),
            stopwatch: Stopwatch::new(),
            solver: Solver::new(duel.game).ok(),
        })
    }

    /// Plays the set of one deal and adds it to `found`.
    pub fn play_set(&mut self, index: u64, found: &mut Totals) -> Result<(), ArenaError> {
        let duel = self.duel;
        let deal = duel.deal(index);
        let first_side = duel.game.side((deal.dealer() + 1) % duel.game.players());
        let dealer_side = duel.game.side(deal.dealer());
        let mut count = SetCount::default();
        for (number, play) in duel.set.iter().enumerate() {
            self.start(index, number, play);
            self.hand.restart(&deal);
            let hand = if duel.timed(index) {
                self.play_hand::<true>(index, play, found)?
            } else {
                self.play_hand::<false>(index, play, found)?
            };
            found.tally.push_hand(duel.game, play, &hand, &self.plays);
            count.push(play, &hand, first_side, dealer_side);
            if index < ENDGAME_DEALS && hand.forfeit.is_none() && !duel.is_tuning() {
                self.solve_endgame(play, found);
            }
        }
        if duel.record {
            found.series.push(count.margin());
        }
        found.tally.push(index, &count);
        Ok(())
    }

    /// Prepares the agents of a play.
    pub fn start(&mut self, index: u64, number: usize, play: &Seating) {
        for (seat, &(agent, instance)) in play.seats.iter().enumerate() {
            let place = [index, number as u64, seat as u64];
            let seed = self.duel.source.seat_seed(self.duel.config.seed, place);
            self.agents[agent][instance].start_hand(seed);
        }
    }

    /// Plays the hand that was restarted to its end, or to an offence; `plays` then holds it.
    pub fn play_hand<const TIMED: bool>(
        &mut self,
        index: u64,
        play: &Seating,
        found: &mut Totals,
    ) -> Result<Outcome, ArenaError> {
        let game = self.duel.game;
        self.plays = Plays::default();
        let mut seats = Seated::<TIMED> {
            agents: &mut self.agents,
            play,
            stopwatch: &self.stopwatch,
            found,
        };
        let Err(foul) = play_hand(&mut self.hand, &mut seats, &mut self.plays) else {
            return Ok(Outcome::new(game, *self.hand.state(), None));
        };
        let (agent, _) = play.seats[foul.seat];
        let source = match foul.kind {
            FoulKind::NoAction(offence) => offence,
            FoulKind::IllegalAction(action) => {
                return Err(ArenaError::IllegalAction {
                    agent: self.duel.agents[agent].to_string(),
                    action: action.text(game.deck()),
                    deal: index,
                    seed: self.duel.config.seed,
                    seat: foul.seat,
                });
            }
        };
        if !found.acted[agent] && found.unacted.is_none() {
            found.unacted = Some(self.unacted(agent, source, index, foul.seat));
        }
        Ok(Outcome::new(game, *self.hand.state(), Some(game.side(foul.seat))))
    }

    fn unacted(&self, agent: usize, source: Offence, deal: u64, seat: usize) -> Unacted {
        Unacted {
            agent,
            specification: self.duel.agents[agent].to_string(),
            source,
            deal,
            seed: self.duel.config.seed,
            seat,
        }
    }

    /// The points that the last plays of the hand lost, against the exact best.
    fn solve_endgame(&mut self, play: &Seating, found: &mut Totals) {
        let Some(solver) = &mut self.solver else { return };
        let (deal, history) = (self.hand.deal(), self.hand.history());
        for decision in solver.endgame_decisions(self.duel.game, deal, history, ENDGAME_CARDS) {
            let (agent, _) = play.seats[decision.seat];
            found.tally.agents[agent].behaviour.push_endgame(&decision);
        }
    }
}

/// The agents as they sit in one play; their decisions are clocked where `TIMED` says so.
struct Seated<'w, const TIMED: bool> {
    agents: &'w mut [Vec<Player>; 2],
    play: &'w Seating,
    stopwatch: &'w Stopwatch,
    found: &'w mut Totals,
}

impl<const TIMED: bool> Seats for Seated<'_, TIMED> {
    type Refusal = Offence;

    #[inline]
    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Offence> {
        let (agent, instance) = self.play.seats[hand.seat()];
        let player = &mut self.agents[agent][instance];
        let action = if TIMED && hand.state().count_actions(hand.game()) > 1 {
            let (action, time) = self.stopwatch.act(player, hand)?;
            let clocked = self.found.clocked.get_or_insert_default();
            clocked.agents[agent].push(time);
            action
        } else {
            player.act(hand)?
        };
        self.found.acted[agent] = true;
        Ok(action)
    }

    fn end_hand(&mut self, hand: &Hand<'_>) {
        for &(agent, instance) in &self.play.seats {
            self.agents[agent][instance].end_hand(hand);
        }
    }
}
