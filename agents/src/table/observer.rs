//! The observer: whoever looks on while a hand is played, and takes no part in it.

use spariglio_engine::Action;

use super::hand::Hand;

/// Looks on while a hand is played.
pub trait HandObserver {
    /// `seat` carried out `action`; `hand` is the hand after it.
    fn acted(&mut self, seat: usize, action: Action, hand: &Hand<'_>);
}

/// Nobody looks on.
impl HandObserver for () {
    #[inline]
    fn acted(&mut self, _seat: usize, _action: Action, _hand: &Hand<'_>) {}
}

/// Who did what, in order.
impl HandObserver for Vec<(usize, Action)> {
    fn acted(&mut self, seat: usize, action: Action, _hand: &Hand<'_>) {
        self.push((seat, action));
    }
}
