//! Expected points from the hand cards and the turn.
//!
//! A hand card is more likely to end in its side's pile than a card that anybody may take. The seat to act may also
//! have a sweep or find valuable cards on the table. The weights are rounded coefficients of linear regressions of the
//! final margin on these features, over positions from hands of `formula`. They hardly differ between scopone, scopa,
//! cirulla and cirullone.

use spariglio_engine::rules::Ace;
use spariglio_engine::{Game, MAX_SEATS, State};

use crate::knowledge::even;

/// Points per point of worth in the hand: if all cards are dealt at once, and if there is a stock.
const HELD: f32 = 0.5;
const HELD_OF_FEW: f32 = 0.3;
/// Points per point of worth on the table, for the side to act.
const OFFERED: f32 = 0.4;
/// Points per point of a sweep, if the seat to act can make one.
const SWEEP: f32 = 1.3;
/// Points of an ace in the hand: if aces take all cards, and otherwise (a lone low card is a burden).
const TAKING_ACE: f32 = 1.4;
const PLAIN_ACE: f32 = -0.2;
/// Points of being to act, and the extra points if the side to act holds more cards than every other side.
const EVEN_TURN: f32 = -0.7;
const SPARE_CARD: f32 = 1.0;

/// Points of hand cards, of table cards and of a sweep.
#[derive(Clone, Debug)]
pub(super) struct Holding {
    /// Points of each card in a hand.
    held: [f32; 64],
    /// Points of each table card, for the side to act.
    offered: [f32; 64],
    sweep: f32,
}

impl Holding {
    pub(super) fn new(game: &Game) -> Holding {
        let rules = game.rules();
        let worths = even::worths(game).map(|worth| worth as f32 / even::MILLI as f32);
        let share = if game.deal_rounds() == 1 { HELD } else { HELD_OF_FEW };
        let mut held = worths.map(|worth| share * worth);
        let ace = if rules.capture.ace == Ace::TakesAll {
            TAKING_ACE
        } else {
            PLAIN_ACE
        };
        for worth in &mut held[..4] {
            *worth += ace;
        }
        Holding {
            held,
            offered: worths.map(|worth| OFFERED * worth),
            sweep: SWEEP * f32::from(rules.sweep.points),
        }
    }

    /// Adds each side's expected points from its hand cards and the turn.
    pub(super) fn add(&self, game: &Game, state: &State, points: &mut [f32]) {
        let mover = state.seat();
        let side = game.side(mover);
        let mut lens = [0; MAX_SEATS];
        for seat in 0..game.players() {
            let owner = game.side(seat);
            points[owner] += even::sum(&self.held, state.hand_cards(seat));
            lens[owner] += state.hand_cards(seat).len();
        }
        if state.is_over() {
            return;
        }
        let others = lens.iter().enumerate().filter(|(other, _)| *other != side);
        let spare = lens[side] > others.map(|(_, &len)| len).max().unwrap_or(0);
        points[side] += EVEN_TURN + if spare { SPARE_CARD } else { 0.0 };
        let table = state.table();
        if !table.is_empty() {
            points[side] += even::sum(&self.offered, table);
            let takers = game.sweepers(table, state.matta()) & state.hand_cards(mover);
            points[side] += if takers.is_empty() { 0.0 } else { self.sweep };
        }
    }
}
