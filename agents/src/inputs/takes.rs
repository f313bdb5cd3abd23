//! What a hand can take of a table at best, by worths of cards that do not change in the course of a hand.

use spariglio_engine::{CardSet, Game};

use super::layout::TAKES;
use crate::book::formula::FormulaPolicy;
use crate::knowledge::reach::{ByRank, Reach, TableSums, is_some, lane};

/// Bins per point.
const BINS_PER_POINT: f32 = 6.0;

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
    matta: u8,
    is_empty: bool,
}

impl Takes {
    pub fn new(game: &Game) -> Takes {
        Takes {
            reach: Reach::new(game),
            worth: FormulaPolicy::new(game).start_worths(),
            sweep: f32::from(game.rules().sweep.points),
        }
    }

    /// What can be taken of a table, where a sweep scores or not.
    #[inline(always)]
    pub fn of(&self, table: CardSet, matta: u8, may_sweep: bool) -> TableTakes<'_> {
        let mut by_rank = [0.0; 16];
        if !table.is_empty() {
            let mut sums = TableSums::new(0.0);
            sums.set(table, matta, &self.worth);
            by_rank = self.reach.takes(&sums, if may_sweep { self.sweep } else { 0.0 });
        }
        TableTakes {
            takes: self,
            by_rank,
            matta,
            is_empty: table.is_empty(),
        }
    }

    /// Whether a hand can sweep the table at a ply.
    #[inline(always)]
    pub fn sweeps(&self, game: &Game, ply: usize, hand: CardSet, table: CardSet, matta: u8) -> bool {
        !table.is_empty() && game.may_sweep(ply) && !(game.sweepers(table, matta) & hand).is_empty()
    }
}

impl TableTakes<'_> {
    /// The bin of the best capture of a hand: 0 where it can take nothing.
    #[inline(always)]
    pub fn bin(&self, hand: CardSet) -> u16 {
        if self.is_empty {
            return 0;
        }
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
}
