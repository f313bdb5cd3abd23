//! The state of a hand: a small `Copy` value, advanced by copy-make. No generator lives in it and nothing allocates.
//!
//! Invariant: hands, piles, table and the cards not dealt are disjoint and together the deck. What may be done is
//! in [`actions`], what it does in [`flow`], what it scores in [`captures`]; points are counted by [`score`](crate::score).

mod actions;
mod captures;
mod flow;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal::Deal;
use crate::game::{Game, MAX_SEATS};
use crate::suits::SuitPermutation;
use crate::tally::Tally;
use thiserror::Error;

pub(crate) const NOBODY: u8 = u8::MAX;

/// The most hand cards: 26 of the 52-card pack for two.
pub(crate) const MAX_HAND: usize = 26;

/// A hand in progress.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct State {
    pub(crate) hands: [CardSet; MAX_SEATS],
    pub(crate) piles: [CardSet; MAX_SEATS],
    pub(crate) table: CardSet,
    /// All cards declared in this deal-round.
    pub(crate) declared: CardSet,
    /// Sort key of each seat's last declaration of this deal-round, 0 for none.
    pub(crate) last_declared: [u32; MAX_SEATS],
    pub(crate) tallies: [Tally; MAX_SEATS],
    pub(crate) seat: u8,
    /// Seats that said `pass` in this deal-round, a bit each.
    pub(crate) passed: u8,
    pub(crate) declaring: bool,
    pub(crate) round: u8,
    /// Plays left in this deal-round.
    pub(crate) left: u8,
    pub(crate) ply: u8,
    /// Declared value of 7c, 0 where it is a plain seven.
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
    /// The state after a deal: the dealer's bonus is taken, automatic declarations of forehand are made.
    pub fn new(game: &Game, deal: &Deal) -> State {
        let mut state = State::blank(deal.dealer());
        state.table = deal.table(game);
        state.deal_round(game, deal);
        if game.declarations.dealer_bonus {
            state.take_dealer_bonus(game);
        }
        if !state.over {
            state.next_seat(game);
        }
        state
    }

    /// Nothing dealt, the dealer at the seat.
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

    /// The same state with other suits, but for who declared what last: so while no seat declares.
    pub(crate) fn with_suits(&self, to: SuitPermutation) -> State {
        let last_lay = self.last_lay().map_or(NOBODY, |card| to.card(card).index());
        State {
            hands: self.hands.map(|cards| to.cards(cards)),
            piles: self.piles.map(|cards| to.cards(cards)),
            table: to.cards(self.table),
            declared: to.cards(self.declared),
            last_lay,
            ..*self
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

    /// The cards on the table.
    #[inline(always)]
    pub fn table(&self) -> CardSet {
        self.table
    }

    /// What a side has captured.
    #[inline(always)]
    pub fn pile(&self, side: usize) -> CardSet {
        self.piles[side]
    }

    /// Declared value of 7c, 0 where it is a plain seven.
    #[inline(always)]
    pub fn matta(&self) -> u8 {
        self.matta
    }

    /// All cards declared in this deal-round, whoever declared them, played ones too.
    #[inline(always)]
    pub fn declared(&self) -> CardSet {
        self.declared
    }

    /// Whether a seat declined to declare (further) in this deal-round.
    #[inline(always)]
    pub fn passed(&self, seat: usize) -> bool {
        self.passed >> seat & 1 != 0
    }

    /// Sort key of a seat's last declaration of this deal-round in canonical order, 0 for none: later ones come after it.
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

    /// The side that captured last.
    #[inline(always)]
    pub fn last_capture(&self) -> Option<usize> {
        (self.last_capture != NOBODY).then_some(usize::from(self.last_capture))
    }

    /// The card that the preceding play laid, if it was a lay.
    #[inline(always)]
    pub fn last_lay(&self) -> Option<Card> {
        (self.last_lay != NOBODY).then(|| Card::at(self.last_lay))
    }

    /// The side that made a shutout.
    #[inline(always)]
    pub fn shutout(&self) -> Option<usize> {
        (self.shutout != NOBODY).then_some(usize::from(self.shutout))
    }

    /// Whether the seat to act decides on a declaration.
    #[inline(always)]
    pub fn is_declaring(&self) -> bool {
        self.declaring
    }

    /// What a side scored during play, in counts.
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
