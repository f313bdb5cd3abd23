//! Whoever gives the actions of a hand: a player at each seat, a person, a program under test.

use std::borrow::BorrowMut;

use spariglio_engine::Action;

use super::hand::Hand;
use super::player::Player;
use super::refusal::Refusal;

/// Gives the actions of a hand.
pub trait Seats {
    /// Why a seat gives no action.
    type Refusal;

    /// The action of the seat to act.
    ///
    /// # Errors
    /// The seat gives none.
    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Self::Refusal>;

    /// The hand is over.
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
