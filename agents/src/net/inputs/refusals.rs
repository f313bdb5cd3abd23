//! Refusals: ranks that a seat did not play although they could take, and ranks that it laid.
//!
//! Invariant: they depend only on actions that all seats saw. The hand cards of one deal-round say nothing about the
//! next, so each deal-round starts empty.

use spariglio_engine::hand::PublicAction;
use spariglio_engine::{CardSet, Game, MAX_SEATS, View};

use super::layout::REFUSALS;
use super::ranks_of;
use crate::knowledge::reach::{Reach, lane};

/// Ranks, bit `r` for rank `r`.
type Ranks = u16;

/// One seat's refusals in a deal-round.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
struct Refused {
    /// Ranks that it laid.
    laid: Ranks,
    /// Ranks that could take when it laid another card: at least once, and at least twice.
    over_lay: Ranks,
    over_lays: Ranks,
    /// Ranks that could take when it took with another card.
    over_take: Ranks,
    /// Ranks that could sweep when it did not.
    no_sweep: Ranks,
}

/// The refusals of all seats in the present deal-round.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Refusals {
    seats: [Refused; MAX_SEATS],
    deal_round: usize,
}

impl Refusals {
    /// The refusals in the history of a view; empty if it has none. `look` sees the refusals before each action.
    pub(super) fn of(view: &View<'_>, reach: &Reach, mut look: impl FnMut(&Refusals)) -> Refusals {
        let mut refusals = Refusals::default();
        view.replay(|action| {
            look(&refusals);
            refusals.note(view.game(), reach, &action);
        });
        refusals
    }

    /// Forgets everything if a new deal-round has begun.
    fn start_round(&mut self, deal_round: usize) {
        if self.deal_round != deal_round {
            *self = Refusals { deal_round, ..Refusals::default() };
        }
    }

    /// Adds an action.
    #[inline]
    pub(super) fn note(&mut self, game: &Game, reach: &Reach, past: &PublicAction) {
        self.start_round(past.deal_round);
        let Some(card) = past.action.card() else { return };
        let played: Ranks = 1 << lane(usize::from(card.index()), past.matta);
        let captured = past.action.captured();
        let Refused { laid, over_lay, over_lays, over_take, no_sweep } = &mut self.seats[past.seat];
        // A refusal suggests that the seat lacks the rank; a card of the rank refutes it.
        for ranks in [&mut *over_lay, &mut *over_lays, &mut *over_take, &mut *no_sweep] {
            *ranks &= !played;
        }
        let others = reach.ranks(past.table, past.matta) as Ranks & !played;
        if captured.is_empty() {
            *over_lays |= *over_lay & others;
            *over_lay |= others;
            *laid |= played;
        } else {
            *over_take |= others;
        }
        if !past.table.is_empty() && captured != past.table {
            *no_sweep |= ranks_of(game.sweepers(past.table, past.matta)) & !played;
        }
    }

    /// Calls `put` with the index of each refusal of a seat in the view's deal-round: kind by kind, `ranks` indices
    /// each. Ranks are skipped if no card of them is among `unseen`.
    #[inline(always)]
    pub(super) fn each(&self, view: &View<'_>, seat: usize, unseen: CardSet, ranks: usize, mut put: impl FnMut(usize)) {
        if self.deal_round != view.deal_round() {
            return;
        }
        let Refused { laid, over_lay, over_lays, over_take, no_sweep } = self.seats[seat];
        let kinds: [Ranks; REFUSALS] = [laid, over_lays, over_lay & !over_lays, over_take, no_sweep];
        let open = ranks_of(unseen);
        for (kind, &refused) in kinds.iter().enumerate() {
            let mut bits = refused & open;
            while bits != 0 {
                put(kind * ranks + bits.trailing_zeros() as usize - 1);
                bits &= bits - 1;
            }
        }
    }
}
