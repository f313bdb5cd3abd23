//! One worker's table: its own instances of both agents, and how sets are played on it.

use std::ops::Range;

use rand::seq::SliceRandom;
use spariglio_agents::solver::Solver;
use spariglio_agents::{FoulKind, Hand, Offence, Player, Seats, play_hand};
use spariglio_engine::{Action, Deal};

use super::Duel;
use super::totals::{Totals, Unacted};
use crate::deals::seating::Seating;
use crate::deals::seeds::order_rng;
use crate::error::ArenaError;
use crate::pairs::behaviour::{ENDGAME_CARDS, ENDGAME_DEALS, Plays};
use crate::pairs::instances::Instances;
use crate::pairs::outcome::Outcome;
use crate::pairs::tally::SetCount;
use crate::pairs::timing::Stopwatch;
use crate::watch::{Progress, Watch};

/// Two agents, an instance per seat, and what a hand needs.
pub(super) struct Worker<'a> {
    duel: &'a Duel<'a>,
    agents: [Instances; 2],
    /// The hand in progress.
    pub hand: Hand<'a>,
    plays: Plays,
    /// The sets in progress.
    open: Vec<OpenSet>,
    stopwatch: Stopwatch,
    /// For endgames; none where the game is not one of two sides.
    solver: Option<Solver>,
}

/// The set of a deal, until all its plays are counted.
struct OpenSet {
    index: u64,
    deal: Deal,
    count: SetCount,
}

impl<'a> Worker<'a> {
    pub fn new(duel: &'a Duel<'a>) -> Result<Worker<'a>, ArenaError> {
        let build = |agent: usize| Instances::new(duel.agents[agent], duel.game, &duel.set, agent);
        Ok(Worker {
            duel,
            agents: [build(0)?, build(1)?],
            hand: Hand::new(duel.game, &duel.deal(duel.deals.start), duel.config.partners_open),
            plays: Plays::default(),
            open: Vec::new(),
            stopwatch: Stopwatch::new(),
            solver: Solver::new(duel.game).ok(),
        })
    }

    /// Plays the sets of `deals` and adds them to `found`; says no, and adds nothing, where `watch` ended it before.
    ///
    /// Set after set; where a program takes part, first the first plays of all sets, then in another order the second ones.
    pub fn play_stretch(
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

    fn play_sets(
        &mut self,
        deals: Range<u64>,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<bool, ArenaError> {
        let duel = self.duel;
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.extend(deals.map(|index| OpenSet {
            index,
            deal: duel.deal(index),
            count: SetCount::default(),
        }));
        for number in 0..duel.set.len() {
            if number > 0 {
                self.shuffle(&mut open, number);
            }
            for set in open.iter_mut().filter(|set| duel.is_played(set.index, number)) {
                if duel.has_program && watch.stopped() {
                    return Ok(false);
                }
                self.play(number, set, found, watch)?;
            }
        }
        open.sort_unstable_by_key(|set| set.index);
        for set in &open {
            if duel.is_tuning() {
                found.series.push(set.count.margin());
            }
            found.tally.push(set.index, &set.count);
        }
        self.open = open;
        Ok(true)
    }

    /// Another order for the plays `number`, which no program can know.
    fn shuffle(&self, open: &mut [OpenSet], number: usize) {
        let Some(first) = open.first().filter(|_| open.len() > 1) else {
            return;
        };
        let seed = self.duel.config.agents_seed();
        open.shuffle(&mut order_rng(seed, [first.index, number as u64]));
    }

    /// Plays a deal in the seating `number` and counts it.
    fn play(
        &mut self,
        number: usize,
        set: &mut OpenSet,
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<(), ArenaError> {
        let duel = self.duel;
        let play = &duel.set[number];
        self.start(set.index, number);
        self.hand.restart(&set.deal);
        let place = [set.index, number as u64];
        let hand = if duel.timed(set.index) {
            self.play_hand::<true>(place, found, watch)?
        } else {
            self.play_hand::<false>(place, found, watch)?
        };
        found.tally.push_hand(duel.game, play, &hand, &self.plays);
        let dealer = set.deal.dealer();
        let first_side = duel.game.side((dealer + 1) % duel.game.players());
        set.count.push(play, &hand, first_side, duel.game.side(dealer));
        if set.index < ENDGAME_DEALS && hand.forfeit.is_none() && !duel.is_tuning() {
            self.solve_endgame(play, found);
        }
        Ok(())
    }

    /// Prepares the agents for the play `number` of a deal.
    pub fn start(&mut self, index: u64, number: usize) {
        let duel = self.duel;
        let seed = duel.config.agents_seed();
        for (seat, &(agent, instance)) in duel.set[number].seats.iter().enumerate() {
            let place = [index, number as u64, seat as u64];
            self.agents[agent].of(number)[instance].start_hand(duel.source.seat_seed(seed, place));
        }
    }

    /// Plays the hand that was restarted, play `number` of deal `index`, to its end or to an offence; `plays` then holds it.
    pub fn play_hand<const TIMED: bool>(
        &mut self,
        [index, number]: [u64; 2],
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) -> Result<Outcome, ArenaError> {
        let duel = self.duel;
        let game = duel.game;
        let play = &duel.set[number as usize];
        self.plays = Plays::default();
        let mut seats = Seated::<TIMED> {
            agents: self.agents.each_mut().map(|agent| agent.of(number as usize)),
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
                    agent: duel.agents[agent].to_string(),
                    action: action.text(game.deck()),
                    deal: index,
                    seed: duel.config.seed,
                    seat: foul.seat,
                });
            }
        };
        found.tally.agents[agent].offences.push(&source.kind);
        let what = format!("deal {index}, seat {}: {source}", foul.seat);
        duel.told.tell(agent, &duel.agents[agent].to_string(), &what, watch);
        found.first_offence[agent].get_or_insert(what);
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
    agents: [&'w mut [Player]; 2],
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
