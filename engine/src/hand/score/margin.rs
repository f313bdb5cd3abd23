//! The margin of a hand between two sides without a full score's counts and kinds. Searches compute it at every leaf.
//!
//! Invariant: equal to [`HandScore::margin`](super::HandScore::margin) (a law test).

use super::{high_meld, low_meld, singles};
use crate::game::Game;
use crate::hand::state::State;

impl State {
    /// A side's points minus the best other side's, as [`HandScore::margin`](crate::HandScore::margin) of
    /// [`State::score`]; much faster if there are two sides.
    #[inline(always)]
    pub fn margin(&self, game: &Game, side: usize) -> i32 {
        if game.sides() != 2 {
            return self.score(game).margin(side);
        }
        if let Some(winner) = self.shutout() {
            let value = game.shutout_value();
            return if winner == side { value } else { -value };
        }
        let [ours, theirs] = [self.piles[side], self.piles[1 - side]];
        // Majorities are unpredictable, so no branch depends on them.
        let majority = |points: i32, ours: u32, theirs: u32| points * ours.cmp(&theirs) as i32;
        let [cards, suit] = game.majorities();
        let dealer_sign = if game.side(self.dealer()) == side { 1 } else { -1 };
        self.tally_points(game, side) - self.tally_points(game, 1 - side)
            + dealer_sign * i32::from(self.dealer_bonus)
            + majority(cards, ours.len(), theirs.len())
            + majority(suit, (ours & game.suit).len(), (theirs & game.suit).len())
            + singles(game, ours)
            - singles(game, theirs)
            + low_meld(game, ours)
            - low_meld(game, theirs)
            + high_meld(game, ours)
            - high_meld(game, theirs)
            + game.prime().map_or(0, |prime| prime.compare(ours, theirs) as i32)
    }

    /// Points of a side during play: sweeps, declarations, picada, simili and quadriglia; not the dealer's bonus.
    #[inline]
    pub fn tally_points(&self, game: &Game, side: usize) -> i32 {
        self.tallies[side].points(game.rules())
    }
}
