//! The public events of a hand: its opening, then every action with its remarks.

use crate::cards::card_set::CardSet;
use crate::hand::action::Action;
use crate::hand::remark::Remark;
use crate::hand::state::State;
use crate::hand::view::View;

/// The public facts before the first action.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[non_exhaustive]
pub struct Opening {
    /// The cards that were dealt face up.
    pub table: CardSet,
    /// The dealer's bonus: 0, 1 or 2 points. If it is not 0, the dealer's side has taken the table.
    pub dealer_bonus: u8,
    /// The cards that the first seat shows because of an automatic declaration.
    pub shown: CardSet,
}

/// An action and its effects in public.
#[derive(Clone, Eq, PartialEq, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The seat that acted.
    pub seat: usize,
    /// The deal-round, from 0.
    pub deal_round: usize,
    /// The action.
    pub action: Action,
    /// The points and cards that players call out.
    pub remarks: Vec<Remark>,
    /// The cards that the next seat shows because of an automatic declaration.
    pub shown: CardSet,
}

impl View<'_> {
    /// The public facts before the first action.
    #[must_use]
    pub fn opening(&self) -> Opening {
        let state = State::new(self.game, self.deal);
        Opening {
            table: self.deal.table(self.game),
            dealer_bonus: state.dealer_bonus(),
            shown: state.declared(),
        }
    }

    /// Every action so far, oldest first, with its effects; empty if no history was kept.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        let mut state = State::new(self.game, self.deal);
        let event = |&action: &Action| {
            let before = state;
            state.apply(self.game, self.deal, action);
            Event {
                seat: before.seat(),
                deal_round: before.deal_round_index(),
                action,
                remarks: Remark::of(self.game, [&before, &state], action),
                shown: newly_shown(&before, &state, action),
            }
        };
        self.history().iter().map(event).collect()
    }
}

/// The cards of automatic declarations between two states, which an action joins.
fn newly_shown(before: &State, after: &State, action: Action) -> CardSet {
    let same_round = before.deal_round_index() == after.deal_round_index();
    match (action.is_play() && !after.is_over(), same_round) {
        (false, _) => CardSet::EMPTY,
        (true, true) => after.declared() - before.declared(),
        (true, false) => after.declared(),
    }
}
