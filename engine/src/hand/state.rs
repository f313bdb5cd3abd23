//! The state of a hand: a small `Copy` value, advanced by copy-make. It holds no generator and allocates nothing.
//!
//! Invariant: hands, piles, table and undealt cards are disjoint and together the deck. Legal actions are in
//! [`actions`], their effects in [`flow`], counts of captures in [`captures`], points in [`score`](crate::hand::score).

mod actions;
mod captures;
mod flow;

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::deal::Deal;
use crate::hand::tally::Tally;
use thiserror::Error;

pub(crate) const NOBODY: u8 = u8::MAX;

/// Most hand cards of a seat: 26 if two seats share the 52-card pack.
pub(crate) const MAX_HAND: usize = 26;

/// A hand in progress.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct State {
    pub(crate) hands: [CardSet; MAX_SEATS],
    pub(crate) piles: [CardSet; MAX_SEATS],
    pub(crate) table: CardSet,
    /// All cards declared in this deal-round.
    pub(crate) declared: CardSet,
    /// Sort key of each seat's last declaration of this deal-round in canonical order; 0 if there is none.
    pub(crate) last_declared: [u32; MAX_SEATS],
    pub(crate) tallies: [Tally; MAX_SEATS],
    pub(crate) seat: u8,
    /// Seats that said `pass` in this deal-round, one bit per seat.
    pub(crate) passed: u8,
    pub(crate) declaring: bool,
    pub(crate) round: u8,
    /// Plays left in this deal-round.
    pub(crate) left: u8,
    pub(crate) ply: u8,
    /// Declared value of 7c; 0 if it is a plain seven.
    pub(crate) matta: u8,
    /// The card that the preceding play laid, or [`NOBODY`].
    pub(crate) last_lay: u8,
    pub(crate) last_capture: u8,
    pub(crate) shutout: u8,
    pub(crate) dealer_bonus: u8,
    pub(crate) dealer: u8,
    pub(crate) over: bool,
}

/// An action that is not among the legal ones.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{action} is not legal for seat {seat}")]
pub struct IllegalAction {
    /// The action's text.
    pub action: String,
    /// The seat to act.
    pub seat: usize,
}

impl State {
    /// The state after a deal, with the dealer's bonus and forehand's automatic declarations.
    pub fn new(game: &Game, deal: &Deal) -> State {
        let mut state = State::dealt(game, deal);
        if !state.over {
            state.next_seat(game);
        }
        state
    }

    /// The state after a deal, with the dealer's bonus, before forehand's turn.
    pub(crate) fn dealt(game: &Game, deal: &Deal) -> State {
        let mut state = State::blank(deal.dealer());
        state.table = deal.table(game);
        state.deal_round(game, deal);
        if game.declarations.dealer_bonus {
            state.take_dealer_bonus(game);
        }
        state
    }

    /// A state before the deal, with the dealer as the current seat.
    #[inline(always)]
    pub(crate) fn blank(dealer: usize) -> State {
        State {
            hands: [CardSet::EMPTY; MAX_SEATS],
            piles: [CardSet::EMPTY; MAX_SEATS],
            table: CardSet::EMPTY,
            declared: CardSet::EMPTY,
            last_declared: [0; MAX_SEATS],
            tallies: [Tally::default(); MAX_SEATS],
            seat: dealer as u8,
            passed: 0,
            declaring: false,
            round: 0,
            left: 0,
            ply: 0,
            matta: 0,
            last_lay: NOBODY,
            last_capture: NOBODY,
            shutout: NOBODY,
            dealer_bonus: 0,
            dealer: dealer as u8,
            over: false,
        }
    }

    /// The seat to act.
    #[inline(always)]
    pub fn seat(&self) -> usize {
        usize::from(self.seat)
    }

    /// The dealer's seat.
    #[inline(always)]
    pub fn dealer(&self) -> usize {
        usize::from(self.dealer)
    }

    /// Whether the hand has ended.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// A seat's hand cards.
    #[inline(always)]
    pub fn hand_cards(&self, seat: usize) -> CardSet {
        self.hands[seat]
    }

    /// The seat that has a card in its hand.
    #[must_use]
    pub fn holder(&self, card: Card) -> Option<usize> {
        self.hands.iter().position(|hand| hand.contains(card))
    }

    /// The cards on the table.
    #[inline(always)]
    pub fn table(&self) -> CardSet {
        self.table
    }

    /// The cards that a side has captured.
    #[inline(always)]
    pub fn pile(&self, side: usize) -> CardSet {
        self.piles[side]
    }

    /// Declared value of 7c; 0 if it is a plain seven.
    #[inline(always)]
    pub fn matta(&self) -> u8 {
        self.matta
    }

    /// All cards declared in this deal-round by any seat, including played ones.
    #[inline(always)]
    pub fn declared(&self) -> CardSet {
        self.declared
    }

    /// Whether a seat declined to declare (further) in this deal-round.
    #[inline(always)]
    pub fn passed(&self, seat: usize) -> bool {
        self.passed >> seat & 1 != 0
    }

    /// Sort key of a seat's last declaration in canonical order in this deal-round; 0 if there is none.
    #[inline(always)]
    pub fn last_declared(&self, seat: usize) -> u32 {
        self.last_declared[seat]
    }

    /// Cards played so far in the hand.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    /// The deal-round, from 0.
    #[inline(always)]
    pub fn deal_round_index(&self) -> usize {
        usize::from(self.round)
    }

    /// Plays left in this deal-round.
    #[inline(always)]
    pub fn round_plies_left(&self) -> usize {
        usize::from(self.left)
    }

    /// The side that captured last, if any.
    #[inline(always)]
    pub fn last_capture(&self) -> Option<usize> {
        (self.last_capture != NOBODY).then_some(usize::from(self.last_capture))
    }

    /// The card that the preceding play laid, if it was a lay.
    #[inline(always)]
    pub fn last_lay(&self) -> Option<Card> {
        (self.last_lay != NOBODY).then(|| Card::at(self.last_lay))
    }

    /// The side that made a shutout, if any.
    #[inline(always)]
    pub fn shutout(&self) -> Option<usize> {
        (self.shutout != NOBODY).then_some(usize::from(self.shutout))
    }

    /// Whether the seat to act decides on a declaration.
    #[inline(always)]
    pub fn is_declaring(&self) -> bool {
        self.declaring
    }

    /// The counts of a side during play.
    #[inline(always)]
    pub fn tally(&self, side: usize) -> Tally {
        self.tallies[side]
    }

    /// The dealer's bonus: 0, 1 or 2 points for the dealer's side.
    #[inline(always)]
    pub fn dealer_bonus(&self) -> u8 {
        self.dealer_bonus
    }
}
