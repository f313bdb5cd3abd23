//! What is the same for all actions of one decision: worths, the table's sums, who may hold what.

use spariglio_engine::{CardSet, MATTA, View};

use super::replies::{LANES, Lanes, NO_VALUE, Sums};
use super::worth::WorthsNow;
use crate::book::greedy::odds::{ONE, Odds};

/// One decision.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The table cards.
    pub table: CardSet,
    /// Worth of each card on the table and in the own hand.
    pub worth: [f32; 64],
    /// The sums of the table.
    pub sums: Sums,
    /// Chance that the next seat holds a rank at its next play.
    pub chances: Lanes,
    /// Own hand cards of each rank.
    pub held: Lanes,
    /// Declared value of 7c, 0 where it is a plain seven.
    pub matta: u8,
    /// Plays after this one.
    pub after: usize,
    /// 1 if the own side captured last, -1 if another, 0 if nobody.
    pub last: f32,
    /// 1 for the forehand's side, -1 for the dealer's.
    pub forehand: f32,
    /// The card that the preceding play laid, as a set.
    pub laid_before: CardSet,
}

impl Scene {
    /// Looks at a view.
    #[inline(always)]
    pub fn new(view: &View<'_>, worths: &WorthsNow<'_>, odds: &Odds) -> Scene {
        let game = view.game();
        let side = game.side(view.seat());
        let mut scene = Scene {
            table: view.table(),
            worth: [0.0; 64],
            sums: Sums::EMPTY,
            chances: [0.0; LANES],
            held: [0.0; LANES],
            matta: view.matta(),
            after: view.plies_left() - 1,
            last: match view.last_capture() {
                None => 0.0,
                Some(last) if last == side => 1.0,
                Some(_) => -1.0,
            },
            forehand: if side == game.side(view.dealer()) { -1.0 } else { 1.0 },
            laid_before: view.last_lay().map_or(CardSet::EMPTY, CardSet::single),
        };
        for card in view.hand() {
            let index = usize::from(card.index());
            scene.worth[index] = worths.of(index);
            scene.held[scene.lane(index)] += 1.0;
        }
        for card in scene.table {
            let index = usize::from(card.index());
            scene.worth[index] = worths.of(index);
            scene.sums = scene.with(&scene.sums, index);
        }
        scene.expect(view, odds);
        scene
    }

    /// The table `sums` with the card of an index laid on it.
    #[inline(always)]
    pub fn with(&self, sums: &Sums, index: usize) -> Sums {
        let lane = self.lane(index);
        let value = if lane > 10 { NO_VALUE } else { lane };
        sums.with(value, lane, self.worth[index])
    }

    /// The rank as which a card counts.
    #[inline(always)]
    pub fn lane(&self, index: usize) -> usize {
        if self.matta != 0 && index == usize::from(MATTA.index()) {
            usize::from(self.matta)
        } else {
            index / 4 + 1
        }
    }

    /// The sums of some table cards.
    #[inline(always)]
    pub fn sums_of(&self, cards: CardSet) -> Sums {
        let mut sums = Sums::EMPTY;
        for card in cards {
            sums = self.with(&sums, usize::from(card.index()));
        }
        sums
    }

    #[inline(always)]
    fn expect(&mut self, view: &View<'_>, odds: &Odds) {
        let next = odds.next_hand(view);
        let ranks = view.game().deck().ranks();
        for rank in 1..=ranks {
            self.chances[usize::from(rank)] = next.holds_any(CardSet::rank(rank)) as f32 / ONE as f32;
        }
        if self.matta != 0 {
            let matta = CardSet::single(MATTA);
            let sevens = CardSet::rank(7) - matta;
            self.chances[7] = next.holds_any(sevens) as f32 / ONE as f32;
            let equal = (CardSet::rank(self.matta) - matta) | matta;
            self.chances[usize::from(self.matta)] = next.holds_any(equal) as f32 / ONE as f32;
        }
    }
}
