//! The features of a hand in progress: what the observer sees, turned so that he comes first.

use spariglio_engine::{CardSet, View};

use super::Sink;
use super::layout::{CARDS, LAST_PLIES, SEATS, SIDE_COUNTERS, block};

/// Sums of the table from here on look the same: no card captures so much.
const LARGEST_SUM: usize = 32;

/// Writes the features that change from view to view.
pub(super) fn encode<S: Sink + ?Sized>(view: &View<'_>, sink: &mut S) {
    plane(sink, block::HAND, view.hand_cards());
    plane(sink, block::TABLE, view.table());
    plane(sink, block::UNSEEN, view.unseen());
    if let Some(card) = view.last_lay() {
        sink.put(block::LAST_LAY + usize::from(card.index()), 1);
    }
    seats(view, sink);
    sides(view, sink);
    progress(view, sink);
}

/// Planes and numbers of the seats, in the order of play from the observer.
fn seats<S: Sink + ?Sized>(view: &View<'_>, sink: &mut S) {
    let players = view.game().players();
    let own = view.seat();
    for j in 0..players {
        let seat = (own + j) % players;
        plane(sink, block::KNOWN + j * CARDS, known(view, seat));
        plane(sink, block::PLAYED + j * CARDS, view.played(seat));
        number(sink, block::HAND_SIZES + j, view.hand_len(seat));
        number(sink, block::PASSED + j, usize::from(view.passed(seat)));
    }
    sink.put(block::DEALER + (view.dealer() + players - own) % players, 1);
}

/// Planes and counters of the sides, in the order of play from the observer's.
fn sides<S: Sink + ?Sized>(view: &View<'_>, sink: &mut S) {
    let game = view.game();
    let sides = game.sides();
    let own = game.side(view.seat());
    let suit = CardSet::suit(game.rules().score.suit);
    for j in 0..sides {
        let side = (own + j) % sides;
        let pile = view.pile(side);
        let tally = view.tally(side);
        plane(sink, block::PILES + j * CARDS, pile);
        let counters = [
            pile.len() as u8,
            (pile & suit).len() as u8,
            tally.sweeps,
            tally.threes,
            tally.tens,
            tally.picada,
            tally.simili,
            tally.quadriglia,
            dealer_bonus(view, side),
        ];
        for (i, &counter) in counters.iter().enumerate() {
            number(sink, block::SIDES + j * SIDE_COUNTERS + i, usize::from(counter));
        }
    }
    sink.put(block::LAST_CAPTURE + relative_capture(view), 1);
}

/// The cards that are known to be in a seat's hand; of the own seat, those that it declared.
pub(super) fn known(view: &View<'_>, seat: usize) -> CardSet {
    if seat == view.seat() {
        view.declared(seat) & view.hand_cards()
    } else {
        view.known(seat)
    }
}

/// The side of the last capture, in the order of play from the observer's; [`SEATS`] where nobody has captured.
pub(super) fn relative_capture(view: &View<'_>) -> usize {
    let sides = view.game().sides();
    let own = view.game().side(view.seat());
    view.last_capture().map_or(SEATS, |side| (side + sides - own) % sides)
}

/// The dealer's bonus, if it is this side's.
pub(super) fn dealer_bonus(view: &View<'_>, side: usize) -> u8 {
    if view.game().side(view.dealer()) == side {
        view.dealer_bonus()
    } else {
        0
    }
}

/// How far the hand is.
fn progress<S: Sink + ?Sized>(view: &View<'_>, sink: &mut S) {
    let rounds = view.game().rules().deal.rounds.len();
    let plies = view.plies_left();
    sink.put(block::MATTA + usize::from(view.matta()), 1);
    number(sink, block::DECLARING, usize::from(view.is_declaring()));
    number(sink, block::TABLE_CARDS, view.table().len() as usize);
    let sum: usize = view.table().iter().map(|card| usize::from(card.rank())).sum();
    number(sink, block::TABLE_SUM, sum.min(LARGEST_SUM));
    number(sink, block::STOCK, view.stock_len());
    number(sink, block::PLIES_LEFT, plies);
    if (1..=LAST_PLIES).contains(&plies) {
        sink.put(block::LAST_PLIES + plies - 1, 1);
    }
    number(sink, block::ROUNDS_LEFT, rounds - 1 - view.deal_round());
}

#[inline(always)]
fn plane<S: Sink + ?Sized>(sink: &mut S, start: usize, set: CardSet) {
    let mut bits = set.bits();
    while bits != 0 {
        sink.put(start + bits.trailing_zeros() as usize, 1);
        bits &= bits - 1;
    }
}

/// A number, 255 at most.
#[inline(always)]
fn number<S: Sink + ?Sized>(sink: &mut S, index: usize, value: usize) {
    if value > 0 {
        sink.put(index, value.min(255) as u8);
    }
}
