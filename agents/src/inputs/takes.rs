//! What a hand can take of a table at best, by worths of cards that do not change in the course of a hand.

use spariglio_engine::{CardSet, Game};

use super::layout::{BINS_PER_POINT, TAKES};
use crate::book::formula::FormulaPolicy;
use crate::knowledge::reach::{ByRank, LANES, NONE, Reach, TableSums, is_some, lane};

/// The worths of a game's cards and the rules of what takes what.
#[derive(Clone, Debug)]
pub(super) struct Takes {
    pub reach: Reach,
    /// Worth of each card before anything is captured.
    worth: [f32; 64],
    sweep: f32,
}

/// What a card of each rank takes of one table.
pub(super) struct TableTakes<'a> {
    takes: &'a Takes,
    by_rank: ByRank,
    /// The cards that sweep the table.
    sweepers: CardSet,
    matta: u8,
}

impl Takes {
    pub fn new(game: &Game, formula: &FormulaPolicy) -> Takes {
        Takes {
            reach: Reach::new(game),
            worth: formula.start_worths(),
            sweep: f32::from(game.rules().sweep.points),
        }
    }

    /// What the play after `ply` plays can take of a table.
    #[inline(always)]
    pub fn of(&self, game: &Game, table: CardSet, matta: u8, ply: usize) -> TableTakes<'_> {
        let mut takes = TableTakes {
            takes: self,
            by_rank: [NONE; LANES],
            sweepers: CardSet::EMPTY,
            matta,
        };
        if table.is_empty() {
            return takes;
        }
        let may_sweep = game.may_sweep(ply);
        let mut sums = TableSums::new(0.0);
        sums.set(table, matta, &self.worth);
        takes.by_rank = self.reach.takes(&sums, if may_sweep { self.sweep } else { 0.0 });
        if may_sweep {
            takes.sweepers = game.sweepers(table, matta);
        }
        takes
    }
}

impl TableTakes<'_> {
    /// The bin of the best capture of a hand: 0 where it can take nothing.
    #[inline(always)]
    pub fn bin(&self, hand: CardSet) -> u16 {
        let mut best = f32::NEG_INFINITY;
        for card in hand {
            let index = usize::from(card.index());
            let taken = self.by_rank[lane(index, self.matta)];
            if is_some(taken) {
                best = best.max(taken + self.takes.worth[index]);
            }
        }
        if best < 0.0 {
            return 0;
        }
        (1 + (best * BINS_PER_POINT) as u16).min(TAKES as u16 - 1)
    }

    /// Whether a hand can sweep the table, and scores for it.
    #[inline(always)]
    pub fn sweeps(&self, hand: CardSet) -> bool {
        !(self.sweepers & hand).is_empty()
    }
}
