//! Uniformly random play to the end of a hand.

use crate::deal::Deal;
use crate::game::Game;
use crate::state::State;
use rand::Rng;

impl State {
    /// Plays uniformly random legal actions to the end of the hand.
    pub fn playout(&mut self, game: &Game, deal: &Deal, rng: &mut impl Rng) {
        while !self.is_over() {
            let action = self.random_action(game, rng);
            self.apply(game, deal, action);
        }
    }
}
