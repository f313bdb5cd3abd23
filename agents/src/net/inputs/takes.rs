//! The best capture of a hand from a table, by worths of cards that stay the same for the whole hand.

use spariglio_engine::{CardSet, Game};

use super::layout::{BINS_PER_POINT, TAKES};
use crate::book::formula::FormulaPolicy;
use crate::knowledge::reach::{ByRank, LANES, NONE, Reach, TableSums, is_some, lane};

/// The worths of a game's cards, and its rules of capture.
#[derive(Clone, Debug)]
pub(super) struct Takes {
    pub reach: Reach,
    /// Worth of each card before any capture.
    worth: [f32; 64],
    sweep: f32,
}

/// The captures of each rank from one table.
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

    /// The captures from a table that the play after `ply` plays can make.
    #[inline(always)]
    pub fn of(&self, game: &Game, table: CardSet, matta: u8, ply: usize) -> TableTakes<'_> {
        let mut takes = TableTakes { takes: self, by_rank: [NONE; LANES], sweepers: CardSet::EMPTY, matta };
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
    /// The bin of a hand's best capture; 0 if it can take nothing.
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
