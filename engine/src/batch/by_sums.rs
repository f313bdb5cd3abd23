//! Plays in step by the sums of the tables: hands of up to three cards.

use super::hands::{Numbers, Turn, Way};
use super::lane_rng::{LANES, wide};
use crate::capture::subset_sums::{Masks, SubsetSums};
use crate::game::Game;
use crate::state::pick_play;
use crate::vector::Bits;

/// By the sums of all subsets of tables of up to four cards; larger tables one by one.
pub(super) struct BySums {
    masks: Masks,
}

impl BySums {
    /// For hands of a game.
    pub(super) fn new(game: &Game) -> BySums {
        BySums {
            masks: Masks::new(game),
        }
    }
}

impl Way for BySums {
    const SEES_ACES: bool = false;

    #[inline(always)]
    fn begin(&mut self, _tables: &Numbers) {}

    #[inline(always)]
    fn choose<B: Bits>(&mut self, game: &Game, mut turn: Turn<'_>) {
        let rules = &game.capture;
        let mut large = match (rules.ace, rules.equal || rules.sum) {
            (true, _) => choose::<B, true, true>(&self.masks, &mut turn),
            (false, true) => choose::<B, true, false>(&self.masks, &mut turn),
            (false, false) => choose::<B, false, false>(&self.masks, &mut turn),
        };
        while large != 0 {
            let lane = large.trailing_zeros() as usize % LANES;
            let (card, captured) = pick_play::<B>(game, turn.table(lane), turn.hand(lane), || wide(turn.draws[lane]));
            turn.write(lane, card, captured);
            large &= large - 1;
        }
    }

    #[inline(always)]
    fn follow(&mut self, _game: &Game, _tables: &Numbers) {}
}

/// [`choose_of`] as many cards as are held.
#[inline(always)]
fn choose<B: Bits, const SUMS: bool, const ACES: bool>(masks: &Masks, turn: &mut Turn<'_>) -> u64 {
    match turn.held {
        1 => choose_of::<B, 1, SUMS, ACES>(masks, turn),
        2 => choose_of::<B, 2, SUMS, ACES>(masks, turn),
        _ => choose_of::<B, 3, SUMS, ACES>(masks, turn),
    }
}

/// Plays of all lanes, as if no table had more cards than [`SubsetSums::of_four`] knows: the lanes in which it has, a bit
/// each.
#[inline(always)]
fn choose_of<B: Bits, const N: usize, const SUMS: bool, const ACES: bool>(masks: &Masks, turn: &mut Turn<'_>) -> u64 {
    let mut large = 0;
    for lane in 0..LANES {
        let table = turn.table(lane);
        let draw = || wide(turn.draws[lane]);
        let (card, captured) = SubsetSums::of_four(table).pick_evenly::<B, N, SUMS, ACES>(masks, turn.hand(lane), draw);
        turn.write(lane, card, captured);
        large |= u64::from(!SubsetSums::are_four(table.cards)) << lane;
    }
    large
}
