//! The sets in progress, and how the hands of their plays are counted.

use spariglio_agents::Hand;
use spariglio_agents::solver::Solver;
use spariglio_engine::Deal;

use super::duel::Duel;
use super::figures::Hands;
use super::tally::SetCount;
use super::totals::Totals;
use crate::deals::seating::Seating;
use crate::pairs::behaviour::{ENDGAME_CARDS, ENDGAME_DEALS, Plays};
use crate::pairs::outcome::Outcome;
use crate::watch::{PairHand, Progress, Watch};

/// The set of a deal, until all its plays are counted.
pub(super) struct OpenSet {
    pub index: u64,
    pub deal: Deal,
    pub count: SetCount,
}

impl OpenSet {
    pub fn new(duel: &Duel<'_, Hands>, index: u64) -> OpenSet {
        OpenSet { index, deal: duel.deal(index), count: SetCount::default() }
    }
}

/// A hand that is over.
pub(super) struct CountedHand<'h> {
    pub hand: &'h Hand<'h>,
    pub plays: &'h Plays,
    pub outcome: &'h Outcome,
    /// Words of players about their decisions: the number of actions before each, and its text.
    pub thoughts: &'h [(usize, String)],
}

/// Counts the hands of a duel.
pub(super) struct Counter<'a> {
    duel: &'a Duel<'a, Hands>,
    /// For endgames; `None` if the game does not have two sides.
    solver: Option<Solver>,
}

impl<'a> Counter<'a> {
    pub fn new(duel: &'a Duel<'a, Hands>) -> Counter<'a> {
        Counter { duel, solver: Solver::new(duel.game).ok() }
    }

    /// Counts a hand, the play `number` of `set`, and reports it. The plays of a set may come in any order.
    pub fn count(
        &mut self,
        set: &mut OpenSet,
        number: usize,
        CountedHand { hand, plays, outcome, thoughts }: CountedHand<'_>,
        sums: &mut Totals,
        watch: &dyn Watch<Progress, Totals>,
    ) {
        let game = self.duel.game;
        let play = &self.duel.set[number];
        sums.tally.push_hand(game, play, outcome, plays);
        watch.hand(&PairHand { pair: [0, 1], deal: set.index, play: number, seats: &play.seats, hand, thoughts });
        let dealer = set.deal.dealer();
        let first_side = game.side((dealer + 1) % game.players());
        set.count.push(play, outcome, first_side, game.side(dealer));
        if set.index < ENDGAME_DEALS && outcome.forfeit.is_none() {
            self.solve_endgame(play, hand, sums);
        }
    }

    /// Adds the points that the last plays of the hand lost against the exact best.
    fn solve_endgame(&mut self, play: &Seating, hand: &Hand<'_>, sums: &mut Totals) {
        let Some(solver) = &mut self.solver else { return };
        for decision in solver.endgame_decisions(self.duel.game, hand.deal(), hand.history(), ENDGAME_CARDS) {
            let (agent, _) = play.seats[decision.seat];
            sums.tally.agents[agent].behaviour.push_endgame(&decision);
        }
    }
}
