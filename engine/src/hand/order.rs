//! The order of play, followed by public actions alone: for records and messages that do not have all hand cards.
//!
//! Invariant: equal to the seats of [`State`](crate::State). Rules: `docs/reference/rules.md` B.3, C.18.

use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::action::{Action, ActionKind};
use crate::rules::AceOnEmpty;

/// The deal-round and the seat to act.
#[derive(Clone, Debug)]
pub struct TurnOrder<'g> {
    game: &'g Game,
    dealer: usize,
    round: usize,
    seat: usize,
    /// Hand cards by seat.
    held: [usize; MAX_SEATS],
    /// Cards on the table.
    table: usize,
}

impl<'g> TurnOrder<'g> {
    /// The order of a hand at its start.
    #[must_use]
    pub fn new(game: &'g Game, dealer: usize) -> TurnOrder<'g> {
        let mut order = TurnOrder { game, dealer, round: 0, seat: 0, held: [0; MAX_SEATS], table: game.table_len() };
        order.begin_round();
        order
    }

    /// The deal-round and the seat to act; `None` after the last play.
    #[must_use]
    pub fn now(&self) -> Option<(usize, usize)> {
        (self.round < self.game.deal_rounds()).then_some((self.round, self.seat))
    }

    /// Follows an action. It must be public and legal.
    pub fn follow(&mut self, action: Action) {
        let ActionKind::Play { card, captured } = action.kind() else {
            return;
        };
        let swept = self.move_cards(card.rank() == 1, captured);
        self.held[self.seat] = self.held[self.seat].saturating_sub(1);
        if self.held.iter().all(|&count| count == 0) {
            self.round += 1;
            return self.begin_round();
        }
        let again = swept && self.game.rules().sweep.again;
        let players = self.game.players();
        let after = usize::from(!again)..;
        let mut seats = after.map(|step| (self.seat + step) % players);
        self.seat = seats.find(|&seat| self.held[seat] > 0).unwrap_or(self.seat);
    }

    /// Whether a play empties the table by a capture.
    fn move_cards(&mut self, is_ace: bool, captured: CardSet) -> bool {
        let takes_itself =
            is_ace && self.table == 0 && self.game.rules().capture.ace_on_empty == AceOnEmpty::TakesItself;
        if captured.is_empty() {
            self.table += usize::from(!takes_itself);
            return false;
        }
        self.table = self.table.saturating_sub(captured.len() as usize);
        self.table == 0
    }

    fn begin_round(&mut self) {
        if self.round < self.game.deal_rounds() {
            self.seat = (self.dealer + 1) % self.game.players();
            self.held[..self.game.players()].fill(self.game.round_len(self.round));
        }
    }
}
