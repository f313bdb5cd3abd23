//! A position of the look-ahead: what the observer knows after some plays, and the gain of a play from it.

use spariglio_engine::{Card, CardSet, Game, View};

use super::{Hidden, LookaheadPolicy};
use crate::knowledge::reach::{ByRank, lane};

/// The facts that all positions of one decision share.
pub(super) struct Facts<'a> {
    pub game: &'a Game,
    /// The observer.
    pub seat: usize,
    /// Declared value of 7c; 0 if it is a plain seven.
    pub matta: u8,
    /// Worth of each card, by index; unseen cards of a rank all have the mean of their rank.
    pub worth: [f32; 64],
    /// Mean worth of the unseen cards of each rank.
    pub mean: ByRank,
    /// The other seat's cards that the observer knows.
    pub shown: CardSet,
    /// Hand cards of a seat in the next deal-round; 0 if this is the last one.
    pub next_len: u8,
}

/// What the observer knows after some plays.
#[derive(Copy, Clone)]
pub(super) struct Position {
    pub table: CardSet,
    /// The observer's hand cards.
    pub hand: CardSet,
    pub hidden: Hidden,
    /// Number of the other seat's hand cards.
    pub other_len: u8,
    /// The seat to act.
    pub seat: usize,
    /// Plays left in the deal-round.
    pub left: usize,
    pub ply: usize,
}

impl Position {
    /// The position after a play of the seat to act.
    #[inline]
    pub fn after(&self, facts: &Facts<'_>, card: Card, captured: CardSet) -> Position {
        let mut next = *self;
        next.table = if captured.is_empty() {
            self.table | CardSet::single(card)
        } else {
            self.table - captured
        };
        if self.seat == facts.seat {
            next.hand.remove(card);
        } else {
            next.other_len -= 1;
            next.hidden.play(card);
        }
        next.seat = 1 - self.seat;
        next.left -= 1;
        next.ply += 1;
        next
    }

    /// Number of the other seat's cards that the observer does not know.
    pub fn concealed(&self, facts: &Facts<'_>) -> u8 {
        self.other_len.saturating_sub(facts.shown.len() as u8)
    }
}

impl LookaheadPolicy {
    /// The facts and the position of a view.
    pub(super) fn start<'a>(&self, view: &View<'a>) -> (Facts<'a>, Position) {
        let game = view.game();
        let (seat, other) = (view.seat(), 1 - view.seat());
        let now = self.worths.now(view);
        let unseen = view.unseen();
        let hidden = Hidden::new(unseen);
        let mut worth: [f32; 64] = [0.0; 64];
        for card in game.pack() {
            worth[usize::from(card.index())] = now.of(usize::from(card.index()));
        }
        let mean = hidden.means(&worth);
        for card in unseen {
            worth[usize::from(card.index())] = mean[usize::from(card.rank())];
        }
        let next = view.deal_round() + 1;
        let next_len = if next < game.deal_rounds() {
            game.round_len(next) as u8
        } else {
            0
        };
        let facts = Facts { game, seat, matta: view.matta(), worth, mean, shown: view.known(other), next_len };
        let mut at = Position {
            table: view.table(),
            hand: view.hand_cards(),
            hidden,
            other_len: view.hand_len(other) as u8,
            seat,
            left: view.hand_len(seat) + view.hand_len(other),
            ply: view.ply(),
        };
        at.hidden = self.weighed(&facts, &at, view);
        (facts, at)
    }

    /// Points of a play for the side that plays, without what follows.
    #[inline]
    pub(super) fn gain(&self, facts: &Facts<'_>, at: &Position, card: Card, captured: CardSet) -> f32 {
        let index = usize::from(card.index());
        let rank = lane(index, facts.matta);
        let worth = facts.worth[index];
        let held_worth = self.keep * worth + self.hold[rank];
        if captured.is_empty() {
            return -held_worth;
        }
        let taken: f32 = captured.iter().map(|card| facts.worth[usize::from(card.index())]).sum();
        let sweeps = captured == at.table && facts.game.may_sweep(at.ply) && !self.is_quiet(facts, rank, at.table);
        worth - held_worth + taken + if sweeps { self.sweep } else { 0.0 }
    }

    /// Whether a card that takes the whole table is an ace that makes no sweep.
    fn is_quiet(&self, facts: &Facts<'_>, rank: usize, table: CardSet) -> bool {
        self.quiet_ace && rank == 1 && table.iter().all(|card| lane(usize::from(card.index()), facts.matta) != 1)
    }
}
