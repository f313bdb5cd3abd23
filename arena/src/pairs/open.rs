//! The sets in progress, and how the hands of their plays are counted.

use spariglio_agents::Hand;
use spariglio_agents::solver::Solver;
use spariglio_engine::Deal;

use super::duel::Duel;
use super::totals::Totals;
use crate::deals::seating::Seating;
use crate::pairs::behaviour::{ENDGAME_CARDS, ENDGAME_DEALS, Plays};
use crate::pairs::outcome::Outcome;
use crate::pairs::tally::SetCount;
use crate::watch::{PairHand, Progress, Watch};

/// The set of a deal, until all its plays are counted.
pub(super) struct OpenSet {
    pub index: u64,
    pub deal: Deal,
    count: SetCount,
}

impl OpenSet {
    pub fn new(duel: &Duel<'_>, index: u64) -> OpenSet {
        OpenSet { index, deal: duel.deal(index), count: SetCount::default() }
    }
}

impl Duel<'_> {
    /// Adds whole sets, in the order of their deals.
    pub(super) fn close(&self, sets: &[OpenSet], found: &mut Totals) {
        for set in sets {
            if self.is_tuning() {
                found.series.push(set.count.margin());
            }
            let seed = self.source.deal_seed(self.config.deals_seed(), set.index);
            found.tally.push([set.index, seed], &set.count);
            if self.has_free_program && self.plays() > 1 {
                found.tally.first_plays.push(set.index, &set.count);
            }
        }
    }
}

/// Counts the hands of a duel.
pub(super) struct Counter<'a> {
    duel: &'a Duel<'a>,
    /// For endgames; `None` if the game does not have two sides.
    solver: Option<Solver>,
}

impl<'a> Counter<'a> {
    pub fn new(duel: &'a Duel<'a>) -> Counter<'a> {
        Counter { duel, solver: Solver::new(duel.game).ok() }
    }

    /// Counts `hand`, the play `number` of `set`, and reports it. The plays of a set may come in any order.
    pub fn count(
        &mut self,
        set: &mut OpenSet,
        number: usize,
        (hand, plays, outcome, thoughts): (&Hand<'_>, &Plays, &Outcome, &[(usize, String)]),
        found: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) {
        let game = self.duel.game;
        let play = &self.duel.set[number];
        found.tally.push_hand(game, play, outcome, plays);
        watch.hand(&PairHand { pair: [0, 1], deal: set.index, play: number, seats: &play.seats, hand, thoughts });
        let dealer = set.deal.dealer();
        let first_side = game.side((dealer + 1) % game.players());
        let is_first = self.duel.is_first(set.index, number);
        set.count.push(is_first, play, outcome, first_side, game.side(dealer));
        if set.index < ENDGAME_DEALS && outcome.forfeit.is_none() && !self.duel.is_tuning() {
            self.solve_endgame(play, hand, found);
        }
    }

    /// Adds the points that the last plays of the hand lost against the exact best.
    fn solve_endgame(&mut self, play: &Seating, hand: &Hand<'_>, found: &mut Totals) {
        let Some(solver) = &mut self.solver else { return };
        for decision in solver.endgame_decisions(self.duel.game, hand.deal(), hand.history(), ENDGAME_CARDS) {
            let (agent, _) = play.seats[decision.seat];
            found.tally.agents[agent].behaviour.push_endgame(&decision);
        }
    }
}
