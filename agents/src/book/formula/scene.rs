//! What is the same for all actions of one decision: worths, the table's sums, who may hold what.

use spariglio_engine::{CardSet, MATTA, View};

use super::replies::{LANES, Lanes, NO_VALUE, Sums};
use super::simili::SuitHands;
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
    /// Who may hold which card of a suit, filled where captures in one suit score.
    pub suit_hands: SuitHands,
    /// Chance that the next seat holds one certain unseen card.
    pub chance_of_one: f32,
    /// 1 for each rank in the own hand.
    pub held: Lanes,
    /// A bit for each rank of which the own hand holds one card.
    pub alone: u32,
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
    pub fn new(view: &View<'_>, worths: &WorthsNow<'_>, odds: &Odds, quadriglia: f32) -> Scene {
        let game = view.game();
        let side = game.side(view.seat());
        let mut scene = Scene {
            table: view.table(),
            worth: [0.0; 64],
            sums: Sums::new(quadriglia),
            chances: [0.0; LANES],
            chance_of_one: 0.0,
            suit_hands: SuitHands::default(),
            held: [0.0; LANES],
            alone: 0,
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
        let (mut once, mut several) = (0, 0);
        for card in view.hand() {
            let index = usize::from(card.index());
            scene.worth[index] = worths.of(index);
            let lane = scene.lane(index);
            scene.held[lane] = 1.0;
            several |= once & 1 << lane;
            once |= 1 << lane;
        }
        scene.alone = once & !several;
        for card in scene.table {
            let index = usize::from(card.index());
            scene.worth[index] = worths.of(index);
            let (value, lane, worth) = scene.piece(index);
            scene.sums.add(value, lane, worth);
        }
        scene.expect(view, odds);
        scene
    }

    /// A card as it is added to a table: value, lane, worth.
    #[inline(always)]
    fn piece(&self, index: usize) -> (usize, usize, f32) {
        let lane = self.lane(index);
        let value = if lane > 10 { NO_VALUE } else { lane };
        (value, lane, self.worth[index])
    }

    /// Fills `sums` with the table and the card of an index laid on it.
    #[inline(always)]
    pub fn lay(&self, index: usize, sums: &mut Sums) {
        let (value, lane, worth) = self.piece(index);
        sums.set_with(&self.sums, value, lane, worth);
    }

    /// Fills `sums` with some of the table cards.
    #[inline(always)]
    pub fn keep(&self, cards: CardSet, sums: &mut Sums) {
        sums.clear();
        for card in cards {
            let (value, lane, worth) = self.piece(usize::from(card.index()));
            sums.add(value, lane, worth);
        }
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

    #[inline(always)]
    fn expect(&mut self, view: &View<'_>, odds: &Odds) {
        let next = odds.next_hand(view);
        self.chance_of_one = f32::from(next.of_one()) / ONE as f32;
        for (chance, &share) in self.chances.iter_mut().zip(&next.by_rank()) {
            *chance = f32::from(share) / ONE as f32;
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
