//! The source of a hand's actions: a player at each seat, a person, or a program under test.

use std::borrow::BorrowMut;

use spariglio_engine::Action;

use super::hand::Hand;
use super::player::Player;
use super::refusal::Refusal;

/// Gives the actions of a hand.
pub trait Seats {
    /// The type of reasons to give no action.
    type Refusal;

    /// The action of the seat to act.
    ///
    /// # Errors
    /// Fails if the seat gives no action.
    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Self::Refusal>;

    /// Tells the seats that the hand is over.
    fn end_hand(&mut self, _hand: &Hand<'_>) {}
}

/// Players by seat.
impl<P: BorrowMut<Player>> Seats for [P] {
    type Refusal = Refusal;

    #[inline]
    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Refusal> {
        self[hand.seat()].borrow_mut().act(hand)
    }

    fn end_hand(&mut self, hand: &Hand<'_>) {
        self.iter_mut().for_each(|player| player.borrow_mut().end_hand(hand));
    }
}
