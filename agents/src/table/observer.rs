//! The observer receives the events of a hand and takes no part in it.

use spariglio_engine::Action;

use super::hand::Hand;

/// Receives the events of a hand.
pub trait HandObserver {
    /// `seat` carried out `action`; `hand` is the hand after it.
    fn acted(&mut self, seat: usize, action: Action, hand: &Hand<'_>);
}

/// Ignores all events.
impl HandObserver for () {
    #[inline]
    fn acted(&mut self, _seat: usize, _action: Action, _hand: &Hand<'_>) {}
}

/// Collects seats and actions, in order.
impl HandObserver for Vec<(usize, Action)> {
    fn acted(&mut self, seat: usize, action: Action, _hand: &Hand<'_>) {
        self.push((seat, action));
    }
}
